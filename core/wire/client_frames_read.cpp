#include "core/wire/attachments.h"
#include "core/wire/client_frames.h"
#include "core/wire/drafts.h"
#include "core/wire/entries.h"
#include "core/wire/folders.h"
#include "core/wire/ignoring.h"
#include "core/wire/reactions.h"
#include "core/wire/read_values.h"
#include "core/wire/schedules.h"
#include "core/wire/states.h"
#include "core/wire/values.h"

#include <tidemark/v1/envelope.pb.h>

namespace tidemark::wire {

namespace {

using protocol::ClientFrame;

protocol::Hello readHello(v1::Hello& message, Problem& problem)
{
    protocol::Hello hello;
    hello.protocolVersion = message.protocol_version();
    hello.token = readToken(*message.mutable_token(), problem);
    hello.device = DeviceId(message.device());
    hello.deviceName = std::move(*message.mutable_device_name());
    hello.clientName = std::move(*message.mutable_client_name());
    hello.held = readHeld(message.held(), problem);
    hello.silent = message.silent();
    hello.totalsOnly = message.totals_only();
    hello.keepsToken = message.keeps_token();
    hello.reactions = message.has_reactions() ? std::optional(message.reactions()) : std::nullopt;
    hello.ignoresVersion =
        message.has_ignores_version() ? std::optional(message.ignores_version()) : std::nullopt;
    hello.drafts = message.has_drafts() ? std::optional(message.drafts()) : std::nullopt;
    hello.scheduled = message.has_scheduled() ? std::optional(message.scheduled()) : std::nullopt;
    hello.foldersVersion =
        message.has_folders_version() ? std::optional(message.folders_version()) : std::nullopt;
    hello.invitationsVersion =
        message.has_invitations_version() ? std::optional(message.invitations_version()) : std::nullopt;
    return hello;
}

/// Reads Register and SignIn, which have the same fields.
template <typename Frame, typename Message>
Frame readCredentials(Message& message, Problem& problem)
{
    Frame frame;
    frame.protocolVersion = message.protocol_version();
    frame.name = std::move(*message.mutable_name());
    frame.password = std::move(*message.mutable_password());
    frame.token = readToken(*message.mutable_token(), problem);
    frame.device = DeviceId(message.device());
    frame.deviceName = std::move(*message.mutable_device_name());
    return frame;
}

std::optional<protocol::PullFrom> readPullFrom(v1::PullFrom from)
{
    switch (from) {
    case v1::PULL_FROM_START:
        return protocol::PullFrom::Start;
    case v1::PULL_FROM_END:
        return protocol::PullFrom::End;
    case v1::PULL_FROM_AROUND:
        return protocol::PullFrom::Around;
    default:
        return std::nullopt;
    }
}

ClientFrame readPull(const v1::Pull& message)
{
    const auto from = readPullFrom(message.from());
    if (!from) {
        return protocol::UnknownFrame{};
    }
    return protocol::Pull{.conversation = ConversationId(message.conversation()),
                          .logEpoch = LogEpoch(message.log_epoch()),
                          .after = Seq(message.after()),
                          .through = Seq(message.upto()),
                          .around = Seq(message.around()),
                          .limit = message.limit(),
                          .from = *from};
}

ClientFrame readSend(v1::Send& message, Problem& problem)
{
    protocol::Send send;
    send.conversation = ConversationId(message.conversation());
    send.uuid = readUuid(message.uuid(), "send.uuid", problem);
    send.after = readUuid(message.after(), "send.after", problem);
    auto content = readSent(message, problem);
    if (!content) {
        return protocol::UnknownFrame{};
    }
    send.content = std::move(*content);
    send.draftVersion = message.has_draft_version() ? std::optional(message.draft_version()) : std::nullopt;
    return send;
}

protocol::Read readRead(const v1::Read& message, Problem& problem)
{
    protocol::Read read;
    problem.checkListSize(static_cast<std::size_t>(message.intents_size()), "read.intents");
    if (problem.found()) {
        return read;
    }
    read.intents.reserve(static_cast<std::size_t>(message.intents_size()));
    for (const v1::ReadIntent& intent : message.intents()) {
        read.intents.push_back({.conversation = ConversationId(intent.conversation()),
                                .generation = Generation(intent.generation()),
                                .cursor = Cursor{intent.cursor_epoch(), Seq(intent.read_seq())},
                                .cause = readCause(intent.cause()),
                                .isPrivate = intent.private_()});
    }
    return read;
}

protocol::Delivered readDelivered(const v1::Delivered& message, Problem& problem)
{
    protocol::Delivered delivered;
    problem.checkListSize(static_cast<std::size_t>(message.reached_size()), "delivered.reached");
    if (problem.found()) {
        return delivered;
    }
    delivered.reached.reserve(static_cast<std::size_t>(message.reached_size()));
    for (const v1::Delivered::Reached& one : message.reached()) {
        delivered.reached.push_back({.conversation = ConversationId(one.conversation()),
                                     .logEpoch = LogEpoch(one.log_epoch()),
                                     .through = Seq(one.upto())});
    }
    return delivered;
}

protocol::MarkUnread readMarkUnread(const v1::MarkUnread& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .generation = Generation(message.generation()),
            .from = Seq(message.from()),
            .uuid = readUuid(message.uuid(), "mark_unread.uuid", problem),
            .cause =
                message.cause() == v1::CURSOR_CAUSE_UNDO ? CursorCause::Undo : CursorCause::MarkedUnread};
}

protocol::ClearHistory readClearHistory(const v1::ClearHistory& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .generation = Generation(message.generation()),
            .through = Seq(message.upto())};
}

