#include "ui/widgets/plain_text_edit.h"

#include <QMimeData>

#include <algorithm>

namespace tidemark {

namespace {

/// Returns whether `unit` is one of the characters by which a QTextDocument marks the end of a line. Two of
/// them mark frames, which this document does not have.
bool endsLine(QChar unit)
{
    return unit == QChar::ParagraphSeparator || unit == QChar::LineSeparator || unit == QChar(0xfdd0)
           || unit == QChar(0xfdd1);
}

QString withLineFeeds(QString text)
{
    std::replace_if(text.begin(), text.end(), endsLine, QChar(u'\n'));
    return text;
}

} // namespace

QString PlainTextEdit::exactText() const
{
    return withLineFeeds(document()->toRawText());
}

QMimeData* PlainTextEdit::createMimeDataFromSelection() const
{
    auto* plain = new QMimeData;
    plain->setText(withLineFeeds(textCursor().selectedText()));
    return plain;
}

} // namespace tidemark
