#include "ui/timeline/reactions/hover_bar.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "ui/emoji/emoji_button.h"
#include "ui/session/choices/shortcuts.h"

#include <QBoxLayout>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

namespace tidemark {

HoverBar::HoverBar(QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_picker(add(0)), m_reply(add(1)), m_more(add(2))
{
    m_row->setContentsMargins(2, 2, 2, 2);
    m_row->setSpacing(0);
    m_picker->setGlyph(Glyph::Plus);
    m_picker->setWords(tr("React with another emoji"));
    m_reply->setGlyph(Glyph::Reply);
    m_reply->setWords(withKeys(tr("Reply"), KeyCommand::Reply));
    m_more->setGlyph(Glyph::More);
    m_more->setWords(tr("More"));
    connect(m_picker, &QAbstractButton::clicked, this, &HoverBar::pickerWanted);
    connect(m_reply, &QAbstractButton::clicked, this, &HoverBar::replyWanted);
    connect(m_more, &QAbstractButton::clicked, this, &HoverBar::menuWanted);
    setAccessibleName(tr("Actions for this message"));
    setCursor(Qt::ArrowCursor);
    setOffers({}, false);
    hide();
}

EmojiButton* HoverBar::add(int place)
{
    auto* button = new EmojiButton(this);
    button->setTheme(m_theme);
    button->installEventFilter(this);
    m_row->insertWidget(place, button);
    return button;
}

void HoverBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (EmojiButton* button : m_emojiButtons + QList<EmojiButton*>{m_picker, m_reply, m_more}) {
        button->setTheme(theme);
    }
    update();
}

void HoverBar::setOffers(const QStringList& emoji, bool canReply)
{
    m_picker->setVisible(!emoji.isEmpty());
    m_reply->setVisible(canReply);
    m_emoji = emoji;
    while (m_emojiButtons.size() < emoji.size()) {
        const qsizetype index = m_emojiButtons.size();
        EmojiButton* button = add(static_cast<int>(index));
        connect(button, &QAbstractButton::clicked, this,
                [this, index] { Q_EMIT emojiChosen(m_emoji.value(index)); });
        m_emojiButtons.append(button);
    }
    for (qsizetype i = 0; i < m_emojiButtons.size(); ++i) {
        m_emojiButtons[i]->setVisible(i < emoji.size());
        if (i < emoji.size()) {
            m_emojiButtons[i]->setEmoji(emoji[i]);
            m_emojiButtons[i]->setWords(tr("React with %1", "the name of an emoji").arg(emojiName(emoji[i])));
        }
    }
}

QList<EmojiButton*> HoverBar::offered() const
{
    QList<EmojiButton*> shown;
    for (EmojiButton* button : m_emojiButtons + QList<EmojiButton*>{m_picker, m_reply, m_more}) {
        if (!button->isHidden()) {
            shown.append(button);
        }
    }
    return shown;
}

bool HoverBar::isEmpty() const
{
    return m_picker->isHidden() && m_reply->isHidden();
}

void HoverBar::focusFirst()
{
    offered().constFirst()->setFocus(Qt::ShortcutFocusReason);
}

bool HoverBar::hasFocusInside() const
{
    return focusWidget() != nullptr && focusWidget()->hasFocus();
}

void HoverBar::step(int by)
{
    const QList<EmojiButton*> buttons = offered();
    qsizetype at = 0;
    while (at + 1 < buttons.size() && !buttons[at]->hasFocus()) {
        ++at;
    }
    buttons[(at + by + buttons.size()) % buttons.size()]->setFocus(Qt::OtherFocusReason);
}

bool HoverBar::pressKey(int key)
{
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const bool isForward = (key == Qt::Key_Right) != isRightToLeft();
        step(isForward ? 1 : -1);
        return true;
    }
    if (key == Qt::Key_Escape) {
        Q_EMIT left();
        return true;
    }
    return false;
}

/// Watches the buttons, which have the keyboard focus.
bool HoverBar::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        return pressKey(static_cast<QKeyEvent*>(event)->key()) || QWidget::eventFilter(watched, event);
    case QEvent::ShortcutOverride:
        // Otherwise the window would take Escape.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        break;
    case QEvent::FocusOut:
        // Queued, because another button may be about to take the focus. A menu gives it back.
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
            QMetaObject::invokeMethod(this, &HoverBar::focusLost, Qt::QueuedConnection);
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void HoverBar::paintEvent(QPaintEvent* /*event*/)
{
    constexpr int corner = 8;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.line, 1));
    painter.setBrush(m_theme.background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

} // namespace tidemark
