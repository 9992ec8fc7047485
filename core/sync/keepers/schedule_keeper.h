#pragma once

#include "core/sync/tracked_conversations.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// Keeps the user's scheduled messages: sends what was scheduled, changed and cancelled here, and takes what
/// other devices and the server's clock have changed. A text that the server did not take is kept until the
/// user changes or drops it (docs/adr/0029).
class ScheduleKeeper {
public:
    ScheduleKeeper(EngineContext& context, TrackedConversations& conversations,
                   std::vector<LocalScheduled> scheduled, std::uint64_t through);

    /// Returns whether the message is kept now.
    bool schedule(const input::Schedule& input);
    void change(const input::ChangeScheduled& input);
    void cancel(const input::CancelScheduled& input);

    void onResult(const Request& request, const protocol::ScheduleResult& result);
    /// The answer to a pull.
    void onAnswer(const protocol::ScheduledMessages& frame);
    /// A push, or an answer that nobody waits for any more.
    void onMessages(const protocol::ScheduledMessages& frame);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline();
    void onOffline();
    /// The server has lost data, so a version may stand for another change now.
    void forgetServer(ConversationId conversation);
    void flush();
    void clear();

    /// Whether a change is still to be sent.
    [[nodiscard]] bool hasIntents() const;
    /// Whether changes are still to be pulled.
    [[nodiscard]] bool wantsAnything() const { return m_isPulling || isBehind(); }
    /// For Hello and Heartbeat.
    [[nodiscard]] std::uint64_t knownThrough() const { return m_through; }
    /// Null: the device does not know the message, or it has ended.
    [[nodiscard]] const LocalScheduled* find(const MessageUuid& uuid) const;
    [[nodiscard]] std::vector<LocalScheduled> all() const;

private:
    struct Item {
        LocalScheduled local;
        RequestId request;               ///< that sends the intent, or an earlier change
        bool isSent = true;              ///< the server may have some change of this message
        std::vector<CommandId> commands; ///< that wait for the answer
    };
    [[nodiscard]] bool isBehind() const { return m_isSupported && (m_mustPull || m_through < m_head); }
    void add(const MessageUuid& uuid, ConversationId conversation, ScheduleIntent intent,
             const MessageUuid& change, CommandId command);
    /// Makes the user's last change the one that is to be sent.
    void begin(Item& item, ScheduleIntent intent, const MessageUuid& change, CommandId command);
    /// Gives the item an intent by which a server that has lost the message gets it again.
    void beginAgain(Item& item);
    /// Stores the item, or erases it if nothing of it is left. The reference is invalid afterwards.
    void settle(Item& item);
    /// Takes the server's message, unless a newer one is known.
    void take(const ScheduledMessage& taken);
    /// The page after version 0 has only what is open. A message that is known only by the answer to its own
    /// change, and is not in the page, has ended since, or comes with a later page.
    void dropEnded(const protocol::ScheduledMessages& page);
    /// The server did not take the intent: keeps its text with the reason.
    static void refuse(Item& item, protocol::ErrorCode error);
    void noteVersion(std::uint64_t version);
    void noteHead(std::uint64_t head);
    void storeProgress();
    /// Finishes the item's commands.
    void finish(Item& item, std::optional<protocol::ErrorCode> error);
    void sendIntents();
    void pull();
    void pause(Milliseconds retryAfter);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    std::map<MessageUuid, Item> m_items;
    std::uint64_t m_through; ///< the device knows all messages through this version
    std::uint64_t m_head;    ///< the newest version heard of
    bool m_mustPull = false;
    bool m_isPulling = false;
    bool m_isSupported = true; ///< by the server
    Instant m_notBefore{};
};

} // namespace tidemark
