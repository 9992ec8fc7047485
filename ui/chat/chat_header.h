#pragma once

#include "core/domain/view.h"
#include "core/models/conversations/conversation_row.h"
#include "ui/look/theme.h"
#include "ui/session/reading/shown_total.h"

#include <QWidget>

class QToolButton;

namespace tidemark {

/// Shows picture, title and members of the open conversation, its menu, and a hint while reading is paused.
/// The header never grows: if it has no room for the hint, it asks its owner to show the hint below.
class ChatHeader : public QWidget {
    Q_OBJECT
public:
    explicit ChatHeader(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setConversation(const QString& title, const QString& subtitle);
    /// Shows the picture or the initials of the open conversation. Call it again when pictures have changed.
    void setAvatar(const ConversationRow& row);
    /// Shows `words` in place of the subtitle; empty: no member is typing.
    void setTyping(const QString& words);
    /// Sets whether the pane about the conversation is open.
    void setInfoOpen(bool open);
    /// Shows `words` as the hint; empty: no hint. In a narrow window it takes the place of the subtitle.
    void setHint(const QString& words);
    /// Returns whether all words of the hint can be read without its tip.
    [[nodiscard]] bool isHintWhole() const;
    /// Shows a small mark after the title while the user reads this conversation in private.
    void setPrivate(bool isPrivate);
    void setBackVisible(bool visible);
    /// Shows beside the back button how many messages are unread in other conversations.
    void setUnreadElsewhere(const ShownTotal& total);

Q_SIGNALS:
    void backWanted();
    void searchWanted();
    /// The user has clicked on the button, the picture or the title.
    void infoWanted();
    void menuWanted(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] const QString& secondLine() const { return m_typing.isEmpty() ? m_subtitle : m_typing; }
    [[nodiscard]] bool isHintBelow() const;
    [[nodiscard]] QRect hintBelow() const;
    void updateTip();
    void describe();
    void updateHeight();
    void updateBack();
    [[nodiscard]] QRect hintRoom() const;
    [[nodiscard]] int avatarLeft() const;
    [[nodiscard]] int avatarRoom() const;
    [[nodiscard]] int titleLeft() const;
    void placeAvatar();
    void showAvatar();
    [[nodiscard]] int hintWidth() const;

    Theme m_theme;
    QToolButton* m_back;
    QToolButton* m_avatar;
    QToolButton* m_search;
    QToolButton* m_info;
    QToolButton* m_more;
    QString m_title;
    QString m_subtitle;
    QString m_typing;
    QString m_hint;
    ConversationRow m_row;
    bool m_isPrivate = false;
    ShownTotal m_unreadElsewhere;
};

/// "8 members", or the kind of conversation.
[[nodiscard]] QString subtitleOf(const ConversationSummary& summary);

} // namespace tidemark
