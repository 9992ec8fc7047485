#pragma once

#include "core/domain/view.h"
#include "ui/shown_total.h"
#include "ui/theme.h"

#include <QWidget>

class QToolButton;

namespace tidemark {

/// Title and members of the open conversation, its menu, and a hint while reading is paused. Where there is
/// no room for the hint it is left to whoever is below, so that the header never becomes higher.
class ChatHeader : public QWidget {
    Q_OBJECT
public:
    explicit ChatHeader(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setConversation(const QString& title, const QString& subtitle);
    /// In place of the subtitle; empty: nobody writes.
    void setTyping(const QString& words);
    /// Whether the pane about the conversation is open.
    void setInfoOpen(bool open);
    /// Empty: no hint.
    void setHint(const QString& words);
    /// A small mark behind the title while others do not see what is read here.
    void setPrivate(bool isPrivate);
    void setBackVisible(bool visible);
    /// On the way back: how many messages are unread in other conversations.
    void setUnreadElsewhere(const ShownTotal& total);

Q_SIGNALS:
    void backWanted();
    void searchWanted();
    void infoWanted();
    void menuWanted(const QPoint& globalPosition);
    /// What is to be shown below: the hint where there is no room for it here, else nothing.
    void hintBelowChanged(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] const QString& secondLine() const { return m_typing.isEmpty() ? m_subtitle : m_typing; }
    [[nodiscard]] bool isHintBelow() const;
    void tellHintBelow();
    void describe();
    void updateHeight();
    void updateBack();
    [[nodiscard]] QRect hintRoom() const;
    [[nodiscard]] int titleLeft() const;
    [[nodiscard]] int hintWidth() const;

    Theme m_theme;
    QToolButton* m_back;
    QToolButton* m_search;
    QToolButton* m_info;
    QToolButton* m_more;
    QString m_title;
    QString m_subtitle;
    QString m_typing;
    QString m_hint;
    QString m_toldBelow; ///< what hintBelowChanged() said last
    bool m_isPrivate = false;
    ShownTotal m_unreadElsewhere;
};

/// Of a header with a line in this font and a smaller one below it.
[[nodiscard]] int headerHeight(const QFont& font);

/// Of the pill that holds a hint, in a smaller one.
[[nodiscard]] int hintHeight(const QFont& font);

/// "8 members", or what kind of chat it is.
[[nodiscard]] QString subtitleOf(const ConversationSummary& summary);

} // namespace tidemark
