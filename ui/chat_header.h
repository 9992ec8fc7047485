#pragma once

#include "core/domain/view.h"
#include "ui/theme.h"

#include <QWidget>

class QToolButton;

namespace tidemark {

/// Title and members of the open conversation, its menu, and a hint while reading is paused. In a narrow
/// window the hint goes below.
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
    /// Whether the hint has room for all of its words.
    [[nodiscard]] bool isHintWhole() const;
    /// A small mark behind the title while others do not see what is read here.
    void setPrivate(bool isPrivate);
    void setBackVisible(bool visible);

Q_SIGNALS:
    void backWanted();
    void searchWanted();
    void infoWanted();
    void menuWanted(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] const QString& secondLine() const { return m_typing.isEmpty() ? m_subtitle : m_typing; }
    [[nodiscard]] bool isHintBelow() const;
    void updateHeight();
    [[nodiscard]] QRect hintRoom() const;
    [[nodiscard]] int titleLeft() const;
    [[nodiscard]] int hintWidth() const;
    void paintHint(QPainter& painter, QRect room);

    Theme m_theme;
    QToolButton* m_back;
    QToolButton* m_search;
    QToolButton* m_info;
    QToolButton* m_more;
    QString m_title;
    QString m_subtitle;
    QString m_typing;
    QString m_hint;
    bool m_isPrivate = false;
};

/// "8 members"; nothing for direct chats.
[[nodiscard]] QString subtitleOf(const ConversationSummary& summary);

} // namespace tidemark
