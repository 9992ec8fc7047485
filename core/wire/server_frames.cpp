#include "core/wire/server_frames.h"

#include "core/wire/attachments.h"
#include "core/wire/drafts.h"
#include "core/wire/entries.h"
#include "core/wire/error_codes.h"
#include "core/wire/folders.h"
#include "core/wire/ignoring.h"
#include "core/wire/invitations.h"
#include "core/wire/reactions.h"
#include "core/wire/read_values.h"
#include "core/wire/schedules.h"
#include "core/wire/states.h"
#include "core/wire/values.h"

#include <tidemark/v1/envelope.pb.h>

#include <algorithm>
#include <limits>

namespace tidemark::wire {

namespace {

/// Durations are at most 49 days on the wire, so that no receiver can overflow by adding one.
std::uint32_t wireDuration(Milliseconds duration)
{
    constexpr std::int64_t maxDuration = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(duration.count(), 0, maxDuration));
}

class ServerFrameWriter {
public:
    explicit ServerFrameWriter(v1::ServerEnvelope& envelope) : m_envelope(envelope) {}

    void operator()(const protocol::UnknownFrame&) const {}

    void operator()(const protocol::Authenticated& frame) const
    {
        v1::Authenticated& message = *m_envelope.mutable_authenticated();
        fillUser(*message.mutable_user(), frame.user);
        message.set_token(frame.token);
    }

    void operator()(const protocol::Welcome& welcome) const
    {
        v1::Welcome& message = *m_envelope.mutable_welcome();
        message.set_protocol_version(welcome.protocolVersion);
        fillUser(*message.mutable_user(), welcome.user);
        message.set_server_name(welcome.serverName);
        fillLimits(*message.mutable_limits(), welcome.limits);
        message.set_server_time_at_ms(welcome.serverTime.value);
        message.set_states_to_come(welcome.statesToCome);
        fillAccountSettings(*message.mutable_settings(), welcome.settings);
        message.set_next_token(welcome.nextToken);
        if (welcome.ignored) {
            fillIgnoredUsers(*message.mutable_ignored(), *welcome.ignored);
        }
        if (welcome.drafts) {
            message.set_drafts(*welcome.drafts);
        }
        if (welcome.scheduled) {
            message.set_scheduled(*welcome.scheduled);
        }
        if (welcome.folders) {
            fillFolders(*message.mutable_folders(), *welcome.folders);
        }
        if (welcome.invitations) {
            fillInvitations(*message.mutable_invitations(), *welcome.invitations);
        }
    }

    void operator()(const protocol::UploadState& state) const
    {
        v1::UploadState& message = *m_envelope.mutable_upload_state();
        fillUuid(*message.mutable_uuid(), state.uuid);
        message.set_received(state.received);
        message.set_complete(state.isComplete);
    }

    void operator()(const protocol::BlobPart& part) const
    {
        v1::BlobPart& message = *m_envelope.mutable_blob_part();
        message.set_offset(part.offset);
        message.set_bytes(part.bytes.view().data(), part.bytes.size());
        message.set_size(part.size);
    }

    void operator()(const protocol::Avatars& frame) const
    {
        v1::Avatars& message = *m_envelope.mutable_avatars();
        for (const Avatar& avatar : frame.avatars) {
            v1::Avatar& one = *message.add_avatars();
            one.set_user(avatar.owner.user.value);
            one.set_conversation(avatar.owner.conversation.value);
            one.set_version(avatar.version);
            fillHash(*one.mutable_sha256(), avatar.hash);
            one.set_size(avatar.size);
        }
    }

    void operator()(const protocol::States& states) const
    {
        fillStates(*m_envelope.mutable_states(), states);
    }

    void operator()(const protocol::Range& range) const { fillRange(*m_envelope.mutable_range(), range); }

    void operator()(const protocol::Reactions& reactions) const
    {
        fillReactions(*m_envelope.mutable_reactions(), reactions);
    }

