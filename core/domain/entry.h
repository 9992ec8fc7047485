#pragma once

#include "core/domain/ids.h"

#include <string>
#include <vector>

namespace tidemark {

enum class EntryKind : std::uint8_t {
    Message,
    Edit,    ///< changes the text of `target`
    Recall,  ///< takes `target` back
    Notice,  ///< membership or title, see NoticeKind
    Unknown, ///< of a later protocol: takes its seq, is shown as "needs a newer version", never counts
};

enum class NoticeKind : std::uint8_t { None, Created, Joined, Left, Added, Removed, Renamed, Unknown };

/// One element of a conversation's log in its current state ("folded": a message that was edited carries the
/// newest text, one that was recalled carries none).
struct Entry {
    Seq seq;
    EntryKind kind = EntryKind::Message;
    UserId author;
    UnixMs at;
    /// Only on entries of the reader's own account; invalid on others'.
    MessageUuid uuid;
    /// Message: its text. Edit: the new text of the target. Notice Renamed/Created: the title. UTF-8.
    std::string text;
    bool isAction = false;        ///< a "/me" line
    Seq replyTo;                  ///< message that this one answers; 0 none
    UserId replyToAuthor;         ///< author of that message
    std::vector<UserId> mentions; ///< users named in the text
    bool mentionsAll = false;

    // Message: what later entries did to it.
    Seq editedBy;   ///< seq of the newest edit; 0 none
    Seq recalledBy; ///< seq of the recall; 0 none

    // Edit and Recall.
    Seq target;
    // Recall: what is needed to lower a badge without holding the target.
    UserId targetAuthor;
    bool targetMentionsReader = false;  ///< the target mentioned the reader or all
    bool targetRepliesToReader = false; ///< the target answered a message of the reader

    // Notice.
    NoticeKind notice = NoticeKind::None;
    UserId subject; ///< who was added or removed

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// An entry that can make somebody's badge rise.
[[nodiscard]] constexpr bool isCountable(EntryKind kind)
{
    return kind == EntryKind::Message;
}

/// An entry that changes another one rather than standing for itself.
[[nodiscard]] constexpr bool isChange(EntryKind kind)
{
    return kind == EntryKind::Edit || kind == EntryKind::Recall;
}

/// Whether `entry` mentions `reader`, by name or through @all.
[[nodiscard]] bool mentions(const Entry& entry, UserId reader);

/// Whether `entry` answers a message of `reader`.
[[nodiscard]] constexpr bool repliesTo(const Entry& entry, UserId reader)
{
    return entry.replyTo.isValid() && entry.replyToAuthor == reader;
}

} // namespace tidemark
