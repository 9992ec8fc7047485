#include "core/sync/engine.h"

#include "core/base/overloaded.h"
#include "core/sync/attention_set.h"
#include "core/sync/engine_context.h"
#include "core/sync/keepers/activity_tracker.h"
#include "core/sync/keepers/avatar_keeper.h"
#include "core/sync/keepers/clear_keeper.h"
#include "core/sync/keepers/delivery_reporter.h"
#include "core/sync/keepers/dot_tracker.h"
#include "core/sync/keepers/draft_register.h"
#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/folder_keeper.h"
#include "core/sync/keepers/hide_keeper.h"
#include "core/sync/keepers/ignore_keeper.h"
#include "core/sync/keepers/invitation_keeper.h"
#include "core/sync/keepers/mark_keeper.h"
#include "core/sync/keepers/pin_order_keeper.h"
#include "core/sync/keepers/reaction_keeper.h"
#include "core/sync/keepers/read_state_keeper.h"
#include "core/sync/keepers/schedule_keeper.h"
#include "core/sync/keepers/typing_tracker.h"
#include "core/sync/outbox/outbox.h"
#include "core/sync/outbox/pending_messages.h"
#include "core/sync/session.h"
#include "core/sync/timeline.h"
#include "core/sync/totals_check.h"
#include "core/sync/tracked_conversations.h"

#include <utility>

namespace tidemark {

/// Routes inputs and frames to the parts of the engine.
class EngineState {
public:
    EngineState(EngineConfig config, Snapshot snapshot, const LogReader& log)
        : facts{std::move(snapshot.account), {}}, context(std::move(config), snapshot.device, log, facts),
          attention(context),
          conversations(context, attention, std::move(snapshot.conversations), snapshot.totals),
          pending(context, std::move(snapshot.pending)), deliveries(context, conversations),
          marks(context, conversations), feed(context, conversations),
          reactions(context, conversations, attention, std::move(snapshot.reactions)),
          drafts(context, conversations, pending, std::move(snapshot.drafts), snapshot.draftProgress),
          clearing(context, conversations, pending, feed), pinOrder(context, conversations),
          hiding(context, conversations, pending, feed),
          schedules(context, conversations, std::move(snapshot.scheduled), snapshot.scheduledThrough),
          readState(context,
                    {conversations, attention, pending, deliveries, marks, feed, reactions, drafts, clearing,
                     pinOrder, hiding, schedules},
                    std::move(snapshot.intents)),
          ignores(context, conversations, readState, feed, std::move(snapshot.ignores)),
          folders(context, std::move(snapshot.folders)),
          invitations(context, std::move(snapshot.invitations)),
          timeline(context, {conversations, attention, pending, deliveries, readState, feed, reactions}),
          outbox(context, attention, conversations, pending, timeline),
          totalsCheck(context, conversations, attention, readState, feed),
          dots(context, std::move(snapshot.dots)), typing(context, conversations), activity(context),
          avatars(context, std::move(snapshot.avatars)),
          session(context, facts,
                  {conversations, attention, pending, deliveries, marks, dots, reactions, ignores, folders,
                   invitations, drafts, schedules},
                  [this] { eraseAccountData(); })
    {
    }
    EngineState(const EngineState&) = delete; // the parts refer to each other
    EngineState& operator=(const EngineState&) = delete;

    Effects step(const Input& input, Instant now, UnixMs wall);
    [[nodiscard]] bool isFlushed() const
    {
        return !outbox.isBusy() && !readState.hasIntents() && !feed.hasUnsent() && !dots.hasIntents()
               && !reactions.hasIntents() && !ignores.hasIntents() && !folders.hasIntents()
               && !drafts.hasIntents() && !clearing.hasIntents() && !pinOrder.hasIntents()
               && !hiding.hasIntents() && !schedules.hasIntents();
    }

    SessionFacts facts;
    EngineContext context;
    AttentionSet attention;
    TrackedConversations conversations;
    PendingMessages pending;
    DeliveryReporter deliveries;
    MarkKeeper marks;
    FeedKeeper feed;
    ReactionKeeper reactions;
    DraftRegister drafts;
    ClearKeeper clearing;
    PinOrderKeeper pinOrder;
    HideKeeper hiding;
    ScheduleKeeper schedules;
    ReadStateKeeper readState;
    IgnoreKeeper ignores;
    FolderKeeper folders;
    InvitationKeeper invitations;
    Timeline timeline;
    Outbox outbox;
    TotalsCheck totalsCheck;
    DotTracker dots;
    TypingTracker typing;
    ActivityTracker activity;
    AvatarKeeper avatars;
    Session session;

private:
    void handle(const Input& input);
    /// Returns the conversation if the user is a member of it; otherwise finishes the command with an error.
    [[nodiscard]] Tracked* memberOf(CommandId command, ConversationId conversation);
    void send(const input::Send& message);
    void schedule(const input::Schedule& message);
    [[nodiscard]] std::optional<protocol::ErrorCode> findSource(ForwardSource& source);
    void handleRead(const input::MarkRead& read);
    void handleMarkUnread(const input::MarkUnread& mark);
    void markAllRead(CommandId command);
    void command(CommandId id, protocol::ClientFrame frame);

