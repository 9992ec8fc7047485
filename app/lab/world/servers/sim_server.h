#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/scheduler.h"
#include "app/lab/world/servers/sim_database.h"
#include "app/lab/world/servers/sim_store.h"
#include "app/lab/world/sim_clock.h"
#include "core/base/random.h"
#include "server-stub/hub/contract/fair_queue.h"
#include "server-stub/hub/hub.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tidemark::sim {

/// The real hub on its real store, one turn at a time. It dies and comes back. Several of them may share a
/// database.
class SimServer {
public:
    struct Wires {
        std::function<void(server::ConnectionId, const std::string& bytes)> deliver;
        std::function<void(server::ConnectionId)> close;
        std::function<void()> closeAll; ///< the process died
        std::function<void(const server::OperatorAnswer&)> answered;
        std::function<void(const std::vector<server::Hint>&)> publish;
        std::function<bool()> leads;
    };

    /// `number` counts from 0. The server does not run before start().
    SimServer(const Plan& plan, Scheduler& scheduler, SimClock& clock, SimDatabase& database, int number,
              Wires wires);
    ~SimServer();

    [[nodiscard]] bool isUp() const { return m_hub != nullptr; }
    [[nodiscard]] bool isIdle() const { return m_inputs.empty() && m_queue.isEmpty(); }
    /// The node has another number after each start.
    [[nodiscard]] server::NodeId node() const { return m_node; }

    void receive(server::Input input);
    void start();
    /// Dies, and starts again after a while.
    void die();
    /// Dies, and stays down until start().
    void stop();
    /// stop() at the next commit: before or after it, as `fate` says.
    void stopAtCommit(SimStore::CommitFate fate) { m_stopAt = fate; }
    /// From now on nothing fails, and a stopAtCommit() that has not happened yet does not.
    void setCalm()
    {
        m_calm = true;
        m_stopAt.reset();
    }

private:
    class Files;

    class FakeSecrets;
    void turn();
    /// The inputs that the next turn handles.
    [[nodiscard]] std::vector<server::Input> take();
    /// Keeps the unhandled requests for the next turn.
    void awaitOthers(const server::Effects& effects);
    void await(server::ConnectionId connection);
    void wantTurn();
    /// `isByItself`: no input had arrived.
    void run(const server::Effects& effects, bool isByItself);
    void carryOut(const server::Effect& effect);
    /// Throws a Violation if the range has text of a message that was recalled before this turn.
    void checkHasNothingRecalled(const protocol::Range& range) const;
    /// Throws a Violation if the frame tells a user that someone types who has blocked them.
    void checkHidesTyping(const protocol::ServerFrame& frame, const std::vector<server::Target>& targets);
    /// Does a job for files, in the way of the plan's defect.
    [[nodiscard]] server::blob::Result carryOut(const server::blob::Work& work);
    [[nodiscard]] bool happens(std::uint32_t chance);
    [[nodiscard]] SimStore::CommitFate fate();
    void scheduleTurn(Milliseconds delay);

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SimClock& m_clock;
    SimDatabase& m_database;
    std::map<server::UploadKey, BlobHash> m_finished; ///< the files of finished uploads, for a defect
    int m_number;
    Wires m_wires;
    SplitMix64 m_random;
    server::NodeId m_node;
    std::unique_ptr<SimStore> m_store;
    std::unique_ptr<FakeSecrets> m_secrets;
    std::unique_ptr<server::Hub> m_hub;
    std::vector<server::Input> m_inputs;
    /// The requests that wait for their turn, by connection. It is as in the shell, but now and then a
    /// connection goes on while its last answer is unfinished.
    std::map<server::ConnectionId, std::deque<server::Input>> m_waiting;
    std::set<server::ConnectionId> m_unfinished;
    std::optional<SimStore::CommitFate> m_stopAt;
    server::FairQueue m_queue;
    std::uint64_t m_wakeUp = 0; ///< distinguishes the newest timer from replaced ones
    std::uint64_t m_life = 0;   ///< distinguishes events of an earlier process
    bool m_turnScheduled = false;
    bool m_calm = false;
};

} // namespace tidemark::sim
