#include "server-stub/hub/hub_state.h"

#include "core/base/one_of.h"
#include "core/base/overloaded.h"
#include "core/base/require.h"
#include "server-stub/hub/contract/request_bounds.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/state/lock_set.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Whether the frame needs no session, so that it takes no tokens of a user.
bool isForAnybody(const protocol::ClientFrame& frame)
{
    return holdsOneOf<protocol::Hello, protocol::Register, protocol::SignIn, protocol::UnknownFrame>(frame);
}

} // namespace

HubState::HubState(HubConfig config, Store& store, Secrets& secrets)
    : m_context(std::move(config), store, secrets), m_devices(m_context), m_delivering(m_context),
      m_reactions(m_context), m_ignoring(m_context), m_folders(m_context), m_invitations(m_context),
      m_drafts(m_context), m_sending(m_context, m_drafts), m_scheduling(m_context, m_sending),
      m_catchingUp(m_context, {m_devices, m_delivering, m_reactions, m_ignoring, m_folders, m_invitations,
                               m_drafts, m_scheduling}),
      m_notices(m_context), m_dots(m_context),
      m_accounts(m_context, m_devices, m_catchingUp, m_notices, m_dots),
      m_conversations(m_context, m_invitations), m_feed(m_context), m_pulling(m_context),
      m_reading(m_context), m_memberList(m_context), m_typing(m_context), m_activity(m_context),
      m_retention(m_context), m_muteEnds(m_context), m_scheduledSends(m_context, m_scheduling),
      m_avatars(m_context), m_files(m_context, m_avatars), m_blobSweep(m_context), m_userAdmin(m_context),
      m_composer(m_context), m_notifier(m_context.config().notifiesInBlocks),
      m_reactionNotifier(m_context.config().notifiesInBlocks), m_totalsPublisher(m_context),
      m_ends(m_context, m_devices, m_activity, m_accounts),
      m_removal(m_context, m_conversations, m_reactions, m_avatars), m_hintComposer(m_context),
      m_headPoller(m_context),
      m_resync(m_context, {m_headPoller, m_notices, m_dots, m_ends, m_ignoring, m_folders, m_invitations}),
      m_peerServers(m_context, m_activity, m_resync),
      m_hintDispatcher(m_context, {m_accounts, m_activity, m_avatars, m_dots, m_drafts, m_scheduling,
                                   m_headPoller, m_resync, m_retention, m_peerServers, m_typing, m_removal})
{
}

template <typename Part>
void HubState::guard(Part part, std::optional<Caller> caller)
{
    try {
        part();
    } catch (const PreconditionViolation& violation) {
        m_context.turn().fail(violation.what(), caller);
    }
}

void HubState::reconfigure(const HubConfig& config)
{
    m_context.reconfigure(config);
    m_retention.restart();
}

void HubState::beginTurn(std::span<const Input> inputs, Instant now, UnixMs wall)
{
    if (m_context.isShared) {
        LockSet lockSet = lockSetOf(inputs, m_context.sessions());
        m_scheduledSends.addTo(lockSet);
        m_removal.addTo(lockSet);
        m_context.transaction().expect(std::move(lockSet));
        m_context.forgetStored();
    }
    m_context.beginTurn(now, wall);
    guard([&] {
        m_context.beginAges();
        if (m_context.isShared) {
            m_context.ages().noteWrite(now, wall); // another server may be writing an entry
        }
        // Do what is due before the inputs, so that the answers show its results.
        m_retention.run();
        m_muteEnds.run();
        m_scheduledSends.run();
        m_removal.run();
        m_blobSweep.run();
        m_totalsPublisher.run();
        m_peerServers.run();
        m_headPoller.run();
        m_resync.run();
        m_hintDispatcher.run(inputs);
    });
}

void HubState::handle(const Input& input)
{
    guard([&] {
        dispatch(input);
        const auto* received = std::get_if<Received>(&input);
        countRefusals(received == nullptr ? 0 : received->bytes);
    });
}

void HubState::dispatch(const Input& input)
{
    std::visit(Overloaded{[this](const Connected& connected) { m_accounts.connected(connected); },
                          [this](const Received& received) { handle(received); },
                          [this](const ReceivedGarbage& garbage) { handleGarbage(garbage); },
                          [this](const Closed& closed) { m_ends.end(closed.connection); },
                          [this](const PasswordHashed& result) { handle(result); },
                          [this](const PasswordVerified& result) { handle(result); },
                          [this](const BlobJobDone& result) { m_files.done(result); },
                          [this](const ShutDown& shutDown) { handleShutDown(shutDown); },
                          [this](const OperatorAsked& asked) { handle(asked); },
                          [this](const HintsReceived& received) { m_hintDispatcher.received(received); },
                          [this](const HintsMissed&) { m_hintDispatcher.missed(); }, [](const Tick&) {},
                          [this](const AnswerGoesOn& one) { goOn(one.connection); }},
               input);
}