    void onFrame(const protocol::ServerEnvelope& envelope);
    void onPush(const protocol::ServerFrame& frame);
    void onAnswer(const Request& request, const protocol::ServerFrame& frame);
    void onMembers(const Request& request, const protocol::Members& members);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onStates(const Request* request, const protocol::States& states);
    void reportMissed(const protocol::States& states);
    /// Finishes a command that is about the first of these states.
    void finishCommand(CommandId id, const protocol::States& states);
    void expireRequests();
    void settleConnection(bool wasOnline);
    void endConnection();
    /// Forgets everything that belongs to the account, in memory and in the store.
    void eraseAccountData();
};

Effects EngineState::step(const Input& input, Instant now, UnixMs wall)
{
    context.beginStep(now, wall);
    const bool wasOnline = context.isOnline();
    handle(input);
    expireRequests();
    settleConnection(wasOnline);
    if (context.isOnline()) {
        readState.flush();
        ignores.flush();
        folders.flush();
        invitations.flush();
        clearing.flush();
        pinOrder.flush();
        hiding.flush();
        feed.flush();
        reactions.flush();
        outbox.flush();
        timeline.flush();
        deliveries.flush();
        totalsCheck.flush();
        dots.flush();
        avatars.flush();
        drafts.flush();
        schedules.flush();
    }
    session.flush();
    if (session.takeConnectionEnd()) {
        endConnection();
    }
    invitations.report();
    typing.flush();
    activity.flush();
    conversations.flush();
    timeline.reportProgress();
    return context.endStep();
}

void EngineState::endConnection()
{
    timeline.onOffline();
    readState.onOffline();
    ignores.onOffline();
    folders.onOffline();
    invitations.onOffline();
    clearing.onOffline();
    pinOrder.onOffline();
    hiding.onOffline();
    outbox.onOffline();
    dots.onOffline();
    reactions.onOffline();
    typing.onOffline();
    activity.onOffline();
    avatars.onOffline();
    drafts.onOffline();
    schedules.onOffline();
}

void EngineState::eraseAccountData()
{
    context.write(write::EraseEverything{});
    conversations.clear();
    pending.clear();
    readState.clear();
    ignores.clear();
    folders.clear();
    invitations.clear();
    clearing.forgetAll();
    pinOrder.forgetAll();
    hiding.forgetAll();
    feed.clear();
    reactions.clear();
    deliveries.clear();
    marks.forgetReceived();
    context.forgetNames();
    dots.clear();
    avatars.clear();
    drafts.clear();
    schedules.clear();
    outbox.clear();
}

void EngineState::settleConnection(bool wasOnline)
{
    if (session.takeConnectionEnd()) {
        endConnection();
    }
    if (context.isOnline() && !wasOnline) {
        readState.onOnline();
        ignores.onOnline();
        folders.onOnline();
        invitations.onOnline();
        clearing.onOnline();
        pinOrder.onOnline();
        hiding.onOnline();
        feed.onOnline();
        reactions.onOnline();
        deliveries.onOnline();
        totalsCheck.onOnline();
        timeline.onOnline();
        activity.onOnline();
        avatars.onOnline();
        drafts.onOnline();
        schedules.onOnline();
    }
}

void EngineState::handle(const Input& input)
{
    std::visit(
        Overloaded{
            [&](const input::Connect&) { session.goOnline(); },
            [&](const input::GoOffline&) { session.goOffline(); },
            [&](const input::ConnectionOpened&) { session.onOpened(); },
            [&](const input::ConnectionLost& lost) { session.onLost(lost); },
            [&](const input::FrameArrived& arrived) { onFrame(arrived.envelope); },
            [&](const input::GarbageArrived&) {
                if (session.isConnected()) {
                    session.restart();
                }
            },
            [&](const input::ServersChanged& one) { session.useServers(one.count); },
            [](const input::Tick&) {},
            [&](const input::RegisterAccount& one) {
                session.authenticate(one.command, one.name,
                                     protocol::Register{protocol::version, one.name, one.password, one.token,
                                                        context.device, context.config.deviceName});
            },
            [&](const input::SignIn& one) {
                session.authenticate(one.command, one.name,
                                     protocol::SignIn{protocol::version, one.name, one.password, one.token,
                                                      context.device, context.config.deviceName});
            },
            [&](const input::UseToken& one) { session.useToken(one.command, one.name, one.token); },
            [&](const input::SignOut& one) { session.signOut(one.command); },
            [&](const input::Send& one) {
                send(one);
                if (std::holds_alternative<content::Message>(one.content)) {
                    typing.sent(one.conversation);
                }
            },
            [&](const input::SetDraft& one) { drafts.set(one); },
            [&](const input::SettleDraft& one) { drafts.settle(one); },
            [&](const input::ShareDrafts& one) { drafts.share(one.on); },
            [&](const input::Schedule& one) { schedule(one); },
            [&](const input::ChangeScheduled& one) { schedules.change(one); },
            [&](const input::CancelScheduled& one) { schedules.cancel(one); },
            [&](const input::RetryPending& one) { outbox.retry(one.uuid); },
            [&](const input::DeletePending& one) { outbox.remove(one.uuid); },
            [&](const input::FilesReady& one) { outbox.onFilesReady(one.uuid); },
            [&](const input::FilesFailed& one) { outbox.onFilesFailed(one.uuid, one.index, one.error); },
            [&](const input::SendNow& one) { outbox.sendNow(one.uuid); },
            [&](const input::PausePending& one) { outbox.pause(one.uuid, one.paused); },
            [&](const input::RemoveAttachment& one) { outbox.removeAttachment(one.uuid, one.index); },
            [&](const input::MarkRead& one) { handleRead(one); },
            [&](const input::MarkUnread& one) { handleMarkUnread(one); },
            [&](const input::MarkAllRead& one) { markAllRead(one.command); },
            [&](const input::SetSettings& one) {
                const Tracked* tracked = conversations.find(one.conversation);
                const Generation generation =
                    tracked != nullptr ? tracked->conversation().generation : Generation();
                command(one.command,
                        protocol::SetSettings{one.conversation, generation, one.settings, one.muteSeconds});
            },
            [&](const input::OrderPin& one) {
                if (Tracked* tracked = memberOf(one.command, one.conversation)) {
                    pinOrder.order(*tracked, one);
                }
            },
            [&](const input::SetAccountSettings& one) {
                command(one.command, protocol::SetAccountSettings{one.receipts, one.reading,
                                                                  one.quietWhileActive, one.adding});
            },
            [&](const input::LookAt& one) {
                timeline.lookAt(one.conversation);
                reactions.lookAt(one.conversation);
            },
            [&](const input::React& one) {
                if (Tracked* tracked = memberOf(one.command, one.conversation)) {
                    reactions.react(*tracked, one);
                }
            },
            [&](const input::SeeReactions& one) {
                if (Tracked* tracked = memberOf(one.command, one.conversation)) {
                    reactions.see(*tracked);
                    context.finish(one.command, std::nullopt, one.conversation);
                }
            },
            [&](const input::ClearHistory& one) {
                if (Tracked* tracked = conversations.find(one.conversation)) {
                    clearing.clear(*tracked, one.command);
                } else {
                    context.finish(one.command, protocol::ErrorCode::NoSuchConversation, one.conversation);
                }
            },
            [&](const input::HideMessages& one) {
                if (Tracked* tracked = memberOf(one.command, one.conversation)) {
                    hiding.hide(*tracked, one);
                }
            },
            [&](const input::GetReactors& one) {
                command(one.command, protocol::GetReactors{one.conversation, one.seq, one.after});
            },
            [&](const input::KeepHistory& one) { timeline.setBackfill(one.whole); },
            [&](const input::LoadOlder& one) { timeline.wantOlder(one.conversation, one.before); },
            [&](const input::LoadRange& one) {
                timeline.wantRange(one.command, one.conversation, one.after, one.through);
            },
            [&](const input::CreateGroup& one) {
                command(one.command, protocol::CreateGroup{one.uuid, one.title, one.members, one.historyOpen,
                                                           one.inviteOnly});
            },
            [&](const input::OpenDirect& one) { command(one.command, protocol::OpenDirect{one.name}); },
            [&](const input::Join& one) { command(one.command, protocol::Join{one.conversation}); },
            [&](const input::Leave& one) { command(one.command, protocol::Leave{one.conversation}); },
            [&](const input::AddMember& one) {
                command(one.command, protocol::AddMember{one.conversation, one.name});
            },
            [&](const input::RemoveMember& one) {
                command(one.command, protocol::RemoveMember{one.conversation, one.user, one.banned});
            },
            [&](const input::SetRole& one) {
                command(one.command, protocol::SetRole{one.conversation, one.user, one.role});
            },
            [&](const input::ChangePassword& one) {
                command(one.command,
                        protocol::ChangePassword{one.oldPassword, one.newPassword, one.revokeOthers});
            },
            [&](const input::DeleteAccount& one) { session.deleteAccount(one.command, one.password); },
            [&](const input::Rename& one) {
                command(one.command, protocol::Rename{one.conversation, one.title});
            },
            [&](const input::SetForwarding& one) {
                command(one.command, protocol::SetForwarding{one.conversation, one.forbidden});
            },
            [&](const input::CreateChannel& one) {
                command(one.command, protocol::CreateChannel{one.uuid, one.title});
            },
            [&](const input::FindChannels& one) { command(one.command, protocol::FindChannels{one.text}); },
            [&](const input::Follow& one) { command(one.command, protocol::Follow{one.conversation}); },
            [&](const input::Unfollow& one) { command(one.command, protocol::Unfollow{one.conversation}); },
            [&](const input::OpenFeed& one) {
                feed.open();
                context.finish(one.command);
            },
            [&](const input::SetIgnored& one) { ignores.set(one); },
            [&](const input::SetFolder& one) { folders.set(one); },
            [&](const input::AnswerInvitation& one) {
                command(one.command, protocol::AnswerInvitation{one.conversation, one.accept});
            },
            [&](const input::GetReaders& one) {
                command(one.command, protocol::GetReaders{one.conversation, one.seq, one.after});
            },
            [&](const input::GetMembers& one) {
                command(one.command, protocol::GetMembers{one.conversation, one.after});
            },
            [&](const input::NoteTyping& one) { typing.note(one.conversation); },
            [&](const input::NoteActivity& one) { activity.note(one.active); },
            [&](const input::SeeDot& one) {
                context.finish(one.command, dots.see(one.name)
                                                ? std::nullopt
                                                : std::optional(protocol::ErrorCode::NoSuchEntry));
            },
            [&](const input::GetDots& one) { command(one.command, protocol::GetDots{}); },
            [&](const input::SetAvatar& one) {
                command(one.command, protocol::SetAvatar{one.conversation, one.hash, one.size, one.mime,
                                                         one.side, one.side});
            },
            [&](const input::GetAvatar& one) {
                command(one.command, protocol::GetAvatars{{{one.conversation, one.user}}});
            },
            [&](const input::WantAvatar& one) {
                avatars.want({one.conversation, one.user});
            },
            [&](const input::GetDevices& one) { command(one.command, protocol::GetDevices{}); },
            [&](const input::RevokeDevice& one) { command(one.command, protocol::RevokeDevice{one.device}); },
        },
        input);
}

Tracked* EngineState::memberOf(CommandId command, ConversationId conversation)
{
    Tracked* tracked = conversations.find(conversation);
    if (tracked == nullptr) {
        context.finish(command, protocol::ErrorCode::NoSuchConversation, conversation);
        return nullptr;
    }
    if (!tracked->conversation().isMember) {
        context.finish(command, protocol::ErrorCode::NotMember, conversation);
        return nullptr;
    }
    return tracked;
}

void EngineState::send(const input::Send& message)
{
    const Tracked* tracked = conversations.find(message.conversation);
    const bool isTaken =
        tracked != nullptr && tracked->conversation().isMember && pending.find(message.uuid) == nullptr;
    std::optional<std::uint64_t> draftVersion;
    if (message.draft && isTaken) {
        draftVersion = drafts.end(message.conversation, message.uuid, *message.draft);
    }
    SentContent content = message.content;
    auto* text = std::get_if<content::Message>(&content);
    if (text != nullptr && text->source.isValid()) {
        if (const auto error = findSource(text->source); error && isTaken) {
            context.report(change::MessageFailed{message.conversation, message.uuid, *error});
            return;
        }
    }
    outbox.add(message.conversation, message.uuid, std::move(content), draftVersion);
}

/// Adds the log in which the user sees the message to forward. Returns why there is no such message.
std::optional<protocol::ErrorCode> EngineState::findSource(ForwardSource& source)
{
    const Tracked* from = conversations.find(source.conversation);
    if (from == nullptr) {
        return protocol::ErrorCode::NoSuchConversation;
    }
    if (!from->conversation().isMember) {
        return protocol::ErrorCode::NotMember;
    }
    if (!source.logEpoch.isValid()) {
        source.logEpoch = from->conversation().logEpoch;
    }
    return std::nullopt;
}

void EngineState::schedule(const input::Schedule& message)
{
    const bool isTaken = schedules.schedule(message);
    if (message.endsDraft && isTaken) {
        drafts.set({.command = {},
                    .conversation = message.conversation,
                    .uuid = message.change,
                    .text = {},
                    .isFinished = true});
    }
}

void EngineState::handleRead(const input::MarkRead& read)
{
    if (Tracked* tracked = memberOf(read.command, read.conversation)) {
        readState.markRead(*tracked, read.through, read.cause);
        context.finish(read.command, std::nullopt, read.conversation);
    }
}

void EngineState::handleMarkUnread(const input::MarkUnread& mark)
{
    Tracked* tracked = memberOf(mark.command, mark.conversation);
    if (tracked == nullptr) {
        return;
    }
    const bool done = readState.markUnread(*tracked, {mark.uuid, mark.from, mark.cause});
    context.finish(mark.command, done ? std::nullopt : std::optional(protocol::ErrorCode::NoSuchEntry),
                   mark.conversation);
}

void EngineState::markAllRead(CommandId command)
{
    conversations.each([this](Tracked& tracked) {
        const LocalConversation& conversation = tracked.conversation();
        if (conversation.counts.unread > 0 || !conversation.exact
            || conversation.countedHead < conversation.serverHead) {
            readState.markRead(tracked, {}, CursorCause::MarkedRead);
        }
    });
    feed.open();
    context.finish(command);
}

void EngineState::command(CommandId id, protocol::ClientFrame frame)
{
    if (context.isOnline()) {
        context.send(std::move(frame), request::Command{id});
    } else {
        context.finish(id, protocol::ErrorCode::Unavailable);
    }
}

void EngineState::onFrame(const protocol::ServerEnvelope& envelope)
{
    if (!session.isConnected()) {
        return;
    }
    if (!envelope.request.isValid()) {
        onPush(envelope.frame);
        return;
    }
    session.noteAnswer();
    const auto found = context.requests().find(envelope.request);
    if (found == context.requests().end()) {
        // A duplicate or late answer: absolute states are useful at any time, other answers are not.
        if (const auto* states = std::get_if<protocol::States>(&envelope.frame);
            states != nullptr && context.isOnline()) {
            onStates(nullptr, *states);
        }
        return;
    }
    const auto* welcome = std::get_if<protocol::Welcome>(&envelope.frame);
    const auto* states = std::get_if<protocol::States>(&envelope.frame);
    if ((welcome != nullptr && welcome->statesToCome > 0) || (states != nullptr && states->remaining > 0)) {
        context.prolong(envelope.request);
        const Request request = found->second;
        onAnswer(request, envelope.frame);
        return;
    }
    const std::optional<Request> request = context.take(envelope.request);
    onAnswer(*request, envelope.frame);
}

void EngineState::onPush(const protocol::ServerFrame& frame)
{
    std::visit(Overloaded{
                   [&](const protocol::Notify& notify) { timeline.onNotify(notify); },
                   [&](const protocol::States& states) { onStates(nullptr, states); },
                   [&](const protocol::Receipts& receipts) { marks.onReceipts(receipts); },
                   [&](const protocol::TypingNow& now) { typing.take(now); },
                   [&](const protocol::DeviceActivity& one) { activity.take(one); },
                   [&](const protocol::Dots& some) { dots.take(some); },
                   [&](const protocol::Avatars& some) { avatars.take(some); },
                   [&](const protocol::IgnoredUsers& ignored) { ignores.onPush(ignored); },
                   [&](const protocol::Folders& some) { folders.onPush(some); },
                   [&](const protocol::Invitations& some) { invitations.onPush(some); },
                   [&](const protocol::Drafts& some) { drafts.onDrafts(some); },
                   [&](const protocol::ScheduledMessages& some) { schedules.onMessages(some); },
                   [&](const protocol::GoAway& goAway) { session.onGoAway(goAway); },
                   [&](const AccountSettings& settings) { session.onSettings(settings); },
                   [&](const protocol::Error& error) { session.onConnectionError(error); },
                   [](const auto&) {}, // from a later protocol
               },
               frame);
}

void EngineState::onAnswer(const Request& request, const protocol::ServerFrame& frame)
{
    std::visit(Overloaded{
                   [&](const protocol::Authenticated& authenticated) {
                       if (std::holds_alternative<request::Authenticate>(request.kind)) {
                           session.onAuthenticated(request, authenticated);
                       }
                   },
                   [&](const protocol::Welcome& welcome) {
                       if (std::holds_alternative<request::Hello>(request.kind)) {
                           session.onWelcome(welcome);
                           if (welcome.ignored && session.isConnected()) {
                               ignores.onWelcome(*welcome.ignored);
                           }
                           if (welcome.folders && session.isConnected()) {
                               folders.onWelcome(*welcome.folders);
                           }
                           if (welcome.invitations && session.isConnected()) {
                               invitations.onWelcome(*welcome.invitations);
                           }
                           if (welcome.drafts) {
                               drafts.onDrafts({.head = *welcome.drafts});
                           }
                           if (welcome.scheduled) {
                               schedules.onMessages({.head = *welcome.scheduled});
                           }
                       }
                   },
                   [&](const protocol::States& states) { onStates(&request, states); },
                   [&](const protocol::Range& range) { timeline.onRange(request, range); },
                   [&](const protocol::SendAck& ack) {
                       if (std::holds_alternative<request::Send>(request.kind)) {
                           drafts.onCleared(ack.conversation, ack.uuid, ack.draftVersion);
                           outbox.onAck(request, ack);
                       }
                   },
                   [&](const protocol::Readers& readers) {
                       if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.learn(readers.users);
                           context.report(change::CommandDone{.command = asked->command, .result = readers});
                       }
                   },
                   [&](const protocol::Members& members) { onMembers(request, members); },
                   [&](const protocol::Reactions& changed) { reactions.onReactions(request, changed); },
                   [&](const protocol::IgnoredUsers& ignored) { ignores.onAnswer(request, ignored); },
                   [&](const protocol::Folders& some) { folders.onAnswer(request, some); },
                   [&](const protocol::Invitations& some) { invitations.onAnswer(request, some); },
                   [&](const protocol::Reactors& reactors) {
                       if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.learn(reactors.users);
                           context.report(change::CommandDone{.command = asked->command, .result = reactors});
                       }
                   },
                   [&](const protocol::FoundChannels& found) {
                       if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.report(change::CommandDone{.command = asked->command, .result = found});
                       }
                   },
                   [&](const protocol::Devices& devices) {
                       if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.report(change::CommandDone{
                               .command = asked->command,
                               .result = change::OwnDevices{devices.devices, context.device}});
                       }
                   },
                   [&](const AccountSettings& settings) {
                       session.onSettings(settings);
                       if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.finish(asked->command);
                       }
                   },
                   [&](const protocol::Users& users) { context.learn(users.users); },
                   [&](const protocol::TotalsNow& totals) {
                       if (std::holds_alternative<request::Totals>(request.kind)) {
                           totalsCheck.onAnswer(totals);
                       }
                   },
                   [&](const protocol::Dots& some) {
                       dots.take(some);
                       if (const auto* seen = std::get_if<request::SeeDot>(&request.kind)) {
                           dots.onAnswered(*seen);
                       } else if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.finish(asked->command);
                       }
                   },
                   [&](const protocol::Avatars& some) {
                       avatars.take(some);
                       if (const auto* wanted = std::get_if<request::GetAvatars>(&request.kind)) {
                           avatars.onAnswered(*wanted);
                       } else if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.finish(asked->command);
                       }
                   },
                   [&](const protocol::DraftResult& result) { drafts.onResult(request, result); },
                   [&](const protocol::Drafts& some) {
                       if (std::holds_alternative<request::GetDrafts>(request.kind)) {
                           drafts.onAnswer(some);
                       }
                   },
                   [&](const protocol::ScheduleResult& result) { schedules.onResult(request, result); },
                   [&](const protocol::ScheduledMessages& some) {
                       if (std::holds_alternative<request::GetScheduled>(request.kind)) {
                           schedules.onAnswer(some);
                       }
                   },
                   [&](const protocol::HeartbeatAck& ack) {
                       if (const auto* heartbeat = std::get_if<request::Heartbeat>(&request.kind)) {
                           session.onHeartbeatAck(*heartbeat, ack);
                       }
                   },
                   [&](const protocol::Done&) {
                       if (std::holds_alternative<request::SignOut>(request.kind)) {
                           session.onSignedOut(request);
                       } else if (const auto* deletion = std::get_if<request::DeleteAccount>(&request.kind)) {
                           session.onAccountDeleted();
                           context.finish(deletion->command);
                       } else if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
                           context.finish(asked->command);
                       }
                   },
                   [&](const protocol::Error& error) { onError(request, error); },
                   // An answer type from a later protocol: handled like no answer.
                   [&](const auto&) { onTimeout(request); },
               },
               frame);
}