    void operator()(const protocol::Reactors& reactors) const
    {
        fillReactors(*m_envelope.mutable_reactors(), reactors);
    }

    void operator()(const protocol::IgnoredUsers& ignored) const
    {
        fillIgnoredUsers(*m_envelope.mutable_ignored_users(), ignored);
    }

    void operator()(const protocol::Folders& folders) const
    {
        fillFolders(*m_envelope.mutable_folders(), folders);
    }

    void operator()(const protocol::Invitations& invitations) const
    {
        fillInvitations(*m_envelope.mutable_invitations(), invitations);
    }

    void operator()(const protocol::SendAck& ack) const
    {
        v1::SendAck& message = *m_envelope.mutable_send_ack();
        message.set_conversation(ack.conversation.value);
        message.set_log_epoch(ack.logEpoch.value);
        fillUuid(*message.mutable_uuid(), ack.uuid);
        message.set_seq(ack.seq.value);
        message.set_sent_at_ms(ack.at.value);
        message.set_duplicate(ack.duplicate);
        message.set_draft_version(ack.draftVersion);
    }

    void operator()(const protocol::Readers& readers) const
    {
        v1::Readers& message = *m_envelope.mutable_readers();
        message.set_conversation(readers.conversation.value);
        message.set_seq(readers.seq.value);
        fillUsers(*message.mutable_users(), readers.users);
        for (const UnixMs at : readers.readAt) {
            message.add_read_at_ms(at.value);
        }
        message.set_member_count(readers.memberCount);
        message.set_reader_count(readers.readerCount);
    }

    void operator()(const protocol::Members& members) const
    {
        v1::Members& message = *m_envelope.mutable_members();
        message.set_conversation(members.conversation.value);
        for (const protocol::Member& member : members.members) {
            v1::Members::Member& one = *message.add_members();
            fillUser(*one.mutable_user(), member.user);
            one.set_seen(member.seen.value);
            one.set_seen_at_ms(member.seenAt.value);
            one.set_seen_sent_at_ms(member.seenSentAt.value);
            one.set_seen_all(member.seenAll);
            one.set_delivered(member.delivered.value);
            one.set_role(wireRole(member.role));
        }
        message.set_member_count(members.memberCount);
    }

    void operator()(const protocol::FoundChannels& found) const
    {
        v1::FoundChannels& message = *m_envelope.mutable_found_channels();
        for (const protocol::FoundChannel& channel : found.channels) {
            v1::FoundChannels::Channel& one = *message.add_channels();
            one.set_conversation(channel.conversation.value);
            one.set_title(channel.title);
            one.set_followers(channel.followers);
        }
    }

    void operator()(const protocol::TypingNow& typing) const
    {
        v1::TypingNow& message = *m_envelope.mutable_typing_now();
        message.set_conversation(typing.conversation.value);
        fillUser(*message.mutable_user(), typing.user);
    }

    void operator()(const protocol::DeviceActivity& activity) const
    {
        v1::DeviceActivity& message = *m_envelope.mutable_device_activity();
        message.set_device(activity.device.value);
        message.set_active(activity.active);
    }

    void operator()(const protocol::Devices& devices) const
    {
        v1::Devices& message = *m_envelope.mutable_devices();
        for (const protocol::Device& device : devices.devices) {
            v1::Devices::Device& one = *message.add_devices();
            one.set_id(device.id.value);
            one.set_name(device.name);
            one.set_client_name(device.clientName);
            one.set_connected(device.isConnected);
            one.set_last_contact_at_ms(device.lastContact.value);
            one.set_agreed_at_ms(device.agreedAt.value);
            one.set_agrees(device.agrees);
        }
    }

    void operator()(const protocol::Users& users) const
    {
        fillUsers(*m_envelope.mutable_users()->mutable_users(), users.users);
    }

    void operator()(const protocol::TotalsNow& totals) const
    {
        fillTotals(*m_envelope.mutable_totals(), totals);
    }

