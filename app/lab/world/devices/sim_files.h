#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/scheduler.h"
#include "app/lab/world/sim_network.h"
#include "core/base/random.h"
#include "core/sync/engine.h"
#include "core/transfer/transfer_engine.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::sim {

/// The files of a device: the real transfer engine, with a disk that survives the death of the process and a
/// connection of its own.
class SimFiles {
public:
    SimFiles(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::uint64_t seed,
             std::function<void(const Input&)> wanted);

    /// Copies files to the disk, as a client does before it stores a message.
    [[nodiscard]] std::vector<Attachment> copy(MessageUuid message, const std::vector<std::string>& files);
    void fetch(const FileKey& file, const Attachment& attachment);

    /// The hash and the size of one of the files on the disk that are not empty; `which` chooses it.
    [[nodiscard]] std::optional<std::pair<BlobHash, std::uint64_t>> heldFile(std::uint64_t which) const;

    /// The process starts with these messages in the outbox.
    void start(const Engine& engine, DeviceId device, const std::vector<PendingMessage>& pending);
    void die();
    /// A step of the engine is committed.
    void follow(const Engine& engine, const Effects& effects);

    /// The transfer has said that the server has the files of this message, and noteLost() has not taken it
    /// back.
    [[nodiscard]] bool areReady(MessageUuid message) const { return m_ready.contains(message); }
    void noteLost(MessageUuid message) { m_ready.erase(message); }

    [[nodiscard]] bool isQuiet() const { return m_wanted.empty() && m_jobs == 0; }
    /// Call when everything is quiet: nothing is left of what was sent, and what is held is right.
    void check(const std::string& label) const;

private:
    using Outgoing = std::pair<MessageUuid, BlobHash>;
    void step(const transfer::Input& input);
    void carryOut(const transfer::Effects& effects);
    void open();
    void close();
    void later(Milliseconds bound, std::function<void()> action);
    [[nodiscard]] FileJobResult perform(const FileJob& job);
    void review(const Engine& engine, MessageUuid uuid, bool isAcked);

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SimNetwork& m_network;
    SplitMix64 m_random;
    std::function<void(const Input&)> m_tell;
    std::optional<TransferEngine> m_engine; ///< empty: the process is dead
    DeviceId m_device;
    std::uint32_t m_server = 0;
    std::optional<transfer::Online> m_online;
    server::ConnectionId m_connection;
    std::uint64_t m_life = 0;
    std::uint64_t m_timer = 0;
    Instant m_lastJob{};
    int m_jobs = 0;
    std::map<MessageUuid, std::vector<BlobHash>> m_pending;
    std::set<FileKey> m_wanted; ///< fetches without an end
    std::set<MessageUuid> m_ready;
    // The disk.
    std::map<Outgoing, std::string> m_outgoing;
    std::map<BlobHash, std::string> m_partial;
    std::map<BlobHash, std::string> m_held;
};

} // namespace tidemark::sim
