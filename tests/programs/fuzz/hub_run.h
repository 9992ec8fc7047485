#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/programs/fuzz/byte_source.h"
#include "tests/programs/fuzz/hub_watch.h"
#include "tests/support/fake_hash.h"
#include "tests/support/plain_secrets.h"
#include "tests/wire/random_values.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tidemark::fuzz {

/// A hub with a few users who have a group and a channel. The bytes decide what follows: valid frames,
/// connections that come and go, clocks that jump, commits that fail, restarts, and operator's requests.
/// After each step all conditions are checked.
class HubRun {
public:
    explicit HubRun(std::span<const std::uint8_t> bytes);
    ~HubRun();
    HubRun(const HubRun&) = delete;
    HubRun& operator=(const HubRun&) = delete;

    void run();

private:
    void settle();
    void queueOne();
    void queueFrame(server::ConnectionId connection, std::uint32_t session, protocol::ClientFrame frame);
    void queueRandomFrame();
    void queueOperatorRequest();
    void queuePassword();
    void connect();
    void disconnect();
    /// Does the next job for files, so that jobs and turns mix.
    void workOnFiles();
    void passTime();
    void jumpWallClock();
    void start();
    void turn();
    void carryOut(const server::Effects& effects);
    void checkFrame(server::ConnectionId connection, const protocol::ServerEnvelope& envelope) const;
    void checkTargets(const std::vector<server::Target>& targets, const protocol::ServerFrame& frame) const;
    [[nodiscard]] server::ConnectionId anyConnection();
    [[nodiscard]] const std::string& anyName() { return m_world.names[below(m_world.names.size())]; }
    [[nodiscard]] MessageUuid anyUuid();
    [[nodiscard]] std::size_t below(std::size_t bound) { return m_bytes.draw(bound == 0 ? 1 : bound); }

    ByteSource m_bytes;
    wire_test::SmallWorld m_world;
    wire_test::RandomValues m_values;
    server::MemoryStore m_store;
    server::MemoryBlobStore m_files;
    server::PlainSecrets m_secrets;
    server::HubConfig m_config;
    std::unique_ptr<server::Hub> m_hub;
    HubWatch m_watch;

    std::vector<server::Input> m_inputs;
    std::vector<server::ConnectionId> m_connections; ///< the hub knows these
    std::set<server::ConnectionId> m_closing; ///< the hub has closed these, and gets Closed in the next turn
    std::map<server::ConnectionId, std::set<RequestId>> m_asked;
    std::deque<server::HashPassword> m_hashJobs;
    std::deque<server::VerifyPassword> m_verifyJobs;
    std::deque<server::BlobJob> m_blobJobs;
    Instant m_now{Milliseconds(1000)};
    UnixMs m_wall{1'600'000'000'000};
    std::uint64_t m_lastConnection = 0;
    std::uint64_t m_lastRequest = 0;
    std::uint64_t m_lastTicket = 0;
    bool m_commitFails = false; ///< the next commit with changes fails
};

} // namespace tidemark::fuzz
