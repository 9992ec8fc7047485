#pragma once

#include "core/domain/ids.h"

#include <string>
#include <vector>

namespace tidemark {

enum class EntryKind : std::uint8_t {
    Message,
    Edit,    ///< changes the text of `target`
    Recall,  ///< recalls `target`
    Notice,  ///< reports a change of membership or title, see NoticeKind
    Unknown, ///< from a later protocol: takes its seq, is shown as "needs a newer version", never counts
};

enum class NoticeKind : std::uint8_t { None, Created, Joined, Left, Added, Removed, Renamed, Unknown };

/// One element of a conversation's log in its current ("folded") state: an edited message has its newest
/// text, a recalled message has no text.
struct Entry {
    Seq seq;
    EntryKind kind = EntryKind::Message;
    UserId author;
    UnixMs at;
    /// Set only on entries of the reader's own account.
    MessageUuid uuid;
    /// Message: its text. Edit: the new text of the target. Notice Renamed/Created: the title. UTF-8.
    std::string text;
    bool isAction = false;        ///< a "/me" line
    Seq replyTo;                  ///< the message that this message answers; 0: none
    UserId replyToAuthor;         ///< author of the answered message
    std::vector<UserId> mentions; ///< users mentioned in the text
    bool mentionsAll = false;

    // Message: the effects of later entries on it.
    Seq editedBy;   ///< seq of the newest edit; 0 none
    Seq recalledBy; ///< seq of the recall; 0 none

    // Edit and Recall.
    Seq target;
    // Recall: facts that lower a badge even if the device does not hold the target.
    UserId targetAuthor;
    bool targetMentionsReader = false;  ///< the target mentioned the reader or everyone
    bool targetRepliesToReader = false; ///< the target answered a message of the reader

    // Notice.
    NoticeKind notice = NoticeKind::None;
    UserId subject; ///< the user who was added or removed

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

/// Whether `entry` mentions `reader`, by name or through @all.
[[nodiscard]] bool mentions(const Entry& entry, UserId reader);

/// Whether `entry` answers a message of `reader`.
[[nodiscard]] constexpr bool repliesTo(const Entry& entry, UserId reader)
{
    return entry.replyTo.isValid() && entry.replyToAuthor == reader;
}

} // namespace tidemark
