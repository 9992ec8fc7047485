#include "core/wire/values.h"

#include <tidemark/v1/common.pb.h>

#include <algorithm>

namespace tidemark::wire {

namespace {

constexpr std::size_t tokenBytes = 32;

} // namespace

void fillUuid(std::string& field, const MessageUuid& uuid)
{
    if (uuid.isValid()) {
        field.assign(uuid.bytes.begin(), uuid.bytes.end());
    }
}

MessageUuid readUuid(const std::string& field, std::string_view name, Problem& problem)
{
    MessageUuid uuid;
    if (field.size() == uuid.bytes.size()) {
        std::copy(field.begin(), field.end(), uuid.bytes.begin());
    } else if (!field.empty()) {
        problem.report(DecodeErrorCode::BadLength, name);
    }
    return uuid;
}

std::string readToken(std::string& field, Problem& problem)
{
    if (!field.empty() && field.size() != tokenBytes) {
        problem.report(DecodeErrorCode::BadLength, "token");
    }
    return std::move(field);
}

template <typename Id>
void fillIds(google::protobuf::RepeatedField<std::uint64_t>& field, const std::vector<Id>& ids)
{
    field.Reserve(static_cast<int>(ids.size()));
    for (const Id id : ids) {
        field.Add(id.value);
    }
}

template <typename Id>
std::vector<Id> readIds(const google::protobuf::RepeatedField<std::uint64_t>& field, std::string_view name,
                        Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(field.size()), name);
    if (problem.found()) {
        return {};
    }
    std::vector<Id> ids;
    ids.reserve(static_cast<std::size_t>(field.size()));
    for (const std::uint64_t value : field) {
        ids.emplace_back(value);
    }
    return ids;
}

template void fillIds(google::protobuf::RepeatedField<std::uint64_t>&, const std::vector<UserId>&);
template void fillIds(google::protobuf::RepeatedField<std::uint64_t>&, const std::vector<ConversationId>&);
template std::vector<UserId> readIds(const google::protobuf::RepeatedField<std::uint64_t>&, std::string_view,
                                     Problem&);
template std::vector<ConversationId> readIds(const google::protobuf::RepeatedField<std::uint64_t>&,
                                             std::string_view, Problem&);

void fillUser(v1::User& message, const User& user)
{
    message.set_id(user.id.value);
    message.set_name(user.name);
    message.set_deleted(user.isDeleted);
}

User readUser(v1::User& message)
{
    return User{UserId(message.id()), std::move(*message.mutable_name()), message.deleted()};
}

void fillUsers(google::protobuf::RepeatedPtrField<v1::User>& field, const std::vector<User>& users)
{
    field.Reserve(static_cast<int>(users.size()));
    for (const User& user : users) {
        fillUser(*field.Add(), user);
    }
}

std::vector<User> readUsers(google::protobuf::RepeatedPtrField<v1::User>& field, Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(field.size()), "users");
    if (problem.found()) {
        return {};
    }
    std::vector<User> users;
    users.reserve(static_cast<std::size_t>(field.size()));
    for (v1::User& message : field) {
        users.push_back(readUser(message));
    }
    return users;
}

void fillHeld(google::protobuf::RepeatedPtrField<v1::HeldState>& field, const std::vector<HeldState>& held)
{
    field.Reserve(static_cast<int>(held.size()));
    for (const HeldState& state : held) {
        v1::HeldState& message = *field.Add();
        message.set_conversation(state.id.value);
        message.set_log_epoch(state.logEpoch.value);
        message.set_head(state.head.value);
        message.set_cursor_epoch(state.cursor.epoch);
        message.set_read_seq(state.cursor.readSeq.value);
        message.set_version(state.version);
        message.set_upto(state.through.value);
    }
}

