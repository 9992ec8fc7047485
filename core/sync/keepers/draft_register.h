#pragma once

#include "core/sync/outbox/pending_messages.h"
#include "core/sync/tracked_conversations.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tidemark {

/// Keeps the user's drafts the same on all devices: sends what was written here, takes what was written
/// elsewhere, and keeps both texts when both have changed. It never touches the log (docs/adr/0026).
class DraftRegister {
public:
    DraftRegister(EngineContext& context, TrackedConversations& conversations, PendingMessages& pending,
                  std::vector<LocalDraft> drafts, DraftProgress progress);

    void set(const input::SetDraft& input);
    void settle(const input::SettleDraft& input);
    void share(bool on);
    /// The message `uuid` is the draft of version `shown`, or a change of it, which ends here. Returns the
    /// version to send with the message.
    [[nodiscard]] std::uint64_t end(ConversationId conversation, MessageUuid uuid, std::uint64_t shown);
    /// The server has the message `uuid`, and with it has cleared the draft, which has this version now.
    void onCleared(ConversationId conversation, MessageUuid uuid, std::uint64_t version);

    void onResult(const Request& request, const protocol::DraftResult& result);
    /// The answer to a pull.
    void onAnswer(const protocol::Drafts& drafts);
    /// A push, or an answer that nobody waits for any more.
    void onDrafts(const protocol::Drafts& drafts);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline();
    void onOffline();
    /// The server has lost data, so a version may stand for another draft now.
    void forgetServer(ConversationId conversation);
    void flush();
    void clear();

    /// Whether a change is still to be sent.
    [[nodiscard]] bool hasIntents() const;
    /// Whether changes are still to be pulled.
    [[nodiscard]] bool wantsAnything() const { return m_isPulling || isBehind(); }
    /// For Hello and Heartbeat.
    [[nodiscard]] std::optional<std::uint64_t> knownThrough() const;
    /// Null if there never was a draft.
    [[nodiscard]] const LocalDraft* find(ConversationId conversation) const;

private:
    struct Item {
        LocalDraft draft;
        RequestId request;  ///< that sends this change or an earlier one
        bool isSent = true; ///< the server may have the change `draft.uuid`
        bool isRefused = false;
        Instant due{};                   ///< a change is not sent before
        std::vector<CommandId> commands; ///< that wait for the answer
    };
    /// Whether the change is to be sent now or later.
    [[nodiscard]] bool isWaiting(const Item& item) const;
    [[nodiscard]] bool isBehind() const;
    /// Makes `uuid` the change that is to be sent, unless an unsent one has a uuid already.
    static void begin(Item& item, MessageUuid uuid);
    static void noteOwn(LocalDraft& draft, MessageUuid uuid);
    void store(const Item& item);
    void storeProgress();
    /// Takes the drafts whose conversations have become known.
    void placeAll();
    /// Takes the server's draft, unless a newer one is known.
    void take(Draft draft);
    /// The device knows one more version; it knows all through it if none is missing in between.
    void noteVersion(std::uint64_t version);
    void noteHead(std::uint64_t head);
    /// The server has lost versions: all texts are changes again that it does not have.
    void startAgain();
    void forgetServer(Item& item);
    void finish(Item& item, std::optional<protocol::ErrorCode> error);
    void sendChanges();
    void pull();
    void pause(Milliseconds retryAfter);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    PendingMessages& m_pending;
    std::map<ConversationId, Item> m_items;
    /// Drafts in conversations of which the device has no state yet.
    std::map<ConversationId, Draft> m_unplaced;
    DraftProgress m_progress;
    std::uint64_t m_head; ///< the newest version heard of
    bool m_mustPull = false;
    bool m_isPulling = false;
    bool m_isSupported = true; ///< by the server
    Instant m_notBefore{};
};

} // namespace tidemark
