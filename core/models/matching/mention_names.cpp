#include "core/models/matching/mention_names.h"

#include "core/models/matching/text_spans.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr int maxNameBytes = 64; ///< bytes of UTF-8
constexpr qsizetype maxCandidates = 24;

/// Returns the bytes that `unit` takes in UTF-8; a surrogate takes half of its pair's.
int bytesOf(QChar unit)
{
    if (unit.unicode() < 0x80) {
        return 1;
    }
    return unit.unicode() < 0x800 || unit.isSurrogate() ? 2 : 3;
}

bool endsNames(QChar unit)
{
    return unit == u'@' || unit == u'\n' || unit == u'\r' || unit == u'\t';
}

/// Whether a name may end before unit `end`: neither inside a code point nor inside an ASCII word.
bool isBoundary(QStringView text, qsizetype end)
{
    return end == text.size()
           || (!text[end].isLowSurrogate() && !(isWordUnit(text[end - 1]) && isWordUnit(text[end])));
}

/// Returns where a name that begins `text` may end, in ascending order.
QList<qsizetype> endsIn(QStringView text)
{
    QList<qsizetype> ends;
    int bytes = 0;
    for (qsizetype at = 0; at < text.size() && !endsNames(text[at]); ++at) {
        bytes += bytesOf(text[at]);
        if (bytes > maxNameBytes || ends.size() == maxCandidates) {
            break;
        }
        if (isBoundary(text, at + 1) && text[at] != u' ') {
            ends.append(at + 1);
        }
    }
    return ends;
}

/// Folds the case of letters. Unlike Qt's function, also folds a letter that becomes several, such as "ß".
QString caseFolded(const QString& text)
{
    QString folded;
    for (const char32_t point : text.toCaseFolded().toUcs4()) {
        const QString one = QString::fromUcs4(&point, 1);
        const QString upper = point < 0x80 ? QString() : one.toUpper();
        folded += upper.size() > one.size() ? upper.toCaseFolded() : one;
    }
    return folded;
}

} // namespace

QString mentionFold(QStringView name)
{
    return caseFolded(name.toString().normalized(QString::NormalizationForm_D))
        .normalized(QString::NormalizationForm_D);
}

MentionNames::MentionNames(const QStringList& names)
{
    for (const QString& name : names) {
        if (!name.isEmpty()) {
            m_folds.insert(mentionFold(name));
        }
    }
}

qsizetype MentionNames::lengthAt(QStringView rest) const
{
    const QList<qsizetype> ends = endsIn(rest);
    for (auto end = ends.crbegin(); end != ends.crend(); ++end) {
        const QStringView name = rest.first(*end);
        if (name == u"all" || m_folds.contains(mentionFold(name))) {
            return *end;
        }
    }
    return 0;
}

bool MentionNames::haveOneThatBegins(QStringView beginning) const
{
    const QString fold = mentionFold(beginning);
    return QStringView(u"all").startsWith(beginning)
           || std::any_of(m_folds.begin(), m_folds.end(),
                          [&fold](const QString& name) { return name.startsWith(fold); });
}

} // namespace tidemark