    void operator()(const protocol::HeartbeatAck& ack) const
    {
        v1::HeartbeatAck& message = *m_envelope.mutable_heartbeat_ack();
        message.set_agree(ack.agree);
        if (ack.totals) {
            fillTotals(*message.mutable_totals(), *ack.totals);
        }
    }

    void operator()(const protocol::Done&) const { m_envelope.mutable_done(); }

    void operator()(const AccountSettings& settings) const
    {
        fillAccountSettings(*m_envelope.mutable_account_settings(), settings);
    }

    void operator()(const protocol::Notify& notify) const
    {
        v1::Notify& message = *m_envelope.mutable_notify();
        for (const protocol::Head& head : notify.heads) {
            v1::Head& headMessage = *message.add_heads();
            headMessage.set_conversation(head.conversation.value);
            headMessage.set_log_epoch(head.logEpoch.value);
            headMessage.set_head(head.head.value);
            headMessage.set_reaction_head(head.reactionHead.value);
        }
        if (notify.totals) {
            fillTotals(*message.mutable_totals(), *notify.totals);
        }
    }

    void operator()(const protocol::Receipts& receipts) const
    {
        v1::Receipts& message = *m_envelope.mutable_receipts();
        for (const protocol::Receipt& receipt : receipts.receipts) {
            v1::Receipt& receiptMessage = *message.add_receipts();
            receiptMessage.set_conversation(receipt.conversation.value);
            receiptMessage.set_log_epoch(receipt.logEpoch.value);
            receiptMessage.set_seen(receipt.seen.value);
            receiptMessage.set_delivered(receipt.delivered.value);
        }
        message.set_standing(receipts.isStanding);
    }

    void operator()(const protocol::Dots& dots) const
    {
        v1::Dots& message = *m_envelope.mutable_dots();
        for (const Dot& dot : dots.dots) {
            v1::Dots::Dot& one = *message.add_dots();
            one.set_name(dot.name);
            one.set_version(dot.version);
            one.set_seen(dot.seen);
        }
    }

    void operator()(const protocol::DraftResult& frame) const
    {
        fillDraftResult(*m_envelope.mutable_draft_result(), frame);
    }

    void operator()(const protocol::Drafts& frame) const { fillDrafts(*m_envelope.mutable_drafts(), frame); }

    void operator()(const protocol::ScheduleResult& frame) const
    {
        fillScheduleResult(*m_envelope.mutable_schedule_result(), frame);
    }

    void operator()(const protocol::ScheduledMessages& frame) const
    {
        fillScheduledMessages(*m_envelope.mutable_scheduled_messages(), frame);
    }

    void operator()(const protocol::GoAway& frame) const
    {
        v1::GoAway& message = *m_envelope.mutable_go_away();
        const Milliseconds minDelay(wireDuration(frame.minDelay));
        message.set_min_delay_ms(wireDuration(minDelay));
        message.set_window_ms(wireDuration(std::max(frame.maxDelay, minDelay) - minDelay));
    }

