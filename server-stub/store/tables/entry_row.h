#pragma once

#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/store/stored_values.h"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark::server {

/// A `Record`, possibly const.
template <typename T, typename Record>
concept Of = std::same_as<std::remove_const_t<T>, Record>;

/// A LogEntry as a row of the table `entry`.
struct EntryRow {
    Seq seq;
    EntryKind kind = EntryKind::Message;
    UserId author;
    UnixMs at;
    MessageUuid uuid;
    content::Fields content;
    std::uint64_t countable = 0;
    std::uint64_t own = 0;
};

[[nodiscard]] inline EntryRow rowOf(const LogEntry& logged)
{
    const Entry& entry = logged.entry;
    return {entry.seq,        entry.kind(), entry.author, entry.at, entry.uuid, fieldsOf(entry.content),
            logged.countable, logged.own};
}

void forEachField(Of<EntryRow> auto& row, auto&& visit)
{
    visit("seq", row.seq);
    visit("kind", row.kind);
    visit("author", row.author);
    visit("at", row.at);
    visit("uuid", row.uuid);
    visit("text", row.content.text);
    visit("is_action", row.content.isAction);
    visit("reply_to", row.content.replyTo);
    visit("reply_to_author", row.content.replyToAuthor);
    visit("mentions", row.content.mentions);
    visit("mentions_all", row.content.mentionsAll);
    visit("edited_by", row.content.editedBy);
    visit("recalled_by", row.content.recalledBy);
    visit("target", row.content.target);
    visit("target_author", row.content.targetAuthor);
    visit("notice", row.content.notice);
    visit("subject", row.content.subject);
    visit("attachments", row.content.attachments);
    visit("forwarded_from", row.content.forwarded.from);
    visit("forwarded_at", row.content.forwarded.at);
    visit("countable", row.countable);
    visit("own", row.own);
}

template <typename Run, typename Field>
void readField(const Run& run, int column, Field& field)
{
    if constexpr (std::same_as<Field, std::string>) {
        field = run.bytes(column);
    } else if constexpr (std::same_as<Field, MessageUuid>) {
        field = uuidFrom(run.bytes(column));
    } else if constexpr (std::same_as<Field, std::vector<MessageUuid>>) {
        field = uuidsFrom(run.bytes(column));
    } else if constexpr (std::same_as<Field, std::vector<UserId>>) {
        field = usersFrom(run.bytes(column));
    } else if constexpr (std::same_as<Field, std::vector<Seq>>) {
        field = seqsFrom(run.bytes(column));
    } else if constexpr (std::same_as<Field, std::vector<Attachment>>) {
        field = attachmentsFrom(run.bytes(column));
    } else if constexpr (std::same_as<Field, bool>) {
        field = run.number(column) != 0;
    } else if constexpr (requires { field.value; }) {
        field.value = static_cast<decltype(field.value)>(run.number(column));
    } else {
        field = static_cast<Field>(run.number(column));
    }
}

/// Reads a row of the table `entry`, whose columns are the fields of EntryRow in their order.
[[nodiscard]] LogEntry logEntryIn(const auto& run)
{
    EntryRow row;
    int column = 0;
    forEachField(row, [&](const char*, auto& field) { readField(run, column++, field); });
    return {{row.seq, row.author, row.at, row.uuid, entryContent(row.kind, std::move(row.content))},
            row.countable,
            row.own};
}

} // namespace tidemark::server
