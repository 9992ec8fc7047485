#include "core/models/words/clean_text.h"

namespace tidemark {

namespace {

bool isLineEnd(QChar unit)
{
    return unit == u'\r' || unit == QChar::LineSeparator || unit == QChar::ParagraphSeparator || unit == u'\v'
           || unit == u'\f' || unit == QChar(0x85);
}

} // namespace

QString cleanText(const QString& text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar unit = text[i];
        const QChar following = i + 1 < text.size() ? text[i + 1] : QChar();
        if (unit == u'\r' && following == u'\n') {
            continue;
        }
        if (isLineEnd(unit)) {
            clean += u'\n';
        } else if (unit.isHighSurrogate() && following.isLowSurrogate()) {
            clean += unit;
            clean += following;
            ++i;
        } else if (unit == u'\n' || unit == u'\t'
                   || (unit.category() != QChar::Other_Control && !unit.isSurrogate())) {
            clean += unit;
        }
    }
    return clean;
}

QString oneLine(const QString& text)
{
    return cleanText(text).simplified();
}

QString writtenText(const QString& text)
{
    return cleanText(text).trimmed();
}

} // namespace tidemark