void HubState::countRefusals(std::size_t bytes)
{
    for (const ConnectionId connection : m_context.turn().takeRefused()) {
        if (m_context.sessions().isConnected(connection)
            && m_context.guard().noteRefusal(connection, bytes, m_context.now())) {
            const Caller noCaller{{connection, 0}, {}, {}};
            m_context.turn().refuse(noCaller, ErrorCode::TooFast);
            m_ends.cut(connection);
        }
    }
}

void HubState::handle(const Received& received)
{
    // The hub closed this connection before these frames arrived.
    if (!m_context.sessions().isConnected(received.connection)) {
        return;
    }
    finishAnswer(received.connection);
    const Caller caller{{received.connection, received.envelope.session}, received.envelope.request, {}};
    guard([&] { handleFrame(caller, received); }, caller);
    // A malformed request ends the connection, just like a frame that cannot be decoded.
    if (m_context.turn().isRefusedAsMalformed(caller)) {
        m_ends.cut(received.connection);
    }
}

void HubState::goOn(ConnectionId connection)
{
    const LongAnswer* answer = m_context.longAnswers().find(connection);
    if (answer == nullptr) {
        return;
    }
    const Caller caller = answer->caller;
    m_context.turn().expectRest(caller);
    if (!m_context.turn().hasFailed()) {
        guard([&] { m_catchingUp.goOn(connection); }, caller);
    }
}

void HubState::finishAnswer(ConnectionId connection)
{
    while (m_context.longAnswers().find(connection) != nullptr) {
        goOn(connection);
        if (m_context.turn().hasFailed()) {
            return; // the answer will be Unavailable
        }
    }
}

void HubState::handleFrame(Caller caller, const Received& received)
{
    const bool wantsAnswer = !holdsOneOf<protocol::Typing, protocol::Activity>(received.envelope.frame);
    if (wantsAnswer) {
        m_context.turn().expectAnswer(caller);
    }
    if (m_context.turn().hasFailed()) {
        return; // the answer will be Unavailable
    }
    if (auto error = refusalOfSize(received.envelope.frame)) {
        return m_context.turn().reply(caller, *std::move(error));
    }
    const Session* session = m_context.sessions().find(caller.target);
    if (session == nullptr || isForAnybody(received.envelope.frame)) {
        const Milliseconds pause =
            m_context.guard().takeStranger(received.connection, received.bytes, m_context.now());
        if (pause > Milliseconds(0)) {
            m_context.count(&HubStats::refusedTooFast);
            return m_context.turn().refuse(caller, ErrorCode::TooFast, pause);
        }
    }
    if (handleStranger(caller, received.envelope.frame)) {
        return;
    }
    if (session == nullptr) {
        return m_context.turn().refuse(caller, ErrorCode::NotSignedIn);
    }
    caller.user = session->user;
    const Milliseconds wait = takeToken(caller, received);
    if (wait > Milliseconds(0)) {
        m_context.count(&HubStats::refusedTooFast);
        if (wantsAnswer) {
            return m_context.turn().refuse(caller, ErrorCode::TooFast, wait);
        }
        m_context.turn().noteRefusal(received.connection);
        return;
    }
    m_devices.noteContact(caller.target);
    handleSignedIn(caller, received.envelope.frame);
}

void HubState::handle(const PasswordHashed& result)
{
    const std::vector<Target> ended = m_accounts.endedBy(result);
    m_ends.leaveActivity(ended);
    m_accounts.passwordHashed(result);
    m_ends.cutUnused(ended);
}

void HubState::handle(const PasswordVerified& result)
{
    if (const auto deleted = m_accounts.passwordVerified(result)) {
        m_removal.begin(*deleted);
        m_ends.dismiss(*deleted, ErrorCode::AccountDeleted);
    }
}

