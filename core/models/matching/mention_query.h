#pragma once

#include "core/models/matching/fuzzy_match.h"

#include <QString>

#include <optional>

namespace tidemark {

/// A name that the user is typing after an @, by the server's rule for mentions: no ASCII letter or digit is
/// directly before the @.
struct MentionQuery {
    int at = 0;    ///< position of the @, in UTF-16 units
    QString typed; ///< from after the @ to the cursor; may contain spaces, as names may
    friend bool operator==(const MentionQuery&, const MentionQuery&) = default;
};

/// Number of UTF-16 units before the cursor that mentionAt() examines.
inline constexpr int mentionReach = 66;

/// Returns the mention being typed at `cursor`; nullopt if there is none.
[[nodiscard]] std::optional<MentionQuery> mentionAt(const QString& text, int cursor);

/// Returns the matching names, best first, at most `limit`. If the typed text contains a space, only names
/// that begin with it match; otherwise every sentence after a mention would reopen the list. Empty if the
/// typed text is one of the names plus a space.
[[nodiscard]] QStringList mentionChoices(const MentionQuery& query, const QStringList& names, int limit = 8);

} // namespace tidemark
