#include "core/models/matching/mention_query.h"

#include "core/models/matching/text_spans.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr int maxNameLength = mentionReach - 2; ///< without the @ and the unit before it

} // namespace

std::optional<MentionQuery> mentionAt(const QString& text, int cursor)
{
    const int lowest = std::max(0, cursor - maxNameLength - 1);
    for (int at = std::min(cursor, int(text.size())) - 1; at >= lowest; --at) {
        const QChar unit = text[at];
        if (unit == u'\n' || unit == u'\t') {
            return std::nullopt;
        }
        if (unit != u'@') {
            continue;
        }
        if (at > 0 && isWordUnit(text[at - 1])) {
            return std::nullopt; // a mail address
        }
        const QString typed = text.mid(at + 1, cursor - at - 1);
        if (typed.startsWith(u' ')) {
            return std::nullopt;
        }
        return MentionQuery{at, typed};
    }
    return std::nullopt;
}

QStringList mentionChoices(const MentionQuery& query, const QStringList& names, int limit)
{
    const QString typed = folded(query.typed).text;
    const bool isSentence = query.typed.contains(u' ');
    QStringList possible;
    for (const QString& name : names) {
        const QString candidate = folded(name).text;
        if (isSentence && typed == candidate + u' ') {
            return {};
        }
        if (!isSentence || candidate.startsWith(typed)) {
            possible.append(name);
        }
    }
    return bestNames(query.typed, possible, limit);
}

} // namespace tidemark