bool HubState::handleStranger(const Caller& caller, const protocol::ClientFrame& frame)
{
    if (const auto* hello = std::get_if<protocol::Hello>(&frame)) {
        m_accounts.hello(caller, *hello);
        m_activity.greet(caller.target);
    } else if (const auto* request = std::get_if<protocol::Register>(&frame)) {
        m_accounts.signUp(caller, *request);
    } else if (const auto* signIn = std::get_if<protocol::SignIn>(&frame)) {
        m_accounts.signIn(caller, *signIn);
    } else if (std::holds_alternative<protocol::UnknownFrame>(frame)) {
        m_context.turn().refuse(caller, ErrorCode::Unsupported);
    } else {
        return false;
    }
    return true;
}

void HubState::handleSignedIn(const Caller& caller, const protocol::ClientFrame& frame)
{
    using namespace protocol;
    std::visit(
        Overloaded{
            [&](const Send& send) { answer(caller, m_sending.send(caller, send)); },
            [&](const Pull& pull) { answer(caller, m_pulling.pull(caller, pull)); },
            [&](const GetUsers& request) { answer(caller, m_pulling.users(request)); },
            [&](const Read& read) { answer(caller, m_reading.read(caller, read)); },
            [&](const Delivered& said) { answer(caller, m_delivering.delivered(caller, said)); },
            [&](const MarkUnread& mark) { answer(caller, m_reading.markUnread(caller, mark)); },
            [&](const SetSettings& request) { answer(caller, m_reading.setSettings(caller, request)); },
            [&](const SetAccountSettings& request) {
                answer(caller, m_reading.setAccountSettings(caller, request));
            },
            [&](const GetTotals&) { answer(caller, m_reading.totals(caller)); },
            [&](const GetReaders& request) { answer(caller, m_reading.readers(caller, request)); },
            [&](const GetMembers& request) { answer(caller, m_memberList.members(caller, request)); },
            [&](const Typing& typing) { m_typing.relay(caller, typing); },
            [&](const Activity& activity) { m_activity.relay(caller, activity); },
            [&](const GetDevices&) { answer(caller, m_devices.devices(caller)); },
            [&](const RevokeDevice& request) { handleRevokeDevice(caller, request); },
            [&](const CreateGroup& request) { answer(caller, m_conversations.createGroup(caller, request)); },
            [&](const OpenDirect& request) { answer(caller, m_conversations.openDirect(caller, request)); },
            [&](const Join& request) { answer(caller, m_conversations.join(caller, request)); },
            [&](const Leave& request) { answer(caller, m_conversations.leave(caller, request)); },
            [&](const AddMember& request) { answer(caller, m_conversations.addMember(caller, request)); },
            [&](const RemoveMember& request) {
                answer(caller, m_conversations.removeMember(caller, request));
            },
            [&](const SetRole& request) { answer(caller, m_conversations.setRole(caller, request)); },
            [&](const ChangePassword& request) { m_accounts.changePassword(caller, request); },
            [&](const DeleteAccount& request) { m_accounts.deleteAccount(caller, request); },
            [&](const Rename& request) { answer(caller, m_conversations.rename(caller, request)); },
            [&](const SetForwarding& request) {
                answer(caller, m_conversations.setForwarding(caller, request));
            },
            [&](const CreateChannel& request) {
                answer(caller, m_conversations.createChannel(caller, request));
            },
            [&](const Follow& request) { answer(caller, m_conversations.follow(caller, request)); },
            [&](const Unfollow& request) { answer(caller, m_conversations.unfollow(caller, request)); },
            [&](const React& request) { answer(caller, m_reactions.react(caller, request)); },
            [&](const PullReactions& request) { answer(caller, m_reactions.pull(caller, request)); },
            [&](const SeeReactions& request) { answer(caller, m_reactions.see(caller, request)); },
            [&](const GetReactors& request) { answer(caller, m_reactions.reactors(caller, request)); },
            [&](const ClearHistory& request) { answer(caller, m_reading.clear(caller, request)); },
            [&](const HideMessages& request) { answer(caller, m_reading.hide(caller, request)); },
            [&](const SetIgnored& request) { answer(caller, m_ignoring.set(caller, request)); },
            [&](const GetIgnored&) { answer(caller, m_ignoring.get(caller)); },
            [&](const SetFolder& request) { answer(caller, m_folders.set(caller, request)); },
            [&](const GetFolders&) { answer(caller, m_folders.get(caller)); },
            [&](const AnswerInvitation& request) {
                answer(caller, m_conversations.answerInvitation(caller, request));
            },
            [&](const GetInvitations&) { answer(caller, m_invitations.get(caller)); },
            [&](const SetDraft& request) { answer(caller, m_drafts.set(caller, request)); },
            [&](const GetDrafts& request) { answer(caller, m_drafts.get(caller, request)); },
            [&](const Schedule& request) { answer(caller, m_scheduling.set(caller, request)); },
            [&](const GetScheduled& request) { answer(caller, m_scheduling.get(caller, request)); },
            [&](const FindChannels& request) { answer(caller, m_feed.findChannels(request)); },
            [&](const OpenFeed& request) { m_catchingUp.states(caller, m_feed.open(caller, request)); },
            [&](const SeeDot& seen) { answer(caller, m_dots.see(caller, seen)); },
            [&](const GetDots&) { answer(caller, m_dots.dots(caller)); },
            [&](const BeginUpload& request) { m_files.begin(caller, request); },
            [&](const UploadChunk& chunk) { m_files.append(caller, chunk); },
            [&](const FinishUpload& request) { m_files.finish(caller, request); },
            [&](const CancelUpload& request) { m_files.cancel(caller, request); },
            [&](const GetBlob& request) { m_files.read(caller, request); },
            [&](const SetAvatar& request) { answer(caller, m_avatars.set(caller, request)); },
            [&](const GetAvatars& request) { answer(caller, m_avatars.get(caller, request)); },
            [&](const Heartbeat& heartbeat) { handleHeartbeat(caller, heartbeat); },
            [&](const Sync& sync) { m_catchingUp.sync(caller, sync); },
            [&](const GetStates& request) { m_catchingUp.states(caller, request); },
            [&](const SignOut&) {
                m_activity.leave(caller.target);
                m_accounts.signOut(caller);
            },
            [&](const auto&) { m_context.turn().refuse(caller, ErrorCode::Unsupported); },
        },
        frame);
}

