#include "ui/chat/composer/completer.h"

#include "core/models/words/isolated_text.h"
#include "ui/widgets/typing.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int listWidth = 280;
constexpr int minRowHeight = 36;
constexpr int gapToLine = 6;
constexpr int gapToField = 9; ///< includes the frame around the field

} // namespace

Completer::Completer(QPlainTextEdit& field, QWidget& host, int reach, const QString& name,
                     const QString& title)
    : QObject(&field), m_field(field), m_host(host), m_reach(reach), m_list(new QListWidget(&host))
{
    m_list->setObjectName(name);
    m_list->setAccessibleName(title);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setIconSize({iconSide, iconSide});
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setFixedWidth(listWidth);
    m_list->hide();
    field.installEventFilter(this);
    // Every change of the text before the cursor also moves the cursor.
    connect(&field, &QPlainTextEdit::cursorPositionChanged, this, &Completer::update);
    connect(m_list, &QListWidget::itemClicked, this, &Completer::choose);
    connect(m_list, &QListWidget::currentRowChanged, this, &Completer::describe);
}

void Completer::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_list->setStyleSheet(
        u"QListWidget { background: %1; color: %2; border: 1px solid %3; border-radius: 8px;"
        " padding: 4px; outline: none; }"
        "QListWidget::item { border-radius: 5px; padding: 0 6px; }"
        "QListWidget::item:selected { background: %4; color: %2; }"_s.arg(
            theme.background.name(), theme.text.name(), theme.frame.name(), theme.tint.name()));
}

bool Completer::isOpen() const
{
    return m_list->isVisibleTo(&m_host);
}

void Completer::update()
{
    const QTextCursor cursor = m_field.textCursor();
    const auto query = cursor.hasSelection() || !m_field.hasFocus() ? std::nullopt : queryAt(cursor);
    m_isWaiting = m_isWaiting && query;
    if (!query) {
        m_declinedAt = -1;
        close();
        return;
    }
    if (query->at == m_declinedAt) {
        return;
    }
    m_declinedAt = -1;
    if (!m_isTyping && !isOpen()) {
        return;
    }
    const QList<Choice> choices = choicesFor(*query);
    m_isWaiting = choices.isEmpty();
    if (m_isWaiting) {
        close();
        return;
    }
    m_query = *query;
    fill(choices);
    place();
}

/// Looks only at the text before the cursor that the word could be in.
std::optional<Completer::Query> Completer::queryAt(const QTextCursor& cursor) const
{
    const int from = std::max(0, cursor.position() - m_reach);
    QString before;
    before.reserve(cursor.position() - from);
    for (int at = from; at < cursor.position(); ++at) {
        const QChar unit = m_field.document()->characterAt(at);
        const bool endsLine = unit == QChar::ParagraphSeparator || unit == QChar::LineSeparator;
        before.append(endsLine ? QChar(u'\n') : unit);
    }
    std::optional<Query> query = queryIn(before);
    if (query) {
        query->at += from;
    }
    return query;
}

void Completer::fill(const QList<Choice>& choices)
{
    m_list->clear();
    for (const Choice& choice : choices) {
        auto* item = new QListWidgetItem(m_list);
        item->setText(choice.words);
        item->setData(Qt::UserRole, choice.key);
        item->setSizeHint({0, rowHeight()});
        item->setIcon(choice.icon);
    }
    m_list->setCurrentRow(0);
}

void Completer::refresh()
{
    if (!isOpen() && !m_isWaiting) {
        return;
    }
    const QListWidgetItem* item = m_list->currentItem();
    const QString chosen = isOpen() && item != nullptr ? item->data(Qt::UserRole).toString() : QString();
    const bool wasTyping = std::exchange(m_isTyping, true);
    update();
    m_isTyping = wasTyping;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->data(Qt::UserRole).toString() == chosen) {
            m_list->setCurrentRow(i);
        }
    }
}

int Completer::rowHeight() const
{
    constexpr int padding = 6;
    return std::max(minRowHeight, m_list->fontMetrics().height() + 2 * padding);
}

/// Places the list above the field, at the word, inside the host.
void Completer::place()
{
    constexpr int frame = 10;
    m_list->setFixedSize(std::min(listWidth, m_host.width() - 2 * gapToLine),
                         m_list->count() * rowHeight() + frame);
    QTextCursor at = m_field.textCursor();
    at.setPosition(m_query.at);
    const int left = m_field.viewport()->mapTo(&m_host, m_field.cursorRect(at).topLeft()).x() - gapToLine;
    const int rightmost = m_host.width() - m_list->width() - gapToLine;
    const int bottom = m_field.mapTo(&m_host, QPoint(0, 0)).y() - gapToField;
    m_list->move(std::clamp(left, gapToLine, std::max(gapToLine, rightmost)),
                 std::max(0, bottom - m_list->height()));
    m_list->raise();
    m_list->show();
    describe();
}

void Completer::close()
{
    if (isOpen()) {
        m_list->hide();
        describe();
    }
}

/// The list never has the keyboard focus, so the field speaks for it.
void Completer::describe()
{
    const QListWidgetItem* item = isOpen() ? m_list->currentItem() : nullptr;
    const QLocale locale;
    m_field.setAccessibleDescription(item == nullptr ? QString()
                                                     : spokenChoice(isolated(item->text()),
                                                                    locale.toString(m_list->currentRow() + 1),
                                                                    locale.toString(m_list->count())));
}

void Completer::choose(const QListWidgetItem* item)
{
    if (item == nullptr) {
        return;
    }
    const QString key = item->data(Qt::UserRole).toString();
    QTextCursor cursor = m_field.textCursor();
    const int end = m_query.at + 1 + int(m_query.typed.size());
    cursor.setPosition(m_query.at);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    close();
    m_declinedAt = m_query.at;
    cursor.insertText(insertionOf(key, m_field.document()->characterAt(end) == u' '));
    m_field.setTextCursor(cursor);
}

bool Completer::takeKey(int key)
{
    const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (step != 0) {
        m_list->setCurrentRow((m_list->currentRow() + step + m_list->count()) % m_list->count());
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab) {
        choose(m_list->currentItem());
        return true;
    }
    if (key == Qt::Key_Escape) {
        m_declinedAt = m_query.at;
        close();
        return true;
    }
    return false;
}

/// Opens the list only for typed text: not for pasted text, a restored draft or moves of the cursor.
void Completer::noteTyping(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::KeyPress: {
        const auto& press = static_cast<const QKeyEvent&>(event);
        m_isTyping = isTyping(press) || press.key() == Qt::Key_Backspace;
        return;
    }
    case QEvent::InputMethod:
        m_isTyping = true;
        return;
    case QEvent::KeyRelease:
    case QEvent::FocusIn:
        m_isTyping = false;
        return;
    default:
        return;
    }
}

bool Completer::eventFilter(QObject* watched, QEvent* event)
{
    noteTyping(*event);
    if (event->type() == QEvent::FocusOut) {
        close();
    } else if (isOpen() && event->type() == QEvent::ShortcutOverride) {
        // Take Escape before the window treats it as a step back.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    } else if (isOpen() && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        if ((press->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && takeKey(press->key())) {
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tidemark