void EngineState::onMembers(const Request& request, const protocol::Members& members)
{
    const auto* asked = std::get_if<request::Command>(&request.kind);
    if (asked == nullptr) {
        return;
    }
    std::vector<User> users;
    users.reserve(members.members.size());
    for (const protocol::Member& member : members.members) {
        users.push_back(member.user);
    }
    context.learn(users);
    context.report(change::CommandDone{.command = asked->command, .result = members});
}

void EngineState::reportMissed(const protocol::States& states)
{
    for (const ConversationState& state : states.states) {
        const Tracked* tracked = conversations.find(state.id);
        if (tracked != nullptr && state.version > tracked->conversation().version) {
            context.report(
                change::Mismatch{state.id, "the device missed version " + std::to_string(state.version)});
        }
    }
}

void EngineState::finishCommand(CommandId id, const protocol::States& states)
{
    if (!id.isValid()) {
        return;
    }
    change::CommandDone done{.command = id, .invited = states.invited};
    if (!states.states.empty() && states.states.front().id.isValid()) {
        done.result = states.states.front().id;
    }
    context.report(std::move(done));
}

void EngineState::onStates(const Request* request, const protocol::States& states)
{
    context.learn(states.users);
    const bool isSync = request != nullptr && std::holds_alternative<request::Sync>(request->kind);
    if (isSync) {
        reportMissed(states);
    }
    const auto* known = request != nullptr && !request->known.empty() ? &request->known : nullptr;
    for (std::size_t i = 0; i < states.states.size(); ++i) {
        readState.adopt(states, i, known);
        if (states.states[i].isMember) {
            ignores.noteVersion(states.states[i].ignoresVersion);
        }
    }
    if (request == nullptr) {
        return;
    }
    std::visit(Overloaded{
                   [&](const request::Hello&) { session.onHelloStates(states.remaining); },
                   [&](const request::Sync& sync) { session.onSyncAnswered(sync, states); },
                   [&](const request::GetStates&) { timeline.onStates(*request, states); },
                   [&](const request::Read&) {
                       if (states.remaining == 0) {
                           readState.onIntentAnswered(*request);
                       }
                   },
                   [&](const request::Mark&) { readState.onIntentAnswered(*request); },
                   [&](const request::SeeReactions& seen) { reactions.onSeen(seen); },
                   [&](const request::ClearHistory& sent) { clearing.onAnswered(sent); },
                   [&](const request::OrderPin& sent) { pinOrder.onAnswered(sent); },
                   [&](const request::HideMessages& sent) { hiding.onAnswered(sent); },
                   [&](const request::OpenFeed& opened) {
                       if (states.remaining == 0) {
                           feed.onAnswered(opened);
                       }
                   },
                   [&](const request::Command& command) { finishCommand(command.command, states); },
                   [](const auto&) {},
               },
               request->kind);
}

