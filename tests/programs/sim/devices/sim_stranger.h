#pragma once

#include "app/lab/world/plan.h"
#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/stores/store.h"
#include "tests/programs/sim/devices/sim_asker.h"
#include "tests/programs/sim/devices/sim_courier.h"

#include <optional>
#include <string>

namespace tidemark::sim {

/// A user who tries to get the courier's files: enters and leaves the courier's group, asks for its files,
/// offers their hashes as uploads, and names them in messages to another group.
///
/// The server promises (P-I3, P-I4): a user gets a file only as a member of a conversation with a message
/// that names it. The message must not be recalled, trimmed or older than the membership. A user who knows
/// only the hash gets nothing, and does not learn whether the file exists.
class SimStranger final : private SimAsker {
public:
    SimStranger(const Plan& plan, Scheduler& scheduler, SimNetwork& network, server::Store& store,
                const SimCourier& courier);

    /// Makes a request, if the last one has its answer.
    void act() { goOn(); }
    /// Only cancels what was begun.
    void settle() { m_isSettling = true; }
    [[nodiscard]] bool isDone() const { return m_isSettling && !isWaiting() && !m_offered.isValid(); }
    [[nodiscard]] static std::string name() { return "nemo"; }

private:
    enum class Place { Outside, Inside, Unknown };

    /// A requested file, with what the stranger knew when it sent the request.
    struct Wanted {
        SimCourier::Delivered message;
        Place place = Place::Unknown;
        bool isGone = false; ///< recalled or trimmed
    };

    [[nodiscard]] std::optional<protocol::ClientFrame> nextRequest() override;
    void take(const protocol::ServerFrame& answer) override;
    void wasLost() override;
    [[nodiscard]] protocol::ClientFrame enterOrLeave();
    [[nodiscard]] protocol::ClientFrame wantFile();
    /// Whether the stranger is a member of the courier's group.
    [[nodiscard]] Place place() const;
    void takeState(const protocol::UploadState& state);
    void takePart(const protocol::BlobPart& part) const;

    server::Store& m_store;
    const SimCourier& m_courier;
    SplitMix64 m_random;
    bool m_keepsFrameOrder;
    bool m_isSettling = false;
    bool m_hasEntered = false; ///< has ever asked to join
    bool m_isEntering = false; ///< the last such request was to join, not to leave
    bool m_isMoving = false;   ///< it has no answer
    Place m_place = Place::Outside;
    Instant m_unknownUntil{}; ///< a request from before may still arrive
    ConversationId m_group;   ///< of the stranger
    MessageUuid m_groupUuid;
    MessageUuid m_offered; ///< the upload that was begun last; invalid: it is cancelled
    bool m_isCancelling = false;
    Wanted m_wanted;
};

} // namespace tidemark::sim