    void operator()(const protocol::Error& error) const
    {
        v1::Error& message = *m_envelope.mutable_error();
        message.set_code(static_cast<v1::ErrorCode>(errorNumber(error.code)));
        message.set_retry_after_ms(wireDuration(error.retryAfter));
        message.set_detail(error.detail);
    }

private:
    v1::ServerEnvelope& m_envelope;
};

protocol::Authenticated readAuthenticated(v1::Authenticated& message, Problem& problem)
{
    return {.user = readUser(*message.mutable_user()), .token = readToken(*message.mutable_token(), problem)};
}

protocol::Welcome readWelcome(v1::Welcome& message, Problem& problem)
{
    return {.protocolVersion = message.protocol_version(),
            .user = readUser(*message.mutable_user()),
            .serverName = std::move(*message.mutable_server_name()),
            .limits = readLimits(message.limits()),
            .serverTime = UnixMs{message.server_time_at_ms()},
            .statesToCome = message.states_to_come(),
            .settings = readAccountSettings(message.settings()),
            .nextToken = readToken(*message.mutable_next_token(), problem),
            .ignored = message.has_ignored()
                           ? std::optional(readIgnoredUsers(*message.mutable_ignored(), problem))
                           : std::nullopt,
            .drafts = message.has_drafts() ? std::optional(message.drafts()) : std::nullopt,
            .scheduled = message.has_scheduled() ? std::optional(message.scheduled()) : std::nullopt,
            .folders = message.has_folders() ? std::optional(readFolders(*message.mutable_folders(), problem))
                                             : std::nullopt,
            .invitations = message.has_invitations()
                               ? std::optional(readInvitations(*message.mutable_invitations(), problem))
                               : std::nullopt};
}

protocol::SendAck readSendAck(const v1::SendAck& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .uuid = readUuid(message.uuid(), "send_ack.uuid", problem),
            .seq = Seq(message.seq()),
            .at = UnixMs{message.sent_at_ms()},
            .duplicate = message.duplicate(),
            .draftVersion = message.draft_version()};
}

protocol::Readers readReaders(v1::Readers& message, Problem& problem)
{
    protocol::Readers readers;
    readers.conversation = ConversationId(message.conversation());
    readers.seq = Seq(message.seq());
    readers.users = readUsers(*message.mutable_users(), problem);
    readers.memberCount = message.member_count();
    readers.readerCount = message.reader_count();
    problem.checkListSize(static_cast<std::size_t>(message.read_at_ms_size()), "readers.read_at_ms");
    // The server sends a time for each user, or none; any other number is meaningless.
    if (message.read_at_ms_size() == static_cast<int>(readers.users.size())) {
        for (const std::int64_t at : message.read_at_ms()) {
            readers.readAt.push_back(UnixMs{at});
        }
    }
    return readers;
}

protocol::Members readMembers(v1::Members& message, Problem& problem)
{
    protocol::Members members;
    members.conversation = ConversationId(message.conversation());
    members.memberCount = message.member_count();
    problem.checkListSize(static_cast<std::size_t>(message.members_size()), "members");
    if (problem.found()) {
        return members;
    }
    members.members.reserve(static_cast<std::size_t>(message.members_size()));
    for (v1::Members::Member& member : *message.mutable_members()) {
        members.members.push_back({.user = readUser(*member.mutable_user()),
                                   .seen = Seq(member.seen()),
                                   .seenAt = UnixMs{member.seen_at_ms()},
                                   .seenSentAt = UnixMs{member.seen_sent_at_ms()},
                                   .seenAll = member.seen_all(),
                                   .delivered = Seq(member.delivered()),
                                   .role = readRole(member.role())});
    }
    return members;
}

protocol::FoundChannels readFoundChannels(v1::FoundChannels& message, Problem& problem)
{
    protocol::FoundChannels found;
    problem.checkListSize(static_cast<std::size_t>(message.channels_size()), "found_channels");
    if (problem.found()) {
        return found;
    }
    found.channels.reserve(static_cast<std::size_t>(message.channels_size()));
    for (v1::FoundChannels::Channel& channel : *message.mutable_channels()) {
        found.channels.push_back({.conversation = ConversationId(channel.conversation()),
                                  .title = std::move(*channel.mutable_title()),
                                  .followers = channel.followers()});
    }
    return found;
}

protocol::Devices readDevices(v1::Devices& message, Problem& problem)
{
    protocol::Devices devices;
    problem.checkListSize(static_cast<std::size_t>(message.devices_size()), "devices");
    if (problem.found()) {
        return devices;
    }
    devices.devices.reserve(static_cast<std::size_t>(message.devices_size()));
    for (v1::Devices::Device& device : *message.mutable_devices()) {
        devices.devices.push_back({.id = DeviceId(device.id()),
                                   .name = std::move(*device.mutable_name()),
                                   .clientName = std::move(*device.mutable_client_name()),
                                   .isConnected = device.connected(),
                                   .lastContact = UnixMs{device.last_contact_at_ms()},
                                   .agreedAt = UnixMs{device.agreed_at_ms()},
                                   .agrees = device.agrees()});
    }
    return devices;
}

