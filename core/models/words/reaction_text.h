#pragma once

#include "core/domain/reaction.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace tidemark {

/// The emoji of a reaction, on one line.
[[nodiscard]] QString emojiText(const ReactionCount& reaction);

/// The emoji's name and the number of users, for screen readers: "thumbs up 3, with yours".
[[nodiscard]] QString spokenReaction(const ReactionCount& reaction);

/// All reactions to a message, for screen readers.
[[nodiscard]] QString spokenReactions(const QList<ReactionCount>& reactions);

/// At most `maxNamedReactors` names, shortened, and how many more have reacted: "You, Ann and 5 more".
/// `names` are those of others, in the order to show.
[[nodiscard]] QString reactorsText(const QStringList& names, const ReactionCount& reaction);

inline constexpr qsizetype maxNamedReactors = 8;

} // namespace tidemark
