#pragma once

#include "core/models/emoji/emoji_catalogue.h"

#include <optional>

namespace tidemark {

/// The name of an emoji that the user is typing after a colon: ":smi". None is typed in an address
/// ("http://"), a time ("12:30"), after a word ("std::min", "note:yes") or in code between backticks.
struct EmojiQuery {
    int at = 0;    ///< position of the colon, in UTF-16 units
    QString typed; ///< from after the colon to the end: letters, digits, "_", "+" and "-"
    friend bool operator==(const EmojiQuery&, const EmojiQuery&) = default;
};

/// Number of UTF-16 units before the cursor that emojiQueryAt() examines.
inline constexpr int emojiReach = 256;

/// Returns the name being typed at the end of `text`; nullopt if there is none, or if it is too short to mean
/// an emoji: two letters do, or one that is not ASCII.
[[nodiscard]] std::optional<EmojiQuery> emojiQueryAt(const QString& text);

/// Returns the indices of the emoji that fit a typed name, at most `limit`: first those with a usual short
/// name that begins so, then those that EmojiCatalogue::search() finds.
[[nodiscard]] QList<qsizetype> emojiChoices(const QString& typed, int limit = 8);

/// Returns the emoji with exactly this name, in English or Chinese with "_" between words, or with this usual
/// short name; null: there is none.
[[nodiscard]] const Emoji* emojiNamed(const QString& name);

} // namespace tidemark
