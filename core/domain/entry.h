#pragma once

#include "core/base/one_of.h"
#include "core/domain/content.h"
#include "core/domain/ids.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace tidemark {

/// One element of a conversation's log in its current ("folded") state: an edited message has its newest
/// text, a recalled message has no text.
struct Entry {
    Seq seq;
    UserId author;
    UnixMs at;
    /// Set only on entries of the reader's own account.
    MessageUuid uuid;
    EntryContent content;

    [[nodiscard]] EntryKind kind() const { return static_cast<EntryKind>(content.index()); }
    /// Null if the entry is of another kind.
    template <typename Content>
    [[nodiscard]] const Content* as() const
    {
        return std::get_if<Content>(&content);
    }
    template <typename Content>
    [[nodiscard]] Content* as()
    {
        return std::get_if<Content>(&content);
    }

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// Whether entries of this kind can raise a badge.
[[nodiscard]] constexpr bool isCountable(EntryKind kind)
{
    return kind == EntryKind::Message;
}

/// Whether entries of this kind change another entry instead of being shown themselves.
[[nodiscard]] constexpr bool isChange(EntryKind kind)
{
    return kind == EntryKind::Edit || kind == EntryKind::Recall;
}

/// Whether the user has hidden the message from themselves: on the user's devices it has its own seq as
/// recalledBy (adr/0033), which no recall can have.
[[nodiscard]] inline bool isHidden(const Entry& entry)
{
    const auto* message = entry.as<content::Message>();
    return message != nullptr && message->recalledBy.isValid() && message->recalledBy == entry.seq;
}
/// Removes the words and files of a message that is among `hidden`, or of an edit of one.
void hideContent(Entry& entry, const std::vector<Seq>& hidden);

/// The entry that `entry` changes; 0 if it changes none. A notice about a pinned message does not change it.
[[nodiscard]] Seq targetOf(const Entry& entry);

/// Empty if the entry's kind has no text.
[[nodiscard]] const std::string& textOf(const Entry& entry);

[[nodiscard]] bool isRecalled(const Entry& entry);

/// Whether `content` mentions `reader`, by name or through @all.
[[nodiscard]] bool mentions(const OneOf<content::Message, content::Recall> auto& content, UserId reader)
{
    return content.mentionsAll
           || std::find(content.mentions.begin(), content.mentions.end(), reader) != content.mentions.end();
}

/// Whether `entry` is a message that mentions `reader`.
[[nodiscard]] bool mentions(const Entry& entry, UserId reader);

/// Whether `entry` is a message that answers a message of `reader`.
[[nodiscard]] bool repliesTo(const Entry& entry, UserId reader);

} // namespace tidemark
