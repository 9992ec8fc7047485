#pragma once

#include "core/base/random.h"
#include "server-stub/hub/hub.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/sim/plan.h"
#include "tests/sim/scheduler.h"
#include "tests/sim/sim_store.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::sim {

/// The real hub on its real store, one turn at a time, that dies and comes back. Its store survives, as a
/// file would.
class SimServer {
public:
    struct Wires {
        std::function<void(server::ConnectionId, const std::string& bytes)> deliver;
        std::function<void(server::ConnectionId)> close;
        std::function<void()> closeAll; ///< the process died
        std::function<void(const server::OperatorAnswer&)> answered;
    };

    SimServer(const Plan& plan, Scheduler& scheduler, Wires wires);
    ~SimServer();

    [[nodiscard]] bool isUp() const { return m_hub != nullptr; }
    [[nodiscard]] bool isIdle() const { return m_inputs.empty(); }
    [[nodiscard]] server::Store& store() { return *m_real; }
    [[nodiscard]] const SimStore& simStore() const { return *m_store; }

    void receive(server::Input input);
    void start();
    void die();
    void setCalm() { m_calm = true; }
    /// The next restart is from a database that is kept as it is then.
    void keepBackup();
    /// Goes on, after a crash, from what was kept.
    void restoreBackup();

private:
    class FakeSecrets;
    void turn();
    /// `isByItself`: nothing had arrived.
    void run(const server::Effects& effects, bool isByItself);
    void carryOut(const server::Effect& effect);
    [[nodiscard]] SimStore::CommitFate fate();
    void scheduleTurn(Milliseconds delay);
    void openStore();

    const Plan& m_plan;
    Scheduler& m_scheduler;
    Wires m_wires;
    SplitMix64 m_random;
    std::optional<QTemporaryDir> m_directory; ///< none: the database is in memory
    std::unique_ptr<server::SqliteStore> m_real;
    std::unique_ptr<SimStore> m_store;
    std::unique_ptr<FakeSecrets> m_secrets;
    std::unique_ptr<server::Hub> m_hub;
    std::vector<server::Input> m_inputs;
    std::uint64_t m_wakeUp = 0; ///< tells the newest timer apart from those it replaced
    std::uint64_t m_life = 0;   ///< tells events of an earlier process apart
    bool m_turnScheduled = false;
    bool m_calm = false;
};

} // namespace tidemark::sim
