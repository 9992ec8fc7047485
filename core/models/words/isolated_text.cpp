#include "core/models/words/isolated_text.h"

#include "core/models/words/clean_text.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr char16_t leftToRightIsolate = 0x2066;
constexpr char16_t firstStrongIsolate = 0x2068;
constexpr char16_t popIsolate = 0x2069;

/// Whether `sign` can reorder the text around it in a left-to-right sentence.
bool turns(char32_t sign)
{
    switch (QChar::direction(sign)) {
    case QChar::DirL:
    case QChar::DirEN:
    case QChar::DirES:
    case QChar::DirET:
    case QChar::DirCS:
    case QChar::DirWS:
    case QChar::DirON:
    case QChar::DirNSM:
    case QChar::DirBN:
        return false;
    default:
        return true;
    }
}

bool opensIsolate(QChar unit)
{
    return unit >= QChar(leftToRightIsolate) && unit <= QChar(firstStrongIsolate);
}

} // namespace

QString isolated(const QString& text)
{
    const QList<uint> signs = text.toUcs4();
    if (std::none_of(signs.begin(), signs.end(), turns)) {
        return text;
    }
    QString whole(QChar{firstStrongIsolate});
    qsizetype open = 0;
    for (const QChar unit : text) {
        if (unit.direction() == QChar::DirB) {
            // A paragraph separator would end all isolates, including ours.
            whole += u' ';
            continue;
        }
        if (unit == QChar(popIsolate)) {
            if (open == 0) {
                continue;
            }
            --open;
        }
        open += opensIsolate(unit) ? 1 : 0;
        whole += unit;
    }
    return whole + QString(open + 1, QChar(popIsolate));
}

QString isolatedLine(const QString& text)
{
    return isolated(oneLine(text));
}

} // namespace tidemark
