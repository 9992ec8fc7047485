#include "tests/wire/random_frames.h"

#include "tests/wire/random_values.h"

#include <utility>

namespace tidemark::wire_test {

namespace {

void fill(protocol::UnknownFrame&, RandomValues&) {}

void fill(protocol::Hello& hello, RandomValues& values)
{
    hello.protocolVersion = values.number32();
    hello.token = values.token();
    hello.device = values.id<DeviceId>();
    hello.deviceName = values.text();
    hello.clientName = values.text();
    hello.held = values.list([&values] { return values.held(); });
    hello.silent = values.flag();
    hello.totalsOnly = values.flag();
    hello.keepsToken = values.flag();
    if (values.flag()) {
        hello.reactions = values.number64();
    }
    if (values.flag()) {
        hello.ignoresVersion = values.number64();
    }
    if (values.flag()) {
        hello.drafts = values.number64();
    }
    if (values.flag()) {
        hello.scheduled = values.number64();
    }
    if (values.flag()) {
        hello.foldersVersion = values.number64();
    }
    if (values.flag()) {
        hello.invitationsVersion = values.number64();
    }
}

template <typename Frame>
void fillCredentials(Frame& frame, RandomValues& values)
{
    frame.protocolVersion = values.number32();
    frame.name = values.text();
    frame.password = values.text();
    frame.token = values.token();
    frame.device = values.id<DeviceId>();
    frame.deviceName = values.text();
}

void fill(protocol::Register& frame, RandomValues& values)
{
    fillCredentials(frame, values);
}

void fill(protocol::SignIn& frame, RandomValues& values)
{
    fillCredentials(frame, values);
}

void fill(protocol::SignOut&, RandomValues&) {}

void fill(protocol::Sync& sync, RandomValues& values)
{
    sync.held = values.list([&values] { return values.held(); });
}

void fill(protocol::GetStates& frame, RandomValues& values)
{
    frame.conversations = values.list([&values] { return values.id<ConversationId>(); });
}

void fill(protocol::Pull& pull, RandomValues& values)
{
    pull.conversation = values.id<ConversationId>();
    pull.logEpoch = values.id<LogEpoch>();
    pull.after = values.id<Seq>();
    pull.through = values.id<Seq>();
    pull.around = values.id<Seq>();
    pull.limit = values.number32();
    pull.from = values.oneOf(protocol::PullFrom::Around);
}

SentContent randomContent(RandomValues& values)
{
    switch (values.below(5)) {
    case 4:
        return content::Message{.source = values.source()};
    case 0:
        return values.sentMessage();
    case 1:
        return content::Edit{.target = values.id<Seq>(), .text = values.text()};
    case 2:
        return content::Notice{.kind = values.flag() ? NoticeKind::Pinned : NoticeKind::Unpinned,
                               .target = values.id<Seq>()};
    default:
        return content::Recall{.target = values.id<Seq>()};
    }
}

void fill(protocol::Send& send, RandomValues& values)
{
    send.conversation = values.id<ConversationId>();
    send.uuid = values.uuid();
    send.after = values.uuid();
    send.content = randomContent(values);
    if (values.flag()) {
        send.draftVersion = values.number64();
    }
}

void fill(protocol::Read& read, RandomValues& values)
{
    read.intents = values.list([&values] {
        return protocol::ReadIntent{.conversation = values.id<ConversationId>(),
                                    .generation = values.id<Generation>(),
                                    .cursor = values.cursor(),
                                    .cause = values.oneOf(CursorCause::Joined),
                                    .isPrivate = values.flag()};
    });
}

void fill(protocol::Delivered& delivered, RandomValues& values)
{
    delivered.reached = values.list([&values] {
        return protocol::Reached{.conversation = values.id<ConversationId>(),
                                 .logEpoch = values.id<LogEpoch>(),
                                 .through = values.id<Seq>()};
    });
}

void fill(protocol::MarkUnread& mark, RandomValues& values)
{
    mark.conversation = values.id<ConversationId>();
    mark.generation = values.id<Generation>();
    mark.from = values.id<Seq>();
    mark.uuid = values.uuid();
    mark.cause = values.flag() ? CursorCause::Undo : CursorCause::MarkedUnread;
}

void fill(protocol::ClearHistory& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.generation = values.id<Generation>();
    frame.through = values.id<Seq>();
}

void fill(protocol::HideMessages& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.generation = values.id<Generation>();
    for (std::size_t i = values.below(8); i > 0; --i) {
        frame.seqs.push_back(values.id<Seq>());
    }
}

void fill(protocol::SetSettings& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.generation = values.id<Generation>();
    frame.settings = values.settings();
    frame.keepsReceipts = values.flag();
    if (frame.keepsReceipts) {
        frame.settings.receipts = ReceiptPrivacy::Inherit;
    }
    frame.keepsPinOrder = values.flag();
    if (frame.keepsPinOrder) {
        frame.settings.pinOrder = 0;
    }
    frame.onlyPinOrder = values.flag();
    if (values.flag()) {
        frame.muteSeconds = values.number32();
    }
}

void fill(protocol::SetAccountSettings& frame, RandomValues& values)
{
    if (values.flag()) {
        frame.receipts = values.oneOf(ReceiptPrivacy::Private);
    }
    if (values.flag()) {
        frame.reading = values.oneOf(ReadingPolicy::ByHand);
    }
    if (values.flag()) {
        frame.quietWhileActive = values.flag();
    }
    if (values.flag()) {
        frame.adding = values.oneOf(AddingPolicy::Nobody);
    }
}

void fill(protocol::CreateGroup& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
    frame.title = values.text();
    frame.members = values.list([&values] { return values.text(); });
    frame.historyOpen = values.flag();
    frame.inviteOnly = values.flag();
}

void fill(protocol::OpenDirect& frame, RandomValues& values)
{
    frame.name = values.text();
}

void fill(protocol::Join& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
}

void fill(protocol::Leave& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
}

void fill(protocol::AddMember& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.name = values.text();
}

void fill(protocol::RemoveMember& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.user = values.id<UserId>();
    frame.banned = values.flag();
}

void fill(protocol::SetRole& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.user = values.id<UserId>();
    frame.role = values.oneOf(Role::Owner);
}

void fill(protocol::ChangePassword& frame, RandomValues& values)
{
    frame.oldPassword = values.text();
    frame.newPassword = values.text();
    frame.revokeOthers = values.flag();
}

void fill(protocol::DeleteAccount& frame, RandomValues& values)
{
    frame.password = values.text();
}

void fill(protocol::Rename& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.title = values.text();
}

void fill(protocol::SetForwarding& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.forbidden = values.flag();
}

void fill(protocol::CreateChannel& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
    frame.title = values.text();
}

void fill(protocol::FindChannels& frame, RandomValues& values)
{
    frame.text = values.text();
    frame.limit = values.number32();
}

void fill(protocol::Follow& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
}

void fill(protocol::Unfollow& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
}

void fill(protocol::OpenFeed& frame, RandomValues& values)
{
    frame.snapshots = values.list([&values] {
        return protocol::FeedSnapshot{.conversation = values.id<ConversationId>(),
                                      .logEpoch = values.id<LogEpoch>(),
                                      .generation = values.id<Generation>(),
                                      .head = values.id<Seq>()};
    });
}

void fill(protocol::React& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.target = values.id<Seq>();
    frame.emoji = values.text();
    frame.on = values.flag();
    frame.uuid = values.uuid();
}

void fill(protocol::PullReactions& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.after = values.id<ReactionSeq>();
    frame.limit = values.number32();
}

void fill(protocol::SeeReactions& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.generation = values.id<Generation>();
    frame.through = values.id<ReactionSeq>();
}

void fill(protocol::GetReactors& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.seq = values.id<Seq>();
    frame.after = values.id<ReactionSeq>();
    frame.limit = values.number32();
}

void fill(protocol::SetIgnored& frame, RandomValues& values)
{
    frame.user = values.id<UserId>();
    frame.level = values.oneOf(IgnoreLevel::Blocked);
    frame.uuid = values.uuid();
    frame.name = values.text();
}

void fill(protocol::GetIgnored&, RandomValues&) {}

Folder folder(RandomValues& values)
{
    Folder one{values.uuid(), values.text(), values.oneOf(FolderRule::Muted)};
    std::uint64_t id = 0;
    one.conversations =
        values.list([&] { return ConversationId(id += std::uint64_t{1} + values.number32()); });
    return one;
}

void fill(protocol::SetFolder& frame, RandomValues& values)
{
    frame.change.uuid = values.uuid();
    frame.change.folder = folder(values);
    if (values.flag()) {
        frame.change.position = values.number32();
    }
    frame.change.isRemoved = values.flag();
}

void fill(protocol::GetFolders&, RandomValues&) {}

void fill(protocol::AnswerInvitation& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.accept = values.flag();
}

void fill(protocol::GetInvitations&, RandomValues&) {}

void fill(protocol::SetDraft& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.baseVersion = values.number64();
    frame.text = values.text();
    frame.replyTo = values.id<Seq>();
    frame.uuid = values.uuid();
}

void fill(protocol::GetDrafts& frame, RandomValues& values)
{
    frame.after = values.number64();
    frame.limit = values.number32();
}

void fill(protocol::Schedule& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.uuid = values.uuid();
    frame.baseVersion = values.number64();
    frame.change = values.uuid();
    frame.due = values.time();
    frame.message = values.sentMessage();
    frame.isCancelled = values.flag();
}

void fill(protocol::GetScheduled& frame, RandomValues& values)
{
    frame.after = values.number64();
    frame.limit = values.number32();
}

void fill(protocol::GetReaders& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.seq = values.id<Seq>();
    frame.after = values.id<UserId>();
    frame.limit = values.number32();
}

void fill(protocol::GetMembers& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.after = values.id<UserId>();
    frame.limit = values.number32();
}

void fill(protocol::Typing& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
}

void fill(protocol::Activity& frame, RandomValues& values)
{
    frame.active = values.flag();
}

void fill(protocol::GetUsers& frame, RandomValues& values)
{
    frame.ids = values.list([&values] { return values.id<UserId>(); });
}

void fill(protocol::GetTotals&, RandomValues&) {}

void fill(protocol::GetDevices&, RandomValues&) {}

void fill(protocol::RevokeDevice& frame, RandomValues& values)
{
    frame.device = values.id<DeviceId>();
}

void fill(protocol::SeeDot& frame, RandomValues& values)
{
    frame.name = values.text();
    frame.version = values.number64();
}

void fill(protocol::GetDots&, RandomValues&) {}

void fill(protocol::BeginUpload& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
    frame.hash = values.hash();
    frame.size = values.number64();
}

void fill(protocol::UploadChunk& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
    frame.offset = values.number64();
    frame.bytes = values.text() + '\xff';
}

void fill(protocol::FinishUpload& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
}

void fill(protocol::CancelUpload& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
}

void fill(protocol::GetBlob& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.seq = values.id<Seq>();
    frame.index = values.number32();
    frame.offset = values.number64();
    frame.limit = values.number32();
    frame.user = values.id<UserId>();
    frame.avatarVersion = values.number64();
}

void fill(protocol::SetAvatar& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.hash = values.hash();
    frame.size = values.number64();
    frame.mime = values.text();
    frame.width = values.number32();
    frame.height = values.number32();
}

void fill(protocol::GetAvatars& frame, RandomValues& values)
{
    frame.places = values.list([&values] {
        return AvatarPlace{values.id<ConversationId>(), values.id<UserId>()};
    });
}

void fill(protocol::Avatars& frame, RandomValues& values)
{
    frame.avatars = values.list([&values] {
        return Avatar{.owner = {values.id<UserId>(), values.id<ConversationId>()},
                      .version = values.number64(),
                      .hash = values.hash(),
                      .size = values.number64()};
    });
}

void fill(protocol::Dots& frame, RandomValues& values)
{
    frame.dots = values.list([&values] {
        return Dot{.name = values.text(), .version = values.number64(), .seen = values.number64()};
    });
}

void fill(protocol::Heartbeat& heartbeat, RandomValues& values)
{
    if (values.flag()) {
        heartbeat.dots = values.number64();
    }
    if (values.flag()) {
        heartbeat.marks = values.number64();
    }
    if (values.flag()) {
        heartbeat.reactions = values.number64();
    }
    if (values.flag()) {
        heartbeat.ignoresVersion = values.number64();
    }
    if (values.flag()) {
        heartbeat.drafts = values.number64();
    }
    if (values.flag()) {
        heartbeat.scheduled = values.number64();
    }
    if (values.flag()) {
        heartbeat.foldersVersion = values.number64();
    }
    if (values.flag()) {
        heartbeat.invitationsVersion = values.number64();
    }
    heartbeat.digest = values.number64();
}

void fill(protocol::Authenticated& frame, RandomValues& values)
{
    frame.user = values.user();
    frame.token = values.token();
}

void fill(AccountSettings& settings, RandomValues& values)
{
    settings.receipts = values.oneOf(ReceiptPrivacy::Private);
    settings.version = values.number64();
    settings.reading = values.oneOf(ReadingPolicy::ByHand);
    settings.quietWhileActive = values.flag();
    settings.adding = values.oneOf(AddingPolicy::Nobody);
}

void fill(protocol::IgnoredUsers& frame, RandomValues& values)
{
    frame.version = values.number64();
    std::uint64_t user = 0;
    frame.ignored = values.list([&] {
        user += 1 + values.number32();
        return IgnoredUser{UserId(user), values.flag() ? IgnoreLevel::Ignored : IgnoreLevel::Blocked};
    });
    frame.users = values.list([&values] { return values.user(); });
}

void fill(protocol::Folders& frame, RandomValues& values)
{
    frame.version = values.number64();
    for (Folder& one : values.list([&values] { return folder(values); })) {
        if (one.id.isValid() && findFolder(frame.folders, one.id) == nullptr) {
            frame.folders.push_back(std::move(one));
        }
    }
}

void fill(protocol::Invitations& frame, RandomValues& values)
{
    frame.version = values.number64();
    for (Invitation& one : values.list([&values] {
             return Invitation{values.id<ConversationId>(), values.text(), values.user(),
                               UnixMs{static_cast<std::int64_t>(values.number32())}};
         })) {
        const auto isSame = [&one](const Invitation& other) {
            return other.conversation == one.conversation;
        };
        if (std::none_of(frame.invitations.begin(), frame.invitations.end(), isSame)) {
            frame.invitations.push_back(std::move(one));
        }
    }
}

void fill(protocol::Welcome& welcome, RandomValues& values)
{
    if (values.flag()) {
        fill(welcome.invitations.emplace(), values);
    }
    if (values.flag()) {
        fill(welcome.folders.emplace(), values);
    }
    if (values.flag()) {
        fill(welcome.ignored.emplace(), values);
    }
    welcome.protocolVersion = values.number32();
    welcome.user = values.user();
    welcome.serverName = values.text();
    Limits& limits = welcome.limits;
    for (std::uint32_t* limit :
         {&limits.maxFrameBytes, &limits.maxTextBytes, &limits.maxTitleBytes, &limits.maxNameBytes,
          &limits.maxPullEntries, &limits.maxConnectionsPerUser, &limits.maxSessionsPerConnection,
          &limits.sendsPerSecond, &limits.sendBurst, &limits.requestsPerSecond, &limits.requestBurst,
          &limits.heartbeatMs, &limits.receiptMembers, &limits.largeGroupMembers, &limits.maxMemberships,
          &limits.maxCreated, &limits.maxSessionsPerUser}) {
        *limit = values.number32();
    }
    limits.removesDeletedTexts = values.flag();
    welcome.serverTime = values.time();
    welcome.statesToCome = values.number32();
    fill(welcome.settings, values);
    welcome.nextToken = values.flag() ? values.token() : std::string();
    if (values.flag()) {
        welcome.drafts = values.number64();
    }
    if (values.flag()) {
        welcome.scheduled = values.number64();
    }
}

void fill(protocol::States& states, RandomValues& values)
{
    states.states = values.list([&values] { return values.state(); });
    states.users = values.list([&values] { return values.user(); });
    states.remaining = values.number32();
}

void fill(protocol::Range& range, RandomValues& values)
{
    range.conversation = values.id<ConversationId>();
    range.logEpoch = values.id<LogEpoch>();
    range.after = Seq(values.number64() / 2);
    range.entries = values.entries(range.after);
    range.head = Seq(range.after.value + range.entries.size() + values.number32());
    range.users = values.list([&values] { return values.user(); });
    range.reactions = values.list([&values] { return values.reactions(); });
    range.reactionHead = values.id<ReactionSeq>();
}

void fill(protocol::Reactions& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.logEpoch = values.id<LogEpoch>();
    frame.after = ReactionSeq(values.number64() / 4);
    frame.through = ReactionSeq(frame.after.value + values.number32());
    frame.head = ReactionSeq(frame.through.value + values.number32());
    frame.messages = values.list([&values] { return values.reactions(); });
}

void fill(protocol::Reactors& frame, RandomValues& values)
{
    frame.conversation = values.id<ConversationId>();
    frame.seq = values.id<Seq>();
    frame.reactors = values.list([&values] {
        return protocol::Reactor{.seq = values.id<Seq>(),
                                 .emoji = values.emoji(),
                                 .user = values.id<UserId>(),
                                 .first = values.id<ReactionSeq>()};
    });
    frame.users = values.list([&values] { return values.user(); });
    frame.hasMore = values.flag();
}

void fill(protocol::DraftResult& frame, RandomValues& values)
{
    frame.draft = values.draft();
    frame.isConflict = values.flag();
}

void fill(protocol::Drafts& frame, RandomValues& values)
{
    frame.after = values.number64();
    frame.through = std::max(frame.after, values.number64());
    frame.head = values.number64();
    frame.drafts = values.list([&values] { return values.draft(); });
}

void fill(protocol::ScheduleResult& frame, RandomValues& values)
{
    frame.message = values.scheduled();
    frame.outcome = values.oneOf(protocol::ScheduleOutcome::Cancelled);
}

void fill(protocol::ScheduledMessages& frame, RandomValues& values)
{
    frame.after = values.number64();
    frame.through = std::max(frame.after, values.number64());
    frame.head = values.number64();
    frame.messages = values.list([&values] { return values.scheduled(); });
}

void fill(protocol::SendAck& ack, RandomValues& values)
{
    ack.conversation = values.id<ConversationId>();
    ack.logEpoch = values.id<LogEpoch>();
    ack.uuid = values.uuid();
    ack.seq = values.id<Seq>();
    ack.at = values.time();
    ack.duplicate = values.flag();
    ack.draftVersion = values.number64();
}

void fill(protocol::Readers& readers, RandomValues& values)
{
    readers.conversation = values.id<ConversationId>();
    readers.seq = values.id<Seq>();
    readers.users = values.list([&values] { return values.user(); });
    if (values.flag()) {
        for (std::size_t i = 0; i < readers.users.size(); ++i) {
            readers.readAt.push_back(values.time());
        }
    }
    readers.memberCount = values.number32();
    readers.readerCount = values.number32();
}

void fill(protocol::Members& members, RandomValues& values)
{
    members.conversation = values.id<ConversationId>();
    members.members = values.list([&values] {
        return protocol::Member{.user = values.user(),
                                .seen = values.id<Seq>(),
                                .seenAt = values.time(),
                                .seenSentAt = values.time(),
                                .seenAll = values.flag(),
                                .delivered = values.id<Seq>(),
                                .role = values.oneOf(Role::Owner)};
    });
    members.memberCount = values.number32();
}

void fill(protocol::FoundChannels& found, RandomValues& values)
{
    found.channels = values.list([&values] {
        return protocol::FoundChannel{.conversation = values.id<ConversationId>(),
                                      .title = values.text(),
                                      .followers = values.number32()};
    });
}

void fill(protocol::DeviceActivity& activity, RandomValues& values)
{
    activity.device = values.id<DeviceId>();
    activity.active = values.flag();
}

void fill(protocol::TypingNow& typing, RandomValues& values)
{
    typing.conversation = values.id<ConversationId>();
    typing.user = values.user();
}

void fill(protocol::Devices& devices, RandomValues& values)
{
    devices.devices = values.list([&values] {
        return protocol::Device{.id = values.id<DeviceId>(),
                                .name = values.text(),
                                .clientName = values.text(),
                                .isConnected = values.flag(),
                                .lastContact = values.time(),
                                .agreedAt = values.time(),
                                .agrees = values.flag()};
    });
}

void fill(protocol::Users& users, RandomValues& values)
{
    users.users = values.list([&values] { return values.user(); });
}

void fill(protocol::TotalsNow& totals, RandomValues& values)
{
    totals = {values.number64(), values.number64(), values.number32(),
              values.number64(), values.number32(), values.number64()};
}

void fill(protocol::HeartbeatAck& ack, RandomValues& values)
{
    ack.agree = values.flag();
    if (values.flag()) {
        fill(ack.totals.emplace(), values);
    }
}

void fill(protocol::Done&, RandomValues&) {}

void fill(protocol::Notify& notify, RandomValues& values)
{
    notify.heads = values.list([&values] {
        return protocol::Head{.conversation = values.id<ConversationId>(),
                              .logEpoch = values.id<LogEpoch>(),
                              .head = values.id<Seq>(),
                              .reactionHead = values.id<ReactionSeq>()};
    });
    if (values.flag()) {
        fill(notify.totals.emplace(), values);
    }
}

void fill(protocol::Receipts& receipts, RandomValues& values)
{
    receipts.receipts = values.list([&values] {
        return protocol::Receipt{.conversation = values.id<ConversationId>(),
                                 .logEpoch = values.id<LogEpoch>(),
                                 .seen = values.id<Seq>(),
                                 .delivered = values.id<Seq>()};
    });
    receipts.isStanding = values.flag();
}

void fill(protocol::UploadState& frame, RandomValues& values)
{
    frame.uuid = values.uuid();
    frame.received = values.number64();
    frame.isComplete = values.flag();
}

void fill(protocol::BlobPart& frame, RandomValues& values)
{
    frame.offset = values.number64();
    frame.bytes = values.text() + '\xff';
    frame.size = values.number64();
}

void fill(protocol::GoAway& frame, RandomValues& values)
{
    frame.minDelay = values.duration();
    frame.maxDelay = std::max(frame.minDelay, values.duration());
}

void fill(protocol::Error& error, RandomValues& values)
{
    error.code = values.oneOf(protocol::ErrorCode::Unavailable);
    error.retryAfter = values.duration();
    error.detail = values.text();
}

template <typename Variant, std::size_t... Indexes>
Variant emptyVariant(std::size_t index, std::index_sequence<Indexes...>)
{
    Variant result;
    ((index == Indexes ? (void)result.template emplace<Indexes>() : void()), ...);
    return result;
}

template <typename Envelope, typename Frame>
Envelope randomEnvelope(std::size_t variant, RandomValues& values)
{
    Envelope envelope;
    envelope.request = values.id<RequestId>();
    envelope.session = values.number32();
    envelope.frame = emptyVariant<Frame>(
        variant, std::make_index_sequence<std::variant_size_v<typename Frame::variant>>());
    std::visit([&values](auto& frame) { fill(frame, values); }, envelope.frame);
    return envelope;
}

} // namespace

protocol::ClientEnvelope randomClientEnvelope(std::size_t variant, SplitMix64& random)
{
    RandomValues values(random);
    return randomClientEnvelope(variant, values);
}

protocol::ClientEnvelope randomClientEnvelope(std::size_t variant, RandomValues& values)
{
    return randomEnvelope<protocol::ClientEnvelope, protocol::ClientFrame>(variant, values);
}

protocol::ServerEnvelope randomServerEnvelope(std::size_t variant, SplitMix64& random)
{
    RandomValues values(random);
    return randomEnvelope<protocol::ServerEnvelope, protocol::ServerFrame>(variant, values);
}

} // namespace tidemark::wire_test