void EngineState::onError(const Request& request, const protocol::Error& error)
{
    if (error.code == protocol::ErrorCode::NotSignedIn && context.isOnline()) {
        session.restart();
        return;
    }
    std::visit(Overloaded{
                   [&](const request::Authenticate&) { session.onAuthenticationError(request, error); },
                   [&](const request::Hello&) { session.onHelloError(error); },
                   [&](const request::Sync&) { session.onSyncFailed(); },
                   [&](const request::GetStates&) { timeline.onStatesFailed(request, error.retryAfter); },
                   [&](const request::Pull&) { timeline.onPullFailed(request, &error); },
                   [&](const request::Send&) { outbox.onError(request, error); },
                   [&](const request::Read&) { readState.onIntentError(request, error); },
                   [&](const request::Mark&) { readState.onIntentError(request, error); },
                   [&](const request::Delivered& delivered) { deliveries.onError(delivered, error); },
                   [&](const request::Totals&) { totalsCheck.onFailed(); },
                   [&](const request::SeeDot& seen) { dots.onError(seen, error); },
                   [&](const request::OpenFeed& opened) { feed.onError(opened, error); },
                   [&](const request::GetAvatars& asked) { avatars.onError(asked, error); },
                   [&](const request::React&) { reactions.onError(request, error); },
                   [&](const request::PullReactions&) { reactions.onError(request, error); },
                   [&](const request::SeeReactions&) { reactions.onError(request, error); },
                   [&](const request::ClearHistory& sent) { clearing.onError(sent, error); },
                   [&](const request::OrderPin& sent) { pinOrder.onError(sent, error); },
                   [&](const request::HideMessages& sent) { hiding.onError(sent, error); },
                   [&](const request::SetIgnored&) { ignores.onError(request, error); },
                   [&](const request::IgnoredUsers&) { ignores.onError(request, error); },
                   [&](const request::SetFolder&) { folders.onError(request, error); },
                   [&](const request::GetFolders&) { folders.onError(request, error); },
                   [&](const request::GetInvitations&) { invitations.onError(request, error); },
                   [&](const request::SetDraft&) { drafts.onError(request, error); },
                   [&](const request::GetDrafts&) { drafts.onError(request, error); },
                   [&](const request::Schedule&) { schedules.onError(request, error); },
                   [&](const request::GetScheduled&) { schedules.onError(request, error); },
                   [&](const request::Command& command) {
                       context.report(
                           change::CommandDone{command.command, error.code, error.retryAfter, error.detail});
                   },
                   [&](const request::SignOut&) { session.onSignedOut(request); },
                   [&](const request::DeleteAccount& asked) { session.onDeletionError(asked, error); },
                   [&](const request::Heartbeat&) { session.onHeartbeatError(error); },
               },
               request.kind);
}

