#pragma once

#include "core/domain/attachment.h"
#include "core/domain/forwarding.h"
#include "core/domain/ids.h"

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace tidemark {

enum class NoticeKind : std::uint8_t {
    None,
    Created,
    Joined,
    Left,
    Added,
    Removed,
    Renamed,
    Pinned,
    Unpinned,
    ForwardingForbidden,
    ForwardingAllowed,
    AccountDeleted, ///< the author has deleted the account, and so has left the conversation
    Unknown
};

/// The content of an entry: one type for each kind. A type has
/// - `name`, which JSON shows;
/// - join(), which calls `move` with each field and its place in Fields. Frames and tables are written and
///   read with it;
/// - if users send it, forEachSent(), which calls `visit` with each field that they send. Payload hashes are
///   made of these fields in this order, and are stored, so the order never changes.
/// Texts are UTF-8.
namespace content {

/// The fields of all kinds. Frames and tables have a place for each of these, and a kind uses some of them.
struct Fields {
    std::string text;
    bool isAction = false;
    Seq replyTo;
    UserId replyToAuthor;
    std::vector<UserId> mentions;
    bool mentionsAll = false;
    Seq editedBy;
    Seq recalledBy;
    Seq target;
    UserId targetAuthor;
    bool targetMentionsReader = false;
    bool targetRepliesToReader = false;
    NoticeKind notice = NoticeKind::None;
    UserId subject;
    std::vector<Attachment> attachments;
    ForwardSource source;
    Forwarded forwarded;
};

struct Message {
    static constexpr const char* name = "message";
    std::string text = {};
    bool isAction = false;             ///< a "/me" line
    Seq replyTo = {};                  ///< the message that this message answers; 0: none
    std::vector<UserId> mentions = {}; ///< users mentioned in the text
    bool mentionsAll = false;
    std::vector<Attachment> attachments = {};
    /// The message that this one forwards, only in what users send. The server takes text and files from it;
    /// those of the sender are not sent, and are shown only until the answer comes.
    ForwardSource source = {};
    // Added by the server.
    UserId replyToAuthor = {}; ///< author of the answered message
    Seq editedBy = {};         ///< seq of the newest edit; 0: none
    Seq recalledBy = {};       ///< seq of the recall; 0: none
    Forwarded forwarded = {};  ///< who said this first, and when

    void forEachSent(auto visit) const
    {
        visit(text);
        visit(isAction);
        visit(replyTo);
        visit(mentionsAll);
        visit(mentions);
        if (!attachments.empty()) { // the hashes of messages without files are older than files
            visit(attachments);
        }
        if (source.isValid()) { // likewise
            visit(source);
        }
    }
    void join(Fields& fields, auto move)
    {
        move(text, fields.text);
        move(isAction, fields.isAction);
        move(replyTo, fields.replyTo);
        move(mentions, fields.mentions);
        move(mentionsAll, fields.mentionsAll);
        move(attachments, fields.attachments);
        move(source, fields.source);
        move(forwarded, fields.forwarded);
        move(replyToAuthor, fields.replyToAuthor);
        move(editedBy, fields.editedBy);
        move(recalledBy, fields.recalledBy);
    }
    friend bool operator==(const Message&, const Message&) = default;
};

/// Changes the text of `target`.
struct Edit {
    static constexpr const char* name = "edit";
    Seq target = {};
    std::string text = {};
    UserId targetAuthor = {}; ///< added by the server

    void forEachSent(auto visit) const
    {
        visit(target);
        visit(text);
    }
    void join(Fields& fields, auto move)
    {
        move(target, fields.target);
        move(text, fields.text);
        move(targetAuthor, fields.targetAuthor);
    }
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// Recalls `target`. The server adds facts about the target that lower a badge even if the device does not
/// hold the target.
struct Recall {
    static constexpr const char* name = "recall";
    Seq target = {};
    UserId targetAuthor = {};
    bool targetMentionsReader = false;  ///< the target mentioned the reader or everyone
    bool targetRepliesToReader = false; ///< the target answered a message of the reader
    // Copied from the target. Only the server has these; a reader gets the two facts above instead.
    std::vector<UserId> mentions = {};
    bool mentionsAll = false;
    UserId replyToAuthor = {};

    void forEachSent(auto visit) const { visit(target); }
    void join(Fields& fields, auto move)
    {
        move(target, fields.target);
        move(targetAuthor, fields.targetAuthor);
        move(targetMentionsReader, fields.targetMentionsReader);
        move(targetRepliesToReader, fields.targetRepliesToReader);
        move(mentions, fields.mentions);
        move(mentionsAll, fields.mentionsAll);
        move(replyToAuthor, fields.replyToAuthor);
    }
    friend bool operator==(const Recall&, const Recall&) = default;
};

/// Reports a change of membership or title, or of the set of pinned messages. Users send the kinds Pinned and
/// Unpinned; the server writes the others.
struct Notice {
    static constexpr const char* name = "notice";
    NoticeKind kind = NoticeKind::None;
    UserId subject = {};    ///< the user who was added or removed
    std::string title = {}; ///< only with Created and Renamed
    Seq target = {};        ///< only with Pinned and Unpinned: the message

    void forEachSent(auto visit) const
    {
        visit(static_cast<std::uint64_t>(kind));
        visit(target);
    }
    void join(Fields& fields, auto move)
    {
        move(kind, fields.notice);
        move(subject, fields.subject);
        move(title, fields.text);
        move(target, fields.target);
    }
    friend bool operator==(const Notice&, const Notice&) = default;
};

/// From a later protocol: takes its seq, is shown as "needs a newer version", never counts.
struct Unknown {
    static constexpr const char* name = "unknown";
    std::string text = {};

    void join(Fields& fields, auto move) { move(text, fields.text); }
    friend bool operator==(const Unknown&, const Unknown&) = default;
};

} // namespace content

/// The content that users send. The server adds fields to it and so makes the content of an entry. New kinds
/// go to the end, because payload hashes contain the index.
using SentContent = std::variant<content::Message, content::Edit, content::Recall, content::Notice>;

/// In the order of EntryKind.
using EntryContent =
    std::variant<content::Message, content::Edit, content::Recall, content::Notice, content::Unknown>;

/// Databases store these numbers, so new kinds go to the end.
enum class EntryKind : std::uint8_t { Message, Edit, Recall, Notice, Unknown };

template <typename Content, std::size_t Place = 0>
[[nodiscard]] constexpr EntryKind kindOf()
{
    if constexpr (std::same_as<Content, std::variant_alternative_t<Place, EntryContent>>) {
        return static_cast<EntryKind>(Place);
    } else {
        return kindOf<Content, Place + 1>();
    }
}
static_assert(kindOf<content::Message>() == EntryKind::Message && kindOf<content::Edit>() == EntryKind::Edit
              && kindOf<content::Recall>() == EntryKind::Recall
              && kindOf<content::Notice>() == EntryKind::Notice
              && kindOf<content::Unknown>() == EntryKind::Unknown);

template <typename... Contents>
[[nodiscard]] constexpr EntryKind kindOf(const std::variant<Contents...>& content)
{
    return std::visit([]<typename Content>(const Content&) { return kindOf<Content>(); }, content);
}

/// Returns "message", "edit" and so on; "unknown" for a number that is no kind.
[[nodiscard]] const char* kindName(EntryKind kind);

/// The text of `content`; null if its kind has none. `Variant`: EntryContent or SentContent, possibly const.
template <typename Variant>
[[nodiscard]] auto* textIn(Variant& content)
{
    using Text = std::conditional_t<std::is_const_v<Variant>, const std::string, std::string>;
    return std::visit(
        [](auto& one) -> Text* {
            if constexpr (requires { one.text; }) {
                return &one.text;
            } else if constexpr (requires { one.title; }) {
                return &one.title;
            } else {
                return nullptr;
            }
        },
        content);
}

/// The message in `content` if it has attachments that its sender uploads; else null. The files of a
/// forwarded message are with the server.
[[nodiscard]] const content::Message* messageWithFiles(const SentContent& content);

/// Drops what no honest server sends in the attachments of `content`: more than ten of them, long previews
/// and types, names that are too long or missing. The entry stays, so that its log can be read.
void keepWithinCaps(EntryContent& content);

/// The number of bytes that the description of a file takes.
[[nodiscard]] std::size_t bytesIn(const Attachment& attachment);
/// The number of bytes of the text and the attachments of `content`, without the files.
[[nodiscard]] std::size_t textBytesIn(const EntryContent& content);
/// The same with the mentions.
[[nodiscard]] std::size_t bytesIn(const EntryContent& content);

namespace content {

[[nodiscard]] Fields fieldsOf(EntryContent content);
[[nodiscard]] Fields fieldsOf(SentContent content);
/// Ignores the fields that `kind` does not have. A number that is no kind makes Unknown.
[[nodiscard]] EntryContent entryContent(EntryKind kind, Fields fields);
/// A kind that users do not send makes a message.
[[nodiscard]] SentContent sentContent(EntryKind kind, Fields fields);

} // namespace content

} // namespace tidemark