std::vector<HeldState> readHeld(const google::protobuf::RepeatedPtrField<v1::HeldState>& field,
                                Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(field.size()), "held");
    if (problem.found()) {
        return {};
    }
    std::vector<HeldState> held;
    held.reserve(static_cast<std::size_t>(field.size()));
    for (const v1::HeldState& message : field) {
        held.push_back(HeldState{.id = ConversationId(message.conversation()),
                                 .logEpoch = LogEpoch(message.log_epoch()),
                                 .head = Seq(message.head()),
                                 .cursor = Cursor{message.cursor_epoch(), Seq(message.read_seq())},
                                 .version = message.version(),
                                 .through = Seq(message.upto())});
    }
    return held;
}

void fillTotals(v1::Totals& message, const protocol::TotalsNow& totals)
{
    message.set_unread(totals.unread);
    message.set_mentions(totals.mentions);
    message.set_conversations(totals.conversations);
    message.set_muted_unread(totals.mutedUnread);
    message.set_muted_conversations(totals.mutedConversations);
    message.set_feed(totals.feed);
    message.set_version(totals.version);
}

protocol::TotalsNow readTotals(const v1::Totals& message)
{
    return {.unread = message.unread(),
            .mentions = message.mentions(),
            .conversations = message.conversations(),
            .mutedUnread = message.muted_unread(),
            .mutedConversations = message.muted_conversations(),
            .feed = message.feed(),
            .version = message.version()};
}

void fillLimits(v1::Limits& message, const Limits& limits)
{
    message.set_max_frame_bytes(limits.maxFrameBytes);
    message.set_max_text_bytes(limits.maxTextBytes);
    message.set_max_title_bytes(limits.maxTitleBytes);
    message.set_max_name_bytes(limits.maxNameBytes);
    message.set_max_pull_entries(limits.maxPullEntries);
    message.set_max_connections_per_user(limits.maxConnectionsPerUser);
    message.set_max_sessions_per_connection(limits.maxSessionsPerConnection);
    message.set_sends_per_second(limits.sendsPerSecond);
    message.set_send_burst(limits.sendBurst);
    message.set_requests_per_second(limits.requestsPerSecond);
    message.set_request_burst(limits.requestBurst);
    message.set_heartbeat_ms(limits.heartbeatMs);
    message.set_receipt_members(limits.receiptMembers);
    message.set_large_group_members(limits.largeGroupMembers);
    message.set_max_memberships(limits.maxMemberships);
    message.set_max_created(limits.maxCreated);
    message.set_max_sessions_per_user(limits.maxSessionsPerUser);
    message.set_max_file_bytes(limits.maxFileBytes);
    message.set_max_user_bytes(limits.maxUserBytes);
    message.set_transfer_bytes_per_second(limits.transferBytesPerSecond);
    message.set_removes_deleted_texts(limits.removesDeletedTexts);
}

Limits readLimits(const v1::Limits& message)
{
    return Limits{.maxFrameBytes = message.max_frame_bytes(),
                  .maxTextBytes = message.max_text_bytes(),
                  .maxTitleBytes = message.max_title_bytes(),
                  .maxNameBytes = message.max_name_bytes(),
                  .maxPullEntries = message.max_pull_entries(),
                  .maxConnectionsPerUser = message.max_connections_per_user(),
                  .maxSessionsPerConnection = message.max_sessions_per_connection(),
                  .sendsPerSecond = message.sends_per_second(),
                  .sendBurst = message.send_burst(),
                  .requestsPerSecond = message.requests_per_second(),
                  .requestBurst = message.request_burst(),
                  .heartbeatMs = message.heartbeat_ms(),
                  .receiptMembers = message.receipt_members(),
                  .largeGroupMembers = message.large_group_members(),
                  .maxMemberships = message.max_memberships(),
                  .maxCreated = message.max_created(),
                  .maxSessionsPerUser = message.max_sessions_per_user(),
                  .maxFileBytes = message.max_file_bytes(),
                  .maxUserBytes = message.max_user_bytes(),
                  .transferBytesPerSecond = message.transfer_bytes_per_second(),
                  .removesDeletedTexts = message.removes_deleted_texts()};
}

} // namespace tidemark::wire
