#pragma once

#include "app/lab/counters/counter_database.h"
#include "app/lab/counters/counter_frames.h"
#include "app/lab/counters/counter_store.h"
#include "app/lab/scenario/scenario.h"
#include "app/lab/world/scheduler.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// The servers of the way with counters, on one database and one store of counters. A message is stored with
/// a job; the job raises the numbers, and is repeated after a crash until it is done. Requests are repeated
/// by the devices until they are done, and recognised afterwards.
class CounterService {
public:
    struct Wires {
        std::function<void(std::size_t device, CounterFrame frame)> send;
        std::function<void(std::size_t device)> drop; ///< the connection breaks
    };

    CounterService(Way way, sim::Scheduler& scheduler, const Scenario& scenario, Wires wires);

    [[nodiscard]] bool isUp(std::size_t server) const { return m_servers.at(server).isUp; }
    [[nodiscard]] bool isCut(std::size_t server) const { return m_servers.at(server).isCut; }
    /// Whether nothing is left to count.
    [[nodiscard]] bool isIdle() const { return m_running == 0 && m_database.jobs.empty(); }
    void start(std::size_t server);
    void stop(std::size_t server);
    /// stop() when it would next change the database, or after it has next changed a number. Now: it does
    /// not.
    void stopAt(std::size_t server, KillMoment moment) { m_servers.at(server).stopAt = moment; }
    void setCut(std::size_t server, bool isCut) { m_servers.at(server).isCut = isCut; }
    void keepBackup();
    /// Puts back the messages and the numbers of the same moment.
    void restoreBackup();

    void receive(std::size_t server, std::size_t device, const CounterRequest& request);
    void disconnected(std::size_t device) { m_connected.erase(device); }

    [[nodiscard]] const CounterDatabase& database() const { return m_database; }

private:
    struct Server {
        bool isUp = true;
        bool isCut = false;
        std::uint64_t life = 0;
        KillMoment stopAt = KillMoment::Now; ///< Now: it does not
    };
    struct Task {
        std::size_t server = 0;
        std::uint64_t life = 0;
        std::size_t at = 0;
        std::vector<CounterStep> steps;
    };

    void go(const std::shared_ptr<Task>& task);
    void run(std::size_t server, std::vector<CounterStep> steps);
    /// Appends the steps of a change.
    void append(std::vector<CounterStep>& steps, const std::string& person, const std::string& conversation,
                const std::function<CounterChange()>& change);
    /// A step that pushes the person's numbers to their devices.
    [[nodiscard]] CounterStep pushNumbers(std::size_t server, const std::string& person);
    void doJob(std::size_t server, std::uint64_t id);
    void takeOverJobs();
    void welcome(std::size_t server, std::size_t device, const CounterRequest& request);
    void store(std::size_t server, std::size_t device, const CounterRequest& request);
    void count(std::size_t server, std::size_t device, const CounterRequest& request);
    [[nodiscard]] CounterChange changeOf(const CounterRequest& request, const std::string& person);
    void apply(const CounterRequest& request, const std::string& person);
    void answer(std::size_t device, const std::string& id);
    void pushMessage(std::size_t server, const std::string& conversation, std::size_t index);
    /// Whether `from` can reach the device through the server to which it is connected.
    [[nodiscard]] bool reaches(std::size_t from, std::size_t device) const;
    [[nodiscard]] CounterNumbers numbersOf(const std::string& person) const;
    [[nodiscard]] bool isMuted(const std::string& person, const std::string& conversation) const
    {
        return m_database.muted.contains({person, conversation});
    }

    Way m_way;
    sim::Scheduler& m_scheduler;
    Wires m_wires;
    std::vector<std::string> m_people; ///< the person of each device
    std::vector<Server> m_servers;
    std::map<std::size_t, std::size_t> m_connected; ///< devices, each with its server
    CounterDatabase m_database;
    CounterStore m_store;
    std::optional<std::pair<CounterDatabase, CounterStore>> m_backup;
    std::uint64_t m_owners = 0;
    std::uint64_t m_running = 0;
};

} // namespace tidemark::lab
