#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/store/sqlite_store.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace tidemark::bench {

/// Fills a server's database faster than clients could, through the same store. No server may use it.
class ServerDatabase {
public:
    /// Makes the database if it is missing.
    explicit ServerDatabase(const QString& path);
    /// Commits.
    ~ServerDatabase();
    ServerDatabase(const ServerDatabase&) = delete;
    ServerDatabase& operator=(const ServerDatabase&) = delete;

    /// Adds the account of a device with the token tokenOf(name).
    UserId addUser(const std::string& name);
    /// Adds a group whose first member is its creator.
    ConversationId addGroup(const std::string& title, const std::vector<UserId>& members,
                            ConversationKind kind = ConversationKind::Group);
    /// Adds `count` users with a place in the list of announcements, and makes the list.
    void addNoticeReaders(std::uint64_t count);
    /// Adds `count` messages of about a hundred bytes.
    void say(ConversationId conversation, UserId author, std::uint64_t count);

    [[nodiscard]] static std::string tokenOf(std::string name);

private:
    void commitSometimes();

    std::unique_ptr<server::SqliteStore> m_store;
    std::uint64_t m_uncommitted = 0;
    std::uint64_t m_lastUuid = 0;
};

/// The secrets of a hub in this process. They accept the tokens of a ServerDatabase.
class BenchSecrets : public server::Secrets {
public:
    [[nodiscard]] server::TokenHash hashOf(const std::string& token) override;
    [[nodiscard]] std::uint64_t random64() override { return ++m_last; }

private:
    std::uint64_t m_last = 0;
};

} // namespace tidemark::bench