void HubState::handle(const OperatorAsked& asked)
{
    OperatorResult result = protocol::Error{};
    guard([&] { result = resultOf(asked.request); });
    m_context.turn().answerOperator(asked.ticket, std::move(result));
}

OperatorResult HubState::resultOf(const OperatorRequest& asked)
{
    return std::visit(Overloaded{[&](const Announce& request) { return m_notices.announce(request); },
                                 [&](const RaiseDot& request) { return m_dots.raise(request); },
                                 [&](const ListDots&) { return m_dots.list(); },
                                 [&](const AddUser& request) { return m_userAdmin.add(request); },
                                 [&](const SetUserDisabled& request) { return disable(request); },
                                 [&](const ResetPassword& request) { return resetPassword(request); },
                                 [&](const DeleteUser& request) { return remove(request); },
                                 [&](const ListUsers& request) { return m_userAdmin.list(request); }},
                      asked);
}

OperatorResult HubState::disable(const SetUserDisabled& request)
{
    OperatorResult changed = m_userAdmin.setDisabled(request);
    if (request.disabled) {
        dismiss(changed, ErrorCode::AccountDisabled);
    }
    return changed;
}

OperatorResult HubState::remove(const DeleteUser& request)
{
    OperatorResult found = m_userAdmin.toDelete(request);
    if (auto* list = std::get_if<UserList>(&found); list != nullptr && !list->users.empty()) {
        m_removal.begin(list->users.front().id);
        list->users.front().isDeleted = true;
    }
    dismiss(found, ErrorCode::AccountDeleted);
    return found;
}

OperatorResult HubState::resetPassword(const ResetPassword& request)
{
    OperatorResult changed = m_userAdmin.resetPassword(request);
    dismiss(changed, ErrorCode::TokenRevoked);
    return changed;
}

void HubState::dismiss(const OperatorResult& changed, ErrorCode why)
{
    const auto* list = std::get_if<UserList>(&changed);
    if (list == nullptr || list->users.empty()) {
        return;
    }
    const UserId user = list->users.front().id;
    m_ends.dismiss(user, why);
    m_context.addHint(hint::AccountChanged{user});
}

void HubState::handleGarbage(const ReceivedGarbage& garbage)
{
    if (!m_context.sessions().isConnected(garbage.connection)) {
        return;
    }
    const Caller noCaller{{garbage.connection, 0}, {}, {}};
    m_context.turn().reply(noCaller, protocol::Error{ErrorCode::Malformed, Milliseconds(0), garbage.detail});
    m_ends.cut(garbage.connection);
}

void HubState::handleRevokeDevice(const Caller& caller, const protocol::RevokeDevice& request)
{
    if (m_context.sessions().find(caller.target)->device == request.device) {
        return m_context.turn().refuse(caller, ErrorCode::NotAllowed);
    }
    const std::vector<Target> targets = m_context.sessions().sessionsOf(caller.user, request.device);
    m_ends.leaveActivity(targets);
    m_accounts.revoke(caller, request.device);
    m_ends.cutUnused(targets);
}

