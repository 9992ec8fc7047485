#include "core/models/words/reaction_text.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"

#include <QCoreApplication>
#include <QLocale>

namespace tidemark {

namespace {

class ReactionText {
    Q_DECLARE_TR_FUNCTIONS(ReactionText)
};

constexpr qsizetype maxNamesLength = 40;

QString shortName(const QString& name)
{
    const QString line = oneLine(name);
    return isolated(line.size() > maxNamesLength ? line.left(maxNamesLength - 1) + u'…' : line);
}

} // namespace

QString emojiText(const ReactionCount& reaction)
{
    return oneLine(QString::fromStdString(reaction.emoji));
}

QString spokenReaction(const ReactionCount& reaction)
{
    const QString name = emojiName(emojiText(reaction));
    const QString count = QLocale().toString(reaction.count);
    return reaction.isMine
               ? ReactionText::tr("%1 %2, with yours", "an emoji's name, a number").arg(name, count)
               : ReactionText::tr("%1 %2", "an emoji's name, a number").arg(name, count);
}

QString spokenReactions(const QList<ReactionCount>& reactions)
{
    QStringList spoken;
    for (const ReactionCount& one : reactions) {
        spoken += spokenReaction(one);
    }
    return ReactionText::tr("reactions: %1").arg(spoken.join(ReactionText::tr("; ", "between reactions")));
}

QString reactorsText(const QStringList& names, const ReactionCount& reaction)
{
    QStringList shown;
    if (reaction.isMine) {
        shown += ReactionText::tr("You");
    }
    for (const QString& name : names) {
        if (shown.size() == maxNamedReactors || shown.size() >= qsizetype(reaction.count)) {
            break;
        }
        shown += shortName(name);
    }
    const auto named = static_cast<std::uint32_t>(shown.size());
    if (named == 0) {
        return ReactionText::tr("%Ln people", nullptr, pluralOf(reaction.count));
    }
    const QString comma = ReactionText::tr(", ", "between names");
    if (reaction.count > named) {
        return ReactionText::tr("%1 and %Ln more", nullptr, pluralOf(reaction.count - named))
            .arg(shown.join(comma));
    }
    const QString last = shown.takeLast();
    return shown.isEmpty() ? last : ReactionText::tr("%1 and %2", "names").arg(shown.join(comma), last);
}

} // namespace tidemark
