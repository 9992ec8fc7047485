#include "ui/chat/composer/composer_field.h"

#include "core/models/words/clean_text.h"
#include "ui/look/metrics.h"
#include "ui/look/tab_stops.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace tidemark {

namespace {
constexpr int fieldPadding = 5;
} // namespace

ComposerField::ComposerField(QWidget* parent) : PlainTextEdit(parent)
{
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Message"));
    // The composer paints the frame around the field.
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(fieldPadding);
    setTabStopDistance(tabStopOf(font()));
    connect(this, &QPlainTextEdit::textChanged, this, &ComposerField::reportHeight);
}

int ComposerField::lines() const
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        lines += std::max(1, block.layout()->lineCount());
    }
    return lines;
}

int ComposerField::wantedHeight() const
{
    const int shown = std::clamp(lines(), 1, metrics::composerLines);
    const int wanted =
        static_cast<int>(std::ceil(shown * QFontMetricsF(font()).lineSpacing())) + 2 * fieldPadding;
    return std::max(metrics::composerLine - 2 * fieldPadding, wanted);
}

void ComposerField::reportHeight()
{
    const int wanted = wantedHeight();
    // Without the scroll bar more text fits on a line. At the limit the bar would otherwise appear and
    // disappear forever.
    const bool isLong = lines() > metrics::composerLines - (m_hasBar ? 1 : 0);
    if (isLong != m_hasBar) {
        m_hasBar = isLong;
        setVerticalScrollBarPolicy(isLong ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    }
    Q_EMIT heightWanted(wanted);
}

void ComposerField::resizeEvent(QResizeEvent* event)
{
    PlainTextEdit::resizeEvent(event);
    reportHeight();
}

void ComposerField::changeEvent(QEvent* event)
{
    PlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setTabStopDistance(tabStopOf(font()));
        reportHeight();
    }
}

void ComposerField::focusInEvent(QFocusEvent* event)
{
    PlainTextEdit::focusInEvent(event);
    Q_EMIT focusChanged();
}

void ComposerField::focusOutEvent(QFocusEvent* event)
{
    PlainTextEdit::focusOutEvent(event);
    Q_EMIT focusChanged();
}

bool ComposerField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && m_takesEscape
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return PlainTextEdit::event(event);
}

bool ComposerField::scrolls(KeyCommand command) const
{
    if (command == KeyCommand::PageUp || command == KeyCommand::PageDown) {
        return true;
    }
    // In an empty field these keys do nothing else.
    return (command == KeyCommand::FirstMessage || command == KeyCommand::LastMessage)
           && document()->isEmpty();
}

/// Leaves files to the pane, which takes them wherever they are dropped.
void ComposerField::dragEnterEvent(QDragEnterEvent* event)
{
    if (hasFiles(*event->mimeData())) {
        event->ignore();
    } else {
        PlainTextEdit::dragEnterEvent(event);
    }
}

bool ComposerField::canInsertFromMimeData(const QMimeData* source) const
{
    return hasFiles(*source) || PlainTextEdit::canInsertFromMimeData(source);
}

void ComposerField::insertFromMimeData(const QMimeData* source)
{
    if (hasFiles(*source)) {
        Q_EMIT filesInserted(filesIn(*source));
        return;
    }
    QMimeData cleaned;
    cleaned.setText(cleanText(source->text()));
    PlainTextEdit::insertFromMimeData(&cleaned);
    ensureCursorVisible();
}

void ComposerField::keyPressEvent(QKeyEvent* event)
{
    const std::optional<KeyCommand> command = commandOf(*event, KeyPlace::Composer, m_sendKey);
    if (command == KeyCommand::Send) {
        Q_EMIT sendWanted();
    } else if (command == KeyCommand::CancelWriting && m_takesEscape) {
        Q_EMIT cancelWanted();
    } else if (command == KeyCommand::EditLast && document()->isEmpty()) {
        Q_EMIT editLastWanted();
    } else if (command && scrolls(*command)) {
        Q_EMIT scrollKeyPressed(event);
    } else {
        PlainTextEdit::keyPressEvent(event);
    }
}

} // namespace tidemark