void HubState::handleHeartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat)
{
    // The hint that another server has ended this session may be lost.
    if (m_context.isShared && !m_ends.isSignedIn(caller.target)) {
        return m_ends.recheck(caller.user);
    }
    m_dots.compare(caller, heartbeat);
    m_ignoring.compare(caller, heartbeat.ignoresVersion);
    m_folders.compare(caller, heartbeat.foldersVersion);
    m_invitations.compare(caller, heartbeat.invitationsVersion);
    answer(caller, m_catchingUp.heartbeat(caller, heartbeat));
}

void HubState::handleShutDown(const ShutDown& input)
{
    std::vector<Target> targets;
    for (const ConnectionId connection : input.connections) {
        const std::vector<Target> sessions = m_context.sessions().targetsOn(connection);
        targets.insert(targets.end(), sessions.begin(), sessions.end());
    }
    if (input.connections.empty()) {
        targets = m_context.sessions().everyone();
        m_context.addHint(hint::Gone{});
    }
    if (targets.empty()) {
        return;
    }
    std::set<ConnectionId> connections;
    for (const Target target : targets) {
        connections.insert(target.connection);
    }
    m_context.turn().addFarewell(Push{std::move(targets), protocol::GoAway{input.minDelay, input.maxDelay}});
    for (const ConnectionId connection : connections) {
        m_context.turn().addFarewell(CloseConnection{connection});
        m_ends.end(connection);
    }
}

Milliseconds HubState::takeToken(const Caller& caller, const Received& received)
{
    const protocol::ClientFrame& frame = received.envelope.frame;
    const std::uint32_t cost = costOf(frame, m_context.config().limits) + costOfBytes(received.bytes);
    return m_context.limiter().take(caller.user, operationOf(frame), cost, m_context.now());
}

void HubState::answer(const Caller& caller, Answer answer)
{
    if (answer) {
        m_context.turn().reply(caller, std::move(answer).value());
    } else {
        m_context.turn().reply(caller, answer.error());
    }
}

Effects HubState::endTurn()
{
    guard([this] {
        m_composer.compose();
        m_hintComposer.compose();
        m_context.storeAges();
    });
    Effects effects;
    effects.charged = m_context.turn().takeCharged();
    if (m_context.transaction().hasFailed()) {
        m_context.turn().dropViolations(); // the checks saw the worthless values of a failed statement
    }
    if (m_context.turn().hasFailed()) {
        m_context.transaction().abandon();
        undo(effects);
    } else if (m_context.transaction().finish()) {
        keep(effects);
    } else {
        effects.commitFailed = true;
        undo(effects);
    }
    announce(effects);
    std::ranges::move(m_context.turn().takeFarewell(), std::back_inserter(effects.effects));
    std::ranges::move(m_context.turn().takeViolations(), std::back_inserter(effects.violations));
    m_context.count(&HubStats::violations, effects.violations.size());
    return effects;
}

void HubState::keep(Effects& effects)
{
    m_accounts.keepFreshJobs();
    m_files.keepFreshJobs();
    if (m_context.turn().hasBlobWork()) {
        m_blobSweep.noteWork();
    }
    if (auto stored = m_context.turn().takeStoredAges()) {
        m_context.ages().noteStored(*std::move(stored));
    }
    for (const Turn::Append& append : m_context.turn().appends()) {
        m_notifier.appended(append.head, append.by, m_context.now());
        if (m_context.isShared) {
            m_context.heads().note(append.head);
        }
    }
    for (const auto& [conversation, reacted] : m_context.turn().reactions()) {
        // In a busy conversation a push of its own would reach every member only to say this.
        if (reacted.isPushed && !m_notifier.join(reacted.head, reacted.by)) {
            m_reactionNotifier.appended(reacted.head, reacted.by, m_context.now());
        }
    }
    m_context.count(&HubStats::appends, m_context.turn().appends().size());
    effects.effects = m_context.turn().takeEffects();
    effects.operatorAnswers = m_context.turn().takeOperatorAnswers();
    effects.hints = m_context.turn().takeHints();
    std::ranges::copy_if(m_context.turn().unfinished(), std::back_inserter(effects.unfinished),
                         [this](ConnectionId one) { return m_context.longAnswers().find(one) != nullptr; });
    if (m_resync.settle(m_context.turn().hasWritten())) {
        effects.hints.emplace_back(hint::HintsLost{});
    }
    m_context.sentVersions().keep();
    m_context.count(&HubStats::hintsSent, effects.hints.size());
}

