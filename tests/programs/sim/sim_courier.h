#pragma once

#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/store.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/scheduler.h"
#include "tests/programs/sim/sim_network.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// A user who sends files to a group of their own, one after the other, and recalls some of the messages.
/// When an answer does not come, or the connection is lost, the courier begins the step again.
///
/// What is promised: each message is in the log once with its whole file, and a file stays exactly as long as
/// a message names it.
class SimCourier {
public:
    SimCourier(const Plan& plan, Scheduler& scheduler, SimNetwork& network);

    /// Goes on, and at times begins to send another file.
    void act();
    /// Sends no new files.
    void settle() { m_isSettling = true; }
    [[nodiscard]] bool isDone() const { return m_isSettling && m_next == m_parcels.size(); }
    /// Compares what is stored with what was sent. Call when the server has had time to remove files.
    void check(server::Store& store, server::BlobStore& files) const;
    [[nodiscard]] static std::string name() { return "iris"; }

private:
    /// A file on its way.
    struct Parcel {
        std::string bytes;
        MessageUuid upload;
        MessageUuid message;
        MessageUuid recall;                    ///< invalid: the message stays
        std::optional<std::uint64_t> received; ///< empty: the upload has to begin
        bool isUploaded = false;
        Seq seq; ///< of the message, once it was acknowledged
    };

    void connect();
    void greet();
    void lose();
    void step();
    void ask(protocol::ClientFrame frame);
    void arrived(const std::string& bytes);
    void take(const protocol::ServerFrame& answer);
    void takeError(const protocol::Error& error);
    [[nodiscard]] protocol::ClientFrame nextRequest();
    [[nodiscard]] Parcel newParcel();
    [[nodiscard]] MessageUuid newUuid();
    void checkParcel(const Parcel& parcel, server::Store& store, server::BlobStore& files) const;

    Scheduler& m_scheduler;
    SimNetwork& m_network;
    SplitMix64 m_random;
    std::size_t m_count; ///< files to send
    std::vector<Parcel> m_parcels;
    std::size_t m_next = 0; ///< the parcel on its way; all before it are done
    server::ConnectionId m_connection;
    bool m_isOpen = false;
    bool m_isWelcome = false;
    bool m_isSettling = false;
    ConversationId m_group;
    MessageUuid m_groupUuid;
    std::uint64_t m_requests = 0;
    std::uint64_t m_uuids = 0;
    std::optional<RequestId> m_asked; ///< the request without an answer
    Instant m_notBefore{};
};

} // namespace tidemark::sim
