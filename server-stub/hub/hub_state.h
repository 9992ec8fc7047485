#pragma once

#include "server-stub/hub/cluster/head_poller.h"
#include "server-stub/hub/cluster/hint_dispatcher.h"
#include "server-stub/hub/cluster/peer_servers.h"
#include "server-stub/hub/cluster/resync.h"
#include "server-stub/hub/publishing/activity_relay.h"
#include "server-stub/hub/publishing/hint_composer.h"
#include "server-stub/hub/publishing/notifier.h"
#include "server-stub/hub/publishing/push_composer.h"
#include "server-stub/hub/publishing/totals_publisher.h"
#include "server-stub/hub/publishing/typing_relay.h"
#include "server-stub/hub/requests/account_removal.h"
#include "server-stub/hub/requests/accounts.h"
#include "server-stub/hub/requests/avatars.h"
#include "server-stub/hub/requests/catching_up.h"
#include "server-stub/hub/requests/conversations.h"
#include "server-stub/hub/requests/device_tracker.h"
#include "server-stub/hub/requests/dot_board.h"
#include "server-stub/hub/requests/drafts.h"
#include "server-stub/hub/requests/feed.h"
#include "server-stub/hub/requests/files.h"
#include "server-stub/hub/requests/folders.h"
#include "server-stub/hub/requests/ignoring.h"
#include "server-stub/hub/requests/member_list.h"
#include "server-stub/hub/requests/notices.h"
#include "server-stub/hub/requests/pulling.h"
#include "server-stub/hub/requests/reactions.h"
#include "server-stub/hub/requests/reading.h"
#include "server-stub/hub/requests/scheduled_sends.h"
#include "server-stub/hub/requests/scheduling.h"
#include "server-stub/hub/requests/sending.h"
#include "server-stub/hub/requests/session_ends.h"
#include "server-stub/hub/requests/user_admin.h"
#include "server-stub/hub/state/hub_context.h"
#include "server-stub/hub/upkeep/blob_sweep.h"
#include "server-stub/hub/upkeep/mute_ends.h"
#include "server-stub/hub/upkeep/retention.h"

#include <span>

namespace tidemark::server {

/// Connects the parts of the hub: passes each input to its part, and ends the turn with the commit.
class HubState {
public:
    HubState(HubConfig config, Store& store, Secrets& secrets);

    /// Call between turns.
    void reconfigure(const HubConfig& config);
    /// `inputs` are all inputs that the turn will handle.
    void beginTurn(std::span<const Input> inputs, Instant now, UnixMs wall);
    void handle(const Input& input);
    [[nodiscard]] Effects endTurn();
    [[nodiscard]] UserId payerOf(ConnectionId connection) const
    {
        return m_context.sessions().firstUserOn(connection);
    }
    [[nodiscard]] HubStats stats() const;

private:
    /// Does a part of the turn. A violated precondition in it fails the whole turn: the part may have written
    /// half of what belongs together, and others in the turn may have read it. So nothing of the turn is
    /// kept, and all its requests are answered with Unavailable, as after a failed commit; their clients try
    /// again.
    template <typename Part>
    void guard(Part part, std::optional<Caller> caller = std::nullopt);
    void dispatch(const Input& input);
    void handle(const Received& received);
    /// Lets the connection's unfinished answer go on, if there is one.
    void goOn(ConnectionId connection);
    /// Gives the rest of it, so that the connection's next request can be answered.
    void finishAnswer(ConnectionId connection);
    void handleFrame(Caller caller, const Received& received);
    void handle(const PasswordHashed& result);
    void handle(const PasswordVerified& result);
    void handleGarbage(const ReceivedGarbage& garbage);
    /// Closes the connections that had too many refused requests.
    void countRefusals(std::size_t bytes);
    void handle(const OperatorAsked& asked);
    [[nodiscard]] OperatorResult resultOf(const OperatorRequest& asked);
    [[nodiscard]] OperatorResult disable(const SetUserDisabled& request);
    [[nodiscard]] OperatorResult remove(const DeleteUser& request);
    [[nodiscard]] OperatorResult resetPassword(const ResetPassword& request);
    /// Ends all sessions of the account in `changed`, and closes the connections that have no session left.
    void dismiss(const OperatorResult& changed, protocol::ErrorCode why);
    void handleHeartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat);
    void handleShutDown(const ShutDown& input);
    void handleRevokeDevice(const Caller& caller, const protocol::RevokeDevice& request);
    /// Handles frames that need no session. Returns false if the frame is not one of them.
    [[nodiscard]] bool handleStranger(const Caller& caller, const protocol::ClientFrame& frame);
    void handleSignedIn(const Caller& caller, const protocol::ClientFrame& frame);
    [[nodiscard]] Milliseconds takeToken(const Caller& caller, const Received& received);
    void answer(const Caller& caller, Answer answer);

    void keep(Effects& effects);
    /// Undoes the turn in memory because nothing of it was kept.
    void undo(Effects& effects);
    void announce(Effects& effects);
    /// The new heads of reactions go to those who hold the conversations; totals do not depend on them.
    void announceReactions(Effects& effects);
    [[nodiscard]] std::vector<Target> watchersOf(const Notifier::Announcement& announcement) const;

    HubContext m_context;
    DeviceTracker m_devices;
    Delivering m_delivering;
    Reactions m_reactions;
    Ignoring m_ignoring;
    Folders m_folders;
    Invitations m_invitations;
    Drafts m_drafts;
    Sending m_sending;
    Scheduling m_scheduling;
    CatchingUp m_catchingUp;
    Notices m_notices;
    DotBoard m_dots;
    Accounts m_accounts;
    Conversations m_conversations;
    Feed m_feed;
    Pulling m_pulling;
    Reading m_reading;
    MemberList m_memberList;
    TypingRelay m_typing;
    ActivityRelay m_activity;
    Retention m_retention;
    MuteEnds m_muteEnds;
    ScheduledSends m_scheduledSends;
    Avatars m_avatars;
    Files m_files;
    BlobSweep m_blobSweep;
    UserAdmin m_userAdmin;
    PushComposer m_composer;
    Notifier m_notifier;
    Notifier m_reactionNotifier;
    TotalsPublisher m_totalsPublisher;
    SessionEnds m_ends;
    AccountRemoval m_removal;
    HintComposer m_hintComposer;
    HeadPoller m_headPoller;
    Resync m_resync;
    PeerServers m_peerServers;
    HintDispatcher m_hintDispatcher;
};

} // namespace tidemark::server