protocol::HideMessages readHideMessages(const v1::HideMessages& message, Problem& problem)
{
    protocol::HideMessages frame{.conversation = ConversationId(message.conversation()),
                                 .logEpoch = LogEpoch(message.log_epoch()),
                                 .generation = Generation(message.generation())};
    problem.checkListSize(static_cast<std::size_t>(message.seqs_size()), "seqs");
    if (!problem.found()) {
        for (const std::uint64_t seq : message.seqs()) {
            frame.seqs.emplace_back(seq);
        }
    }
    return frame;
}

protocol::SetSettings readSetSettings(const v1::SetSettings& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .generation = Generation(message.generation()),
            .settings = readSettings(message.settings()),
            .muteSeconds = message.has_mute_seconds() ? std::optional(message.mute_seconds()) : std::nullopt,
            .keepsReceipts = !message.settings().has_receipts(),
            .keepsPinOrder = !message.settings().has_pin_order(),
            .onlyPinOrder = message.only_pin_order()};
}

protocol::SetAccountSettings readSetAccountSettings(const v1::AccountSettings& settings)
{
    protocol::SetAccountSettings frame;
    if (settings.has_receipts()) {
        frame.receipts = readPrivacy(settings.receipts());
    }
    if (settings.has_reading()) {
        frame.reading = readReading(settings.reading());
    }
    if (settings.has_quiet_while_active()) {
        frame.quietWhileActive = settings.quiet_while_active();
    }
    if (settings.has_adding()) {
        frame.adding = readAdding(settings.adding());
    }
    return frame;
}

protocol::CreateGroup readCreateGroup(v1::CreateGroup& message, Problem& problem)
{
    protocol::CreateGroup frame;
    frame.uuid = readUuid(message.uuid(), "create_group.uuid", problem);
    frame.title = std::move(*message.mutable_title());
    problem.checkListSize(static_cast<std::size_t>(message.members_size()), "create_group.members");
    if (problem.found()) {
        return frame;
    }
    frame.members.reserve(static_cast<std::size_t>(message.members_size()));
    for (std::string& name : *message.mutable_members()) {
        frame.members.push_back(std::move(name));
    }
    frame.historyOpen = message.history_open();
    frame.inviteOnly = message.invite_only();
    return frame;
}

