#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "tests/programs/oracle/oracle.h"
#include "tests/support/fake_hash.h"
#include "tests/support/plain_secrets.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace tidemark::oracle {

/// The real hub on one of its stores, without sockets. Its frames wait in `inbox`. Its jobs for files are
/// done at once, with the hash of test::fakeHash().
class HubSide {
public:
    explicit HubSide(std::unique_ptr<server::Store> store, server::RetentionPolicy retention = {});
    /// An empty one in memory.
    [[nodiscard]] static std::unique_ptr<server::Store> sqliteStore();
    ~HubSide();

    /// Makes the account of a user of the oracle. `tokenOf` is its token.
    void admit(UserId user, const std::string& name);
    [[nodiscard]] static std::string tokenOf(UserId user);
    [[nodiscard]] static server::ConnectionId connectionOf(UserId user)
    {
        return server::ConnectionId(user.value);
    }

    [[nodiscard]] server::ConnectionId connect();
    void disconnect(server::ConnectionId connection);
    void turn(const std::vector<server::Input>& inputs, Instant now);
    /// Passes one frame of `user` to their connection.
    void take(UserId user, const protocol::ClientFrame& frame, Instant now);
    /// The server's states of all conversations of `user`, as its answer to a request.
    [[nodiscard]] std::vector<ConversationState>
    statesOf(UserId user, const std::vector<ConversationId>& conversations, Instant now);

    [[nodiscard]] protocol::TotalsNow totalsOf(UserId user, Instant now);

    [[nodiscard]] server::Store& store() { return *m_store; }
    [[nodiscard]] server::BlobStore& files() { return m_files; }
    [[nodiscard]] std::deque<protocol::ServerEnvelope>& inbox(server::ConnectionId connection)
    {
        return m_inbox[connection];
    }
    [[nodiscard]] bool isClosed(server::ConnectionId connection) const
    {
        return m_closed.contains(connection);
    }

private:
    /// Does the jobs of a turn, and hands their results to the hub.
    void work(const std::vector<server::BlobJob>& jobs, Instant now);

    std::unique_ptr<server::Store> m_store;
    server::MemoryBlobStore m_files{test::fakeHash};
    std::unique_ptr<server::PlainSecrets> m_secrets;
    std::unique_ptr<server::Hub> m_hub;
    std::map<server::ConnectionId, std::deque<protocol::ServerEnvelope>> m_inbox;
    std::set<server::ConnectionId> m_closed;
    std::uint64_t m_connections = 1000; ///< smaller numbers are those of users
    std::uint64_t m_requests = 0;
};

} // namespace tidemark::oracle