void EngineState::onTimeout(const Request& request)
{
    std::visit(
        Overloaded{
            [&](const request::Authenticate&) {
                session.onAuthenticationError(request,
                                              {protocol::ErrorCode::Unavailable, Milliseconds(0), {}});
            },
            // No answer arrived in time: the connection is dead even if it was not reported as lost.
            [&](const request::Hello&) { session.restart(); },
            [&](const request::Heartbeat&) { session.restart(); },
            [&](const request::Sync&) { session.onSyncFailed(); },
            [&](const request::GetStates&) { timeline.onStatesFailed(request, Milliseconds(0)); },
            [&](const request::Pull&) { timeline.onPullFailed(request, nullptr); },
            [&](const request::Send&) { outbox.onTimeout(request); },
            [&](const request::Read&) { readState.onIntentTimeout(request); },
            [&](const request::Mark&) { readState.onIntentTimeout(request); },
            [&](const request::Delivered& delivered) { deliveries.onTimeout(delivered); },
            [&](const request::Totals&) { totalsCheck.onFailed(); },
            [&](const request::SeeDot& seen) { dots.onTimeout(seen); },
            [&](const request::OpenFeed&) { feed.onTimeout(); },
            [&](const request::GetAvatars& asked) { avatars.onTimeout(asked); },
            [&](const request::React&) { reactions.onTimeout(request); },
            [&](const request::PullReactions&) { reactions.onTimeout(request); },
            [&](const request::SeeReactions&) { reactions.onTimeout(request); },
            [&](const request::ClearHistory& sent) { clearing.onTimeout(sent); },
            [&](const request::OrderPin& sent) { pinOrder.onTimeout(sent); },
            [&](const request::HideMessages& sent) { hiding.onTimeout(sent); },
            [&](const request::SetIgnored&) { ignores.onTimeout(request); },
            [&](const request::IgnoredUsers&) { ignores.onTimeout(request); },
            [&](const request::SetFolder&) { folders.onTimeout(request); },
            [&](const request::GetFolders&) { folders.onTimeout(request); },
            [&](const request::GetInvitations&) { invitations.onTimeout(request); },
            [&](const request::SetDraft&) { drafts.onTimeout(request); },
            [&](const request::GetDrafts&) { drafts.onTimeout(request); },
            [&](const request::Schedule&) { schedules.onTimeout(request); },
            [&](const request::GetScheduled&) { schedules.onTimeout(request); },
            [&](const request::Command& command) {
                context.finish(command.command, protocol::ErrorCode::Unavailable);
            },
            [&](const request::SignOut&) { session.onSignedOut(request); },
            [&](const request::DeleteAccount& asked) {
                session.onDeletionError(asked, {protocol::ErrorCode::Unavailable, Milliseconds(0), {}});
            },
        },
        request.kind);
}

