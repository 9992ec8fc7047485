#pragma once

#include "app/lab/world/plan.h"
#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/stores/store.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "tests/programs/sim/devices/sim_asker.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// A user who sends files to a group of their own, one after the other, and recalls some of the messages.
/// When the connection is lost, the courier begins the step again.
///
/// The promise that it checks: each message is in the log once with its whole file, and a file stays exactly
/// as long as a message names it.
class SimCourier final : private SimAsker {
public:
    /// A message that the server has acknowledged.
    struct Delivered {
        Seq seq;
        std::string bytes; ///< of its file
        bool isRecalled = false;
    };

    SimCourier(const Plan& plan, Scheduler& scheduler, SimNetwork& network);

    /// Goes on, and at times begins to send another file.
    void act();
    /// Sends no new files.
    void settle() { m_isSettling = true; }
    [[nodiscard]] bool isDone() const { return m_isSettling && m_next == m_parcels.size(); }
    /// Compares what is stored with what was sent. Call when the server has had time to remove files.
    void check(server::Store& store, server::BlobStore& files) const;
    [[nodiscard]] static std::string name() { return "iris"; }
    /// Invalid until the server has made it.
    [[nodiscard]] ConversationId group() const { return m_group; }
    /// In the order of the log.
    [[nodiscard]] std::vector<Delivered> delivered() const;
    /// The attachment that names a file with these bytes.
    [[nodiscard]] static Attachment describe(const std::string& bytes);

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

    [[nodiscard]] std::optional<protocol::ClientFrame> nextRequest() override;
    void take(const protocol::ServerFrame& answer) override;
    void wasLost() override;
    void takeError(const protocol::Error& error);
    [[nodiscard]] protocol::ClientFrame nextStep() const;
    [[nodiscard]] Parcel newParcel();
    /// `isGone`: the message was recalled or trimmed.
    void checkParcel(const Parcel& parcel, bool isGone, server::Store& store, server::BlobStore& files) const;

    SplitMix64 m_random;
    std::size_t m_count; ///< files to send
    std::vector<Parcel> m_parcels;
    std::size_t m_next = 0; ///< the parcel on its way; all before it are done
    bool m_isSettling = false;
    bool m_isTrimmed; ///< the server removes old messages
    ConversationId m_group;
    MessageUuid m_groupUuid;
};

} // namespace tidemark::sim
