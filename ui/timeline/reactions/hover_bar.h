#pragma once

#include "ui/look/theme.h"

#include <QStringList>
#include <QWidget>

class QHBoxLayout;

namespace tidemark {

class EmojiButton;

/// The bar over the message under the pointer: the last used emoji, the picker, reply, and the menu. Left and
/// right move between its buttons; Escape leaves it.
class HoverBar : public QWidget {
    Q_OBJECT
public:
    explicit HoverBar(QWidget* parent);

    void setTheme(const Theme& theme);
    /// Sets what the bar offers. Without emoji it offers no picker either.
    void setOffers(const QStringList& emoji, bool canReply);
    [[nodiscard]] bool isEmpty() const;
    void focusFirst();
    [[nodiscard]] bool hasFocusInside() const;

Q_SIGNALS:
    void emojiChosen(const QString& emoji);
    void pickerWanted();
    void replyWanted();
    void menuWanted();
    /// The user has left the bar by key.
    void left();
    /// The keyboard focus has gone elsewhere.
    void focusLost();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    EmojiButton* add(int place);
    [[nodiscard]] QList<EmojiButton*> offered() const;
    void step(int by);
    bool pressKey(int key);

    Theme m_theme;
    QHBoxLayout* m_row;
    QStringList m_emoji;
    QList<EmojiButton*> m_emojiButtons;
    EmojiButton* m_picker;
    EmojiButton* m_reply;
    EmojiButton* m_more;
};

} // namespace tidemark