protocol::HeartbeatAck readHeartbeatAck(const v1::HeartbeatAck& message)
{
    return {message.agree(),
            message.has_totals() ? std::optional(readTotals(message.totals())) : std::nullopt};
}

protocol::Notify readNotify(const v1::Notify& message, Problem& problem)
{
    protocol::Notify notify;
    problem.checkListSize(static_cast<std::size_t>(message.heads_size()), "notify.heads");
    if (problem.found()) {
        return notify;
    }
    notify.heads.reserve(static_cast<std::size_t>(message.heads_size()));
    for (const v1::Head& head : message.heads()) {
        notify.heads.push_back({.conversation = ConversationId(head.conversation()),
                                .logEpoch = LogEpoch(head.log_epoch()),
                                .head = Seq(head.head()),
                                .reactionHead = ReactionSeq(head.reaction_head())});
    }
    if (message.has_totals()) {
        notify.totals = readTotals(message.totals());
    }
    return notify;
}

protocol::Receipts readReceipts(const v1::Receipts& message, Problem& problem)
{
    protocol::Receipts receipts;
    receipts.isStanding = message.standing();
    problem.checkListSize(static_cast<std::size_t>(message.receipts_size()), "receipts");
    if (problem.found()) {
        return receipts;
    }
    receipts.receipts.reserve(static_cast<std::size_t>(message.receipts_size()));
    for (const v1::Receipt& receipt : message.receipts()) {
        receipts.receipts.push_back({.conversation = ConversationId(receipt.conversation()),
                                     .logEpoch = LogEpoch(receipt.log_epoch()),
                                     .seen = Seq(receipt.seen()),
                                     .delivered = Seq(receipt.delivered())});
    }
    return receipts;
}

protocol::Dots readDots(v1::Dots& message, Problem& problem)
{
    protocol::Dots dots;
    problem.checkListSize(static_cast<std::size_t>(message.dots_size()), "dots");
    if (problem.found()) {
        return dots;
    }
    dots.dots.reserve(static_cast<std::size_t>(message.dots_size()));
    for (v1::Dots::Dot& one : *message.mutable_dots()) {
        dots.dots.push_back(
            {.name = std::move(*one.mutable_name()), .version = one.version(), .seen = one.seen()});
    }
    return dots;
}

protocol::Avatars readAvatars(const v1::Avatars& message, Problem& problem)
{
    protocol::Avatars frame;
    problem.checkListSize(static_cast<std::size_t>(message.avatars_size()), "avatars");
    if (problem.found()) {
        return frame;
    }
    frame.avatars.reserve(static_cast<std::size_t>(message.avatars_size()));
    for (const v1::Avatar& one : message.avatars()) {
        frame.avatars.push_back(
            {.owner = {.user = UserId(one.user()), .conversation = ConversationId(one.conversation())},
             .version = one.version(),
             .hash = readHash(one.sha256(), "avatar.sha256", problem),
             .size = one.size()});
    }
    return frame;
}

protocol::GoAway readGoAway(const v1::GoAway& message)
{
    const Milliseconds minDelay(message.min_delay_ms());
    return {.minDelay = minDelay, .maxDelay = minDelay + Milliseconds(message.window_ms())};
}

protocol::Error readError(v1::Error& message)
{
    return {.code = errorCode(message.code()),
            .retryAfter = Milliseconds(message.retry_after_ms()),
            .detail = std::move(*message.mutable_detail())};
}

} // namespace

void fillFrame(v1::ServerEnvelope& envelope, const protocol::ServerFrame& frame)
{
    std::visit(ServerFrameWriter(envelope), frame);
}

