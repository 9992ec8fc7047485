#pragma once

#include "core/models/fuzzy_match.h"

#include <QList>
#include <QString>

#include <optional>

namespace tidemark {

/// A name that is being written behind an @, as the server will look for it: no ASCII letter or digit stands
/// before the @.
struct MentionQuery {
    int at = 0;    ///< where the @ stands, in UTF-16 units
    QString typed; ///< from behind it to the cursor; may hold blanks, as names may
    friend bool operator==(const MentionQuery&, const MentionQuery&) = default;
};

/// How many UTF-16 units before a cursor mentionAt() looks at.
inline constexpr int mentionReach = 66;

/// What is being written at `cursor`; nothing where no mention is.
[[nodiscard]] std::optional<MentionQuery> mentionAt(const QString& text, int cursor);

/// The names among `names` that fit, best first, at most `most`. With a blank in what was typed only those
/// that begin with it: else every sentence behind a mention would bring the list up again. Nothing when all
/// that was typed is one of the names and a blank.
[[nodiscard]] QStringList mentionChoices(const MentionQuery& query, const QStringList& names, int most = 8);

} // namespace tidemark