void EngineState::expireRequests()
{
    std::vector<RequestId> expired;
    for (const auto& [id, request] : context.requests()) {
        if (request.deadline <= context.now()) {
            expired.push_back(id);
        }
    }
    for (const RequestId id : expired) {
        // A restart in onTimeout() drops the remaining requests, so they may be gone.
        if (const std::optional<Request> request = context.take(id)) {
            onTimeout(*request);
        }
    }
}

Engine::Engine(EngineConfig config, Snapshot snapshot, const LogReader& log)
    : m_state(std::make_unique<EngineState>(std::move(config), std::move(snapshot), log))
{
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Effects Engine::step(const Input& input, Instant now, UnixMs wall)
{
    return m_state->step(input, now, wall);
}

const LocalConversation* Engine::conversation(ConversationId id) const
{
    const Tracked* tracked = m_state->conversations.find(id);
    return tracked != nullptr ? &tracked->conversation() : nullptr;
}

std::vector<LocalConversation> Engine::conversations() const
{
    std::vector<LocalConversation> all;
    all.reserve(m_state->conversations.all().size());
    for (const auto& [id, tracked] : m_state->conversations.all()) {
        all.push_back(tracked.conversation());
    }
    return all;
}

const RangeSet* Engine::held(ConversationId id) const
{
    const Tracked* tracked = m_state->conversations.find(id);
    return tracked != nullptr ? &tracked->held() : nullptr;
}

const Totals& Engine::totals() const
{
    return m_state->conversations.totals();
}

std::vector<Dot> Engine::dots() const
{
    return m_state->dots.all();
}

const LocalDraft* Engine::draft(ConversationId id) const
{
    return m_state->drafts.find(id);
}

const LocalScheduled* Engine::scheduled(const MessageUuid& uuid) const
{
    return m_state->schedules.find(uuid);
}

std::vector<LocalScheduled> Engine::scheduled() const
{
    return m_state->schedules.all();
}

const Avatar* Engine::avatar(const AvatarOwner& owner) const
{
    return m_state->avatars.find(owner);
}

std::vector<Folder> Engine::folders() const
{
    return m_state->folders.all();
}

const std::vector<Invitation>& Engine::invitations() const
{
    return m_state->invitations.all();
}

std::vector<IgnoredUser> Engine::ignored() const
{
    return m_state->ignores.all();
}

const ConnectionStatus& Engine::connection() const
{
    return m_state->session.status();
}

const std::optional<Account>& Engine::account() const
{
    return m_state->context.account();
}

const PendingMessage* Engine::pending(MessageUuid uuid) const
{
    return m_state->pending.find(uuid);
}

bool Engine::waitsForFiles(MessageUuid uuid) const
{
    return m_state->outbox.waitsForFiles(uuid);
}

bool Engine::hasReadIntent(ConversationId id) const
{
    return m_state->readState.hasIntent(id);
}

bool Engine::isFlushed() const
{
    return m_state->isFlushed();
}

bool Engine::isQuiescent() const
{
    return m_state->context.isOnline() && m_state->session.isIdle() && isFlushed()
           && !m_state->outbox.isWaiting() && !m_state->timeline.wantsAnything()
           && !m_state->reactions.wantsAnything() && !m_state->ignores.wantsAnything()
           && !m_state->drafts.wantsAnything() && !m_state->folders.wantsAnything()
           && !m_state->invitations.wantsAnything() && !m_state->schedules.wantsAnything();
}

} // namespace tidemark