protocol::AddMember readAddMember(v1::AddMember& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .name = std::move(*message.mutable_name())};
}

ClientFrame readSetRole(const v1::SetRole& message)
{
    const auto role = knownRole(message.role());
    if (!role) {
        return protocol::UnknownFrame{};
    }
    return protocol::SetRole{.conversation = ConversationId(message.conversation()),
                             .user = UserId(message.user()),
                             .role = *role};
}

protocol::ChangePassword readChangePassword(v1::ChangePassword& message)
{
    return {.oldPassword = std::move(*message.mutable_old_password()),
            .newPassword = std::move(*message.mutable_new_password()),
            .revokeOthers = message.revoke_others()};
}

protocol::Rename readRename(v1::Rename& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .title = std::move(*message.mutable_title())};
}

protocol::CreateChannel readCreateChannel(v1::CreateChannel& message, Problem& problem)
{
    return {.uuid = readUuid(message.uuid(), "create_channel.uuid", problem),
            .title = std::move(*message.mutable_title())};
}

protocol::OpenFeed readOpenFeed(const v1::OpenFeed& message, Problem& problem)
{
    protocol::OpenFeed frame;
    problem.checkListSize(static_cast<std::size_t>(message.snapshots_size()), "open_feed.snapshots");
    if (problem.found()) {
        return frame;
    }
    frame.snapshots.reserve(static_cast<std::size_t>(message.snapshots_size()));
    for (const v1::OpenFeed::Snapshot& one : message.snapshots()) {
        frame.snapshots.push_back({.conversation = ConversationId(one.conversation()),
                                   .logEpoch = LogEpoch(one.log_epoch()),
                                   .generation = Generation(one.generation()),
                                   .head = Seq(one.head())});
    }
    return frame;
}

protocol::GetReaders readGetReaders(const v1::GetReaders& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .seq = Seq(message.seq()),
            .after = UserId(message.after_user()),
            .limit = message.limit()};
}

protocol::GetMembers readGetMembers(const v1::GetMembers& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .after = UserId(message.after_user()),
            .limit = message.limit()};
}

protocol::Heartbeat readHeartbeat(const v1::Heartbeat& message)
{
    return {.digest = message.digest(),
            .dots = message.has_dots() ? std::optional(message.dots()) : std::nullopt,
            .marks = message.has_marks() ? std::optional(message.marks()) : std::nullopt,
            .reactions = message.has_reactions() ? std::optional(message.reactions()) : std::nullopt,
            .ignoresVersion =
                message.has_ignores_version() ? std::optional(message.ignores_version()) : std::nullopt,
            .drafts = message.has_drafts() ? std::optional(message.drafts()) : std::nullopt,
            .scheduled = message.has_scheduled() ? std::optional(message.scheduled()) : std::nullopt,
            .foldersVersion =
                message.has_folders_version() ? std::optional(message.folders_version()) : std::nullopt,
            .invitationsVersion = message.has_invitations_version()
                                      ? std::optional(message.invitations_version())
                                      : std::nullopt};
}

protocol::BeginUpload readBeginUpload(const v1::BeginUpload& message, Problem& problem)
{
    return {.uuid = readUuid(message.uuid(), "begin_upload.uuid", problem),
            .hash = readHash(message.sha256(), "begin_upload.sha256", problem),
            .size = message.size()};
}

protocol::UploadChunk readUploadChunk(v1::UploadChunk& message, Problem& problem)
{
    return {.uuid = readUuid(message.uuid(), "upload_chunk.uuid", problem),
            .offset = message.offset(),
            .bytes = std::move(*message.mutable_bytes())};
}

protocol::GetBlob readGetBlob(const v1::GetBlob& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .seq = Seq(message.seq()),
            .index = message.index(),
            .offset = message.offset(),
            .limit = message.limit(),
            .user = UserId(message.user()),
            .avatarVersion = message.avatar_version()};
}

