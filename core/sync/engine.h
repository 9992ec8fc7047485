#pragma once

#include "core/domain/ids.h"
#include "core/sync/effects.h"
#include "core/sync/inputs.h"
#include "core/sync/local_state.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

struct EngineConfig {
    std::string deviceName = "device";
    std::string clientName = "tidemark";
    std::uint64_t jitterSeed = 1; ///< only for backoff and the order of servers
    std::uint32_t servers = 1;    ///< number of servers of the service; any of them will do
    bool keepsToken = false;    ///< the token comes from outside at every start: the server issues no new one
    bool connectAtStart = true; ///< connect as soon as there is an account
    bool backfill = true;       ///< pull all history in the background until an input changes this
    std::uint32_t pageEntries = 512;
    std::uint32_t newestPageEntries = 64; ///< first page of a conversation that is on screen
    /// In a larger gap the newest page is pulled first, and a gap marker stays in the view (I10).
    std::uint32_t largeGapEntries = 1024;
    std::uint32_t maxPullsInFlight = 4;
    std::uint32_t maxSendsInFlight = 256;
    std::uint32_t maxSendAttempts = 12; ///< some minutes in total, because the delay between attempts doubles
    Milliseconds readDebounce{1000};
    Milliseconds requestTimeout{15000};
    Milliseconds answerTimeout{5000}; ///< after this time without an answer the user is notified
    Milliseconds backoffBase{250};
    Milliseconds backoffCap{30000};
    Milliseconds moveDelay{200}; ///< maximum delay before trying another server of the list
    Milliseconds heartbeatMin{5000};
    Milliseconds heartbeatMax{30000};
};

class EngineState;

/// Decides for the client: session, timeline, outbox and read state. Pure: no I/O, clock, threads or
/// randomness; the same snapshot, inputs and times give the same effects. The store must commit the writes of
/// each step before the next step. If a commit fails, discard the engine and create a new one from the store.
class Engine {
public:
    Engine(EngineConfig config, Snapshot snapshot, const LogReader& log);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// `now` never goes back; `wall` is for display only (I16).
    [[nodiscard]] Effects step(const Input& input, Instant now, UnixMs wall);

    // The state after the last step.
    [[nodiscard]] const LocalConversation* conversation(ConversationId id) const; ///< null: unknown
    [[nodiscard]] std::vector<LocalConversation> conversations() const;           ///< ascending by id
    [[nodiscard]] const RangeSet* held(ConversationId id) const;                  ///< null: unknown
    [[nodiscard]] const Totals& totals() const;
    [[nodiscard]] std::vector<Dot> dots() const;                    ///< ascending by name
    [[nodiscard]] const LocalDraft* draft(ConversationId id) const; ///< null: there never was one
    /// Null: unknown, or it was sent or cancelled.
    [[nodiscard]] const LocalScheduled* scheduled(const MessageUuid& uuid) const;
    [[nodiscard]] std::vector<LocalScheduled> scheduled() const;        ///< ascending by uuid
    [[nodiscard]] const Avatar* avatar(const AvatarOwner& owner) const; ///< null: unknown
    /// The account's folders, as of this device, in the user's order.
    [[nodiscard]] std::vector<Folder> folders() const;
    /// The open invitations to show, the oldest first.
    [[nodiscard]] const std::vector<Invitation>& invitations() const;
    /// The users whom the account ignores or blocks, as of this device; ascending by user.
    [[nodiscard]] std::vector<IgnoredUser> ignored() const;
    [[nodiscard]] const ConnectionStatus& connection() const;
    [[nodiscard]] const std::optional<Account>& account() const;
    [[nodiscard]] const PendingMessage* pending(MessageUuid uuid) const; ///< null: not in the outbox
    /// Whether the message is queued and its files must be sent before it: until input::FilesReady, and again
    /// when the server has lost one of them.
    [[nodiscard]] bool waitsForFiles(MessageUuid uuid) const;
    /// Whether the server has not acknowledged a cursor move of this conversation yet.
    [[nodiscard]] bool hasReadIntent(ConversationId id) const;
    /// Whether nothing is unsent, unacknowledged, unpulled or in flight.
    [[nodiscard]] bool isQuiescent() const;
    /// Whether the server has acknowledged everything that the user did.
    [[nodiscard]] bool isFlushed() const;

private:
    std::unique_ptr<EngineState> m_state;
};

} // namespace tidemark
