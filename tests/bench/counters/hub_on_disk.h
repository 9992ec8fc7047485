#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/hub.h"
#include "server-stub/store/sqlite_store.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace tidemark::counters {

/// The server without its sockets: hub and SQLite store, durable as in production. Users are counted from 0
/// and sign in when they first ask, each in a session of one connection that nothing is pushed to. Ends the
/// process with a message when the file cannot be opened.
class HubOnDisk {
public:
    /// Made where it is missing.
    explicit HubOnDisk(const QString& path);
    ~HubOnDisk();
    HubOnDisk(const HubOnDisk&) = delete;
    HubOnDisk& operator=(const HubOnDisk&) = delete;

    struct Request {
        std::uint32_t user = 0;
        protocol::ClientFrame frame;
    };
    /// All of it in one turn: one commit. The answers in order; nothing when the commit failed, which is the
    /// only failure that is survived.
    std::vector<protocol::ServerFrame> ask(const std::vector<Request>& requests);
    /// Those who have not yet are signed in, so that a turn does not have it to do.
    void signIn(const std::vector<Request>& requests);
    /// Accounts of the users [0, count).
    void signUp(std::uint32_t count);
    /// What somebody signed up is called.
    [[nodiscard]] static std::string nameOf(std::uint32_t user);

    [[nodiscard]] server::SqliteStore& store() { return *m_store; }
    /// As if the process were killed and started again: goes on with a copy of what the disk has at this
    /// moment, with the log of unfinished writes and without what is in memory alone.
    void endAndStartAgain();

private:
    class PlainSecrets;
    void open();
    std::vector<protocol::ServerFrame> step(const std::vector<server::Input>& inputs);

    QString m_path;
    std::unique_ptr<PlainSecrets> m_secrets;
    std::unique_ptr<server::SqliteStore> m_store;
    std::unique_ptr<server::Hub> m_hub;
    std::set<std::uint32_t> m_signedIn;
};

} // namespace tidemark::counters