protocol::SetAvatar readSetAvatar(v1::SetAvatar& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .hash = readHash(message.sha256(), "set_avatar.sha256", problem),
            .size = message.size(),
            .mime = std::move(*message.mutable_mime()),
            .width = message.width(),
            .height = message.height()};
}

protocol::GetAvatars readGetAvatars(const v1::GetAvatars& message, Problem& problem)
{
    protocol::GetAvatars frame;
    problem.checkListSize(static_cast<std::size_t>(message.places_size()), "get_avatars.places");
    if (problem.found()) {
        return frame;
    }
    frame.places.reserve(static_cast<std::size_t>(message.places_size()));
    for (const v1::GetAvatars::Place& one : message.places()) {
        frame.places.push_back(
            {.conversation = ConversationId(one.conversation()), .user = UserId(one.user())});
    }
    return frame;
}

} // namespace

ClientFrame readFrame(v1::ClientEnvelope& envelope, Problem& problem)
{
    using Envelope = v1::ClientEnvelope;
    switch (envelope.frame_case()) {
    case Envelope::kHello:
        return readHello(*envelope.mutable_hello(), problem);
    case Envelope::kRegister:
        return readCredentials<protocol::Register>(*envelope.mutable_register_(), problem);
    case Envelope::kSignIn:
        return readCredentials<protocol::SignIn>(*envelope.mutable_sign_in(), problem);
    case Envelope::kSignOut:
        return protocol::SignOut{};
    case Envelope::kSync:
        return protocol::Sync{readHeld(envelope.sync().held(), problem)};
    case Envelope::kGetStates:
        return protocol::GetStates{
            readIds<ConversationId>(envelope.get_states().conversations(), "get_states", problem)};
    case Envelope::kPull:
        return readPull(envelope.pull());
    case Envelope::kSend:
        return readSend(*envelope.mutable_send(), problem);
    case Envelope::kRead:
        return readRead(envelope.read(), problem);
    case Envelope::kDelivered:
        return readDelivered(envelope.delivered(), problem);
    case Envelope::kMarkUnread:
        return readMarkUnread(envelope.mark_unread(), problem);
    case Envelope::kClearHistory:
        return readClearHistory(envelope.clear_history());
    case Envelope::kHideMessages:
        return readHideMessages(envelope.hide_messages(), problem);
    case Envelope::kSetSettings:
        return readSetSettings(envelope.set_settings());
    case Envelope::kSetAccountSettings:
        return readSetAccountSettings(envelope.set_account_settings().settings());
    case Envelope::kCreateGroup:
        return readCreateGroup(*envelope.mutable_create_group(), problem);
    case Envelope::kOpenDirect:
        return protocol::OpenDirect{std::move(*envelope.mutable_open_direct()->mutable_name())};
    case Envelope::kJoin:
        return protocol::Join{ConversationId(envelope.join().conversation())};
    case Envelope::kLeave:
        return protocol::Leave{ConversationId(envelope.leave().conversation())};
    case Envelope::kAddMember:
        return readAddMember(*envelope.mutable_add_member());
    case Envelope::kRemoveMember:
        return protocol::RemoveMember{.conversation = ConversationId(envelope.remove_member().conversation()),
                                      .user = UserId(envelope.remove_member().user()),
                                      .banned = envelope.remove_member().banned()};
    case Envelope::kSetRole:
        return readSetRole(envelope.set_role());
    case Envelope::kRename:
        return readRename(*envelope.mutable_rename());
    case Envelope::kSetForwarding:
        return protocol::SetForwarding{ConversationId(envelope.set_forwarding().conversation()),
                                       envelope.set_forwarding().forbidden()};
    case Envelope::kCreateChannel:
        return readCreateChannel(*envelope.mutable_create_channel(), problem);
    case Envelope::kFindChannels:
        return protocol::FindChannels{std::move(*envelope.mutable_find_channels()->mutable_text()),
                                      envelope.find_channels().limit()};
    case Envelope::kFollow:
        return protocol::Follow{ConversationId(envelope.follow().conversation())};
    case Envelope::kUnfollow:
        return protocol::Unfollow{ConversationId(envelope.unfollow().conversation())};
    case Envelope::kOpenFeed:
        return readOpenFeed(envelope.open_feed(), problem);
    case Envelope::kReact:
        return readReact(*envelope.mutable_react(), problem);
    case Envelope::kPullReactions:
        return readPullReactions(envelope.pull_reactions());
    case Envelope::kSeeReactions:
        return readSeeReactions(envelope.see_reactions());
    case Envelope::kGetReactors:
        return readGetReactors(envelope.get_reactors());
    case Envelope::kSetDraft:
        return readSetDraft(*envelope.mutable_set_draft(), problem);
    case Envelope::kGetDrafts:
        return protocol::GetDrafts{envelope.get_drafts().after(), envelope.get_drafts().limit()};
    case Envelope::kSchedule:
        return readSchedule(*envelope.mutable_schedule(), problem);
    case Envelope::kGetScheduled:
        return protocol::GetScheduled{envelope.get_scheduled().after(), envelope.get_scheduled().limit()};
    case Envelope::kGetReaders:
        return readGetReaders(envelope.get_readers());
    case Envelope::kGetMembers:
        return readGetMembers(envelope.get_members());
    case Envelope::kTyping:
        return protocol::Typing{ConversationId(envelope.typing().conversation())};
    case Envelope::kActivity:
        return protocol::Activity{envelope.activity().active()};
    case Envelope::kGetUsers:
        return protocol::GetUsers{readIds<UserId>(envelope.get_users().ids(), "get_users", problem)};
    case Envelope::kGetTotals:
        return protocol::GetTotals{};
    case Envelope::kGetDevices:
        return protocol::GetDevices{};
    case Envelope::kRevokeDevice:
        return protocol::RevokeDevice{DeviceId(envelope.revoke_device().device())};
    case Envelope::kChangePassword:
        return readChangePassword(*envelope.mutable_change_password());
    case Envelope::kDeleteAccount:
        return protocol::DeleteAccount{std::move(*envelope.mutable_delete_account()->mutable_password())};
    case Envelope::kSeeDot:
        return protocol::SeeDot{std::move(*envelope.mutable_see_dot()->mutable_name()),
                                envelope.see_dot().version()};
    case Envelope::kGetDots:
        return protocol::GetDots{};
    case Envelope::kSetIgnored:
        return readSetIgnored(*envelope.mutable_set_ignored(), problem);
    case Envelope::kGetIgnored:
        return protocol::GetIgnored{};
    case Envelope::kSetFolder:
        return readSetFolder(*envelope.mutable_set_folder(), problem);
    case Envelope::kGetFolders:
        return protocol::GetFolders{};
    case Envelope::kAnswerInvitation:
        return protocol::AnswerInvitation{ConversationId(envelope.answer_invitation().conversation()),
                                          envelope.answer_invitation().accept()};
    case Envelope::kGetInvitations:
        return protocol::GetInvitations{};
    case Envelope::kBeginUpload:
        return readBeginUpload(envelope.begin_upload(), problem);
    case Envelope::kUploadChunk:
        return readUploadChunk(*envelope.mutable_upload_chunk(), problem);
    case Envelope::kFinishUpload:
        return protocol::FinishUpload{
            readUuid(envelope.finish_upload().uuid(), "finish_upload.uuid", problem)};
    case Envelope::kCancelUpload:
        return protocol::CancelUpload{
            readUuid(envelope.cancel_upload().uuid(), "cancel_upload.uuid", problem)};
    case Envelope::kGetBlob:
        return readGetBlob(envelope.get_blob());
    case Envelope::kSetAvatar:
        return readSetAvatar(*envelope.mutable_set_avatar(), problem);
    case Envelope::kGetAvatars:
        return readGetAvatars(envelope.get_avatars(), problem);
    case Envelope::kHeartbeat:
        return readHeartbeat(envelope.heartbeat());
    default:
        return protocol::UnknownFrame{};
    }
}

} // namespace tidemark::wire