void HubState::undo(Effects& effects)
{
    m_accounts.dropFreshJobs();
    m_retention.undo();
    m_muteEnds.undo();
    m_scheduledSends.undo();
    m_removal.undo();
    m_files.dropFreshJobs();
    m_blobSweep.undo();
    m_totalsPublisher.undo();
    m_hintDispatcher.undo();
    m_headPoller.undo();
    m_resync.undo();
    m_context.sentVersions().undo();
    m_context.forgetStored();
    if (m_context.ages().running(m_context.now()) == Milliseconds(0)) {
        m_context.ages().stop(); // the reads for AgeClock::begin() may have failed
    }
    if (effects.commitFailed && m_context.transaction().committed().isCommitUnknown()) {
        std::vector<UserId> users;
        for (const auto& [place, changed] : m_context.turn().changedStates()) {
            users.push_back(place.first);
        }
        m_resync.noteUnknownOutcome(users);
    }
    effects.violations = m_context.turn().takeViolations();
    const std::set<ConnectionId> touched = m_context.turn().touched();
    for (const Caller& asker : m_context.turn().askers()) {
        m_context.longAnswers().forget(asker.target);
    }
    m_context.undoTurn();
    std::for_each(touched.begin(), touched.end(), [this](ConnectionId one) { m_accounts.close(one); });
    effects.effects = m_context.turn().takeEffects();
    effects.operatorAnswers = m_context.turn().takeOperatorAnswers();
    effects.hints = m_context.turn().takeHints();
}

std::vector<Target> HubState::watchersOf(const Notifier::Announcement& announcement) const
{
    std::vector<Target> targets = m_context.watchers().of(announcement.head.conversation);
    const std::vector<Target>& forTotals = m_context.totalsWatchers().of(announcement.head.conversation);
    targets.insert(targets.end(), forTotals.begin(), forTotals.end());
    if (announcement.except) {
        std::erase(targets, *announcement.except);
    }
    return targets;
}

HubStats HubState::stats() const
{
    HubStats stats = m_context.stats();
    stats.trimsHeldBack = m_retention.heldBack();
    stats.blockHits = m_context.blocks().hits();
    stats.blockMisses = m_context.blocks().misses();
    stats.blockBytes = m_context.blocks().bytes();
    stats.sessions = m_context.sessions().sessionCount();
    stats.fileJobs = m_files.running();
    return stats;
}

void HubState::announceReactions(Effects& effects)
{
    for (const Notifier::Announcement& announcement : m_reactionNotifier.take(m_context.now())) {
        std::vector<Target> targets = m_context.watchers().of(announcement.head.conversation);
        if (announcement.except) {
            std::erase(targets, *announcement.except);
        }
        if (!targets.empty()) {
            effects.effects.emplace_back(PushHead{std::move(targets), announcement.head});
        }
    }
}

void HubState::announce(Effects& effects)
{
    for (const protocol::Head& head : m_context.turn().headsMovedElsewhere()) {
        m_notifier.appended(head, std::nullopt, m_context.now());
    }
    const std::vector<Notifier::Announcement> announcements = m_notifier.take(m_context.now());
    for (const Notifier::Announcement& announcement : announcements) {
        std::vector<Target> targets = watchersOf(announcement);
        if (!targets.empty()) {
            m_context.count(&HubStats::announcements);
            m_context.count(&HubStats::notifies, targets.size());
            effects.effects.emplace_back(PushHead{std::move(targets), announcement.head});
        }
    }
    announceReactions(effects);
    m_totalsPublisher.publish(announcements, effects);
    effects.wakeUp = m_notifier.wakeUp();
    for (const std::optional<Instant> at :
         {m_reactionNotifier.wakeUp(), m_retention.wakeUp(), m_muteEnds.wakeUp(), m_scheduledSends.wakeUp(),
          m_removal.wakeUp(), m_blobSweep.wakeUp(), m_totalsPublisher.wakeUp(), m_peerServers.wakeUp(),
          m_headPoller.wakeUp(), m_resync.wakeUp(), m_hintDispatcher.wakeUp()}) {
        if (at) {
            effects.wakeUp = effects.wakeUp ? std::min(*effects.wakeUp, *at) : *at;
        }
    }
}

} // namespace tidemark::server
