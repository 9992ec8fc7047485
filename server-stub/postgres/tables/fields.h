#pragma once

#include "server-stub/hub/contract/stores/store.h"
#include "server-stub/postgres/session/statement.h"
#include "server-stub/store/tables/entry_row.h"

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

namespace tidemark::server::postgres {

// The fields of a record except its key: calls `visit(column, field)` for each, always in the same order.
// Column names, bound values and read values all come from here.

void forEachField(Of<AccountRecord> auto& account, auto&& visit)
{
    visit("name", account.name);
    visit("password_hash", account.passwordHash);
    visit("disabled", account.disabled);
    visit("receipts", account.settings.receipts);
    visit("settings_version", account.settings.version);
    visit("reading", account.settings.reading);
    visit("quiet_while_active", account.settings.quietWhileActive);
    visit("adding", account.settings.adding);
    visit("last_contact_at", account.lastContact);
    visit("deleted", account.deleted);
}

void forEachField(Of<DeviceRecord> auto& device, auto&& visit)
{
    visit("device", device.device);
    visit("name", device.name);
    visit("client_name", device.clientName);
    visit("last_contact_at", device.lastContact);
    visit("agreed_at", device.agreedAt);
    visit("agrees", device.agrees);
}

void forEachField(Of<ConversationRecord> auto& conversation, auto&& visit)
{
    visit("kind", conversation.kind);
    visit("title", conversation.title);
    visit("log_epoch", conversation.logEpoch);
    visit("creator", conversation.creator);
    visit("direct_low", conversation.directLow);
    visit("direct_high", conversation.directHigh);
    visit("history_open", conversation.historyOpen);
    visit("invite_only", conversation.inviteOnly);
    visit("trimmed_upto", conversation.trimmedThrough);
    visit("head", conversation.head);
    visit("head_countable", conversation.headCountable);
    visit("last_activity_at", conversation.lastActivity);
    visit("member_count", conversation.memberCount);
    visit("reaction_head", conversation.reactionHead);
    visit("pinned", conversation.pinned);
    visit("forwarding_forbidden", conversation.forwardingForbidden);
}

void forEachField(Of<ReactionRecord> auto& reaction, auto&& visit)
{
    visit("conversation", reaction.conversation);
    visit("target", reaction.target);
    visit("user_id", reaction.user);
    visit("emoji", reaction.emoji);
    visit("is_on", reaction.isOn);
    visit("target_author", reaction.targetAuthor);
    visit("seq", reaction.seq);
    visit("first_seq", reaction.first);
    visit("recent_uuids", reaction.recentUuids);
}

void forEachField(Of<DraftRecord> auto& draft, auto&& visit)
{
    visit("user_id", draft.user);
    visit("conversation", draft.conversation);
    visit("text", draft.text);
    visit("reply_to", draft.replyTo);
    visit("version", draft.version);
    visit("device", draft.device);
    visit("at", draft.at);
    visit("uuid", draft.uuid);
}

void forEachField(Of<ScheduledRecord> auto& record, auto&& visit)
{
    visit("user_id", record.user);
    visit("uuid", record.scheduled.uuid);
    visit("conversation", record.scheduled.conversation);
    visit("text", record.scheduled.message.text);
    visit("is_action", record.scheduled.message.isAction);
    visit("reply_to", record.scheduled.message.replyTo);
    visit("mentions", record.scheduled.message.mentions);
    visit("mentions_all", record.scheduled.message.mentionsAll);
    visit("due", record.scheduled.due);
    visit("version", record.scheduled.version);
    visit("change", record.scheduled.change);
    visit("state", record.scheduled.state);
    visit("failure", record.scheduled.failure);
    visit("seq", record.scheduled.seq);
}

void forEachField(Of<MemberRecord> auto& member, auto&& visit)
{
    visit("is_member", member.isMember);
    visit("generation", member.generation);
    visit("floor", member.floor);
    visit("epoch", member.cursor.epoch);
    visit("read_seq", member.cursor.readSeq);
    visit("seen", member.seen);
    visit("seen_at", member.seenAt);
    visit("version", member.version);
    visit("muted", member.settings.muted);
    visit("muted_until", member.settings.mutedUntil);
    visit("archived", member.settings.archived);
    visit("pinned", member.settings.pinned);
    visit("receipts", member.settings.receipts);
    visit("last_mark", member.recentMarks);
    visit("moved_cause", member.moved.cause);
    visit("moved_device", member.moved.device);
    visit("moved_device_name", member.moved.deviceName);
    visit("moved_at", member.moved.at);
    visit("floor_cause", member.floorMoved.cause);
    visit("floor_device", member.floorMoved.device);
    visit("floor_device_name", member.floorMoved.deviceName);
    visit("floor_at", member.floorMoved.at);
    visit("feed_snapshot", member.feedSnapshot);
    visit("role", member.role);
    visit("banned", member.banned);
    visit("hidden_upto", member.hiddenThrough);
    visit("left_head", member.atLeaving.head);
    visit("left_activity_at", member.atLeaving.lastActivity);
    visit("left_title", member.atLeaving.title);
    visit("delivered", member.delivered);
    visit("reactions_seen", member.reactionsSeen);
    visit("cleared_upto", member.clearedThrough);
    visit("pin_order", member.settings.pinOrder);
    visit("hidden", member.hidden);
}

/// The field as a value to bind.
template <typename Field>
[[nodiscard]] Value stored(const Field& field)
{
    if constexpr (std::is_enum_v<Field>) {
        return bound(static_cast<std::uint32_t>(field));
    } else if constexpr (std::same_as<Field, MessageUuid>) {
        return bound(storedUuid(field));
    } else if constexpr (std::same_as<Field, std::vector<MessageUuid>>) {
        return bound(storedUuids(field));
    } else if constexpr (std::same_as<Field, std::vector<UserId>>) {
        return bound(std::string_view(storedUsers(field)));
    } else if constexpr (std::same_as<Field, std::vector<Seq>>) {
        return bound(std::string_view(storedSeqs(field)));
    } else if constexpr (std::same_as<Field, std::vector<Attachment>>) {
        return bound(storedAttachments(field));
    } else if constexpr (requires { field.value; }) {
        return bound(field.value);
    } else {
        return bound(field);
    }
}

/// Reads all fields of a record, beginning at `column`. Afterwards `column` is the next column.
template <typename Record>
void readFields(const Statement::Run& run, int& column, Record& record)
{
    forEachField(record, [&](const char*, auto& field) { readField(run, column++, field); });
}

template <typename Record>
[[nodiscard]] Record recordIn(const Statement::Run& run, int column = 0)
{
    Record record;
    readFields(run, column, record);
    return record;
}

/// "a, b, c", each preceded by `prefix`.
template <typename Record>
[[nodiscard]] std::string columnsOf(const std::string& prefix = {})
{
    std::string columns;
    const Record record{};
    forEachField(record, [&](const char* column, const auto&) {
        columns += (columns.empty() ? "" : ", ") + prefix + column;
    });
    return columns;
}

/// "$N, $N+1, …", one for each field of the record.
template <typename Record>
[[nodiscard]] std::string placesOf(int first)
{
    std::string places;
    const Record record{};
    forEachField(record, [&](const char*, const auto&) {
        places += (places.empty() ? "$" : ", $") + std::to_string(first++);
    });
    return places;
}

/// Adds the fields of a record to the values to bind.
template <typename Record>
void bindFields(std::vector<Value>& values, const Record& record)
{
    forEachField(record, [&](const char*, const auto& field) { values.push_back(stored(field)); });
}

} // namespace tidemark::server::postgres