protocol::ServerFrame readFrame(v1::ServerEnvelope& envelope, Problem& problem)
{
    using Envelope = v1::ServerEnvelope;
    switch (envelope.frame_case()) {
    case Envelope::kAuthenticated:
        return readAuthenticated(*envelope.mutable_authenticated(), problem);
    case Envelope::kWelcome:
        return readWelcome(*envelope.mutable_welcome(), problem);
    case Envelope::kStates:
        return readStates(*envelope.mutable_states(), problem);
    case Envelope::kRange:
        return readRange(*envelope.mutable_range(), problem);
    case Envelope::kReactions:
        return readReactions(*envelope.mutable_reactions(), problem);
    case Envelope::kReactors:
        return readReactors(*envelope.mutable_reactors(), problem);
    case Envelope::kIgnoredUsers:
        return readIgnoredUsers(*envelope.mutable_ignored_users(), problem);
    case Envelope::kFolders:
        return readFolders(*envelope.mutable_folders(), problem);
    case Envelope::kInvitations:
        return readInvitations(*envelope.mutable_invitations(), problem);
    case Envelope::kSendAck:
        return readSendAck(envelope.send_ack(), problem);
    case Envelope::kReaders:
        return readReaders(*envelope.mutable_readers(), problem);
    case Envelope::kMembers:
        return readMembers(*envelope.mutable_members(), problem);
    case Envelope::kFoundChannels:
        return readFoundChannels(*envelope.mutable_found_channels(), problem);
    case Envelope::kTypingNow:
        return protocol::TypingNow{ConversationId(envelope.typing_now().conversation()),
                                   readUser(*envelope.mutable_typing_now()->mutable_user())};
    case Envelope::kDeviceActivity:
        return protocol::DeviceActivity{DeviceId(envelope.device_activity().device()),
                                        envelope.device_activity().active()};
    case Envelope::kDevices:
        return readDevices(*envelope.mutable_devices(), problem);
    case Envelope::kUsers:
        return protocol::Users{readUsers(*envelope.mutable_users()->mutable_users(), problem)};
    case Envelope::kTotals:
        return readTotals(envelope.totals());
    case Envelope::kHeartbeatAck:
        return readHeartbeatAck(envelope.heartbeat_ack());
    case Envelope::kDone:
        return protocol::Done{};
    case Envelope::kAccountSettings:
        return readAccountSettings(envelope.account_settings());
    case Envelope::kNotify:
        return readNotify(envelope.notify(), problem);
    case Envelope::kReceipts:
        return readReceipts(envelope.receipts(), problem);
    case Envelope::kDots:
        return readDots(*envelope.mutable_dots(), problem);
    case Envelope::kUploadState:
        return protocol::UploadState{readUuid(envelope.upload_state().uuid(), "upload_state.uuid", problem),
                                     envelope.upload_state().received(), envelope.upload_state().complete()};
    case Envelope::kBlobPart:
        return protocol::BlobPart{envelope.blob_part().offset(),
                                  std::move(*envelope.mutable_blob_part()->mutable_bytes()),
                                  envelope.blob_part().size()};
    case Envelope::kAvatars:
        return readAvatars(envelope.avatars(), problem);
    case Envelope::kDraftResult:
        return readDraftResult(*envelope.mutable_draft_result(), problem);
    case Envelope::kDrafts:
        return readDrafts(*envelope.mutable_drafts(), problem);
    case Envelope::kScheduleResult:
        return readScheduleResult(*envelope.mutable_schedule_result(), problem);
    case Envelope::kScheduledMessages:
        return readScheduledMessages(*envelope.mutable_scheduled_messages(), problem);
    case Envelope::kGoAway:
        return readGoAway(envelope.go_away());
    case Envelope::kError:
        return readError(*envelope.mutable_error());
    default:
        return protocol::UnknownFrame{};
    }
}

} // namespace tidemark::wire
