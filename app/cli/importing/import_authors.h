#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace tidemark::cli {

/// An author in a log, who gets an account on the server.
struct ImportAuthor {
    int nameAttempt = 0;  ///< the number of names refused because other accounts have them
    bool isPlain = false; ///< the name in the log was refused as invalid
    bool isRegistered = false;
    std::uint32_t session = 0;              ///< the session on this connection; 0: not signed in
    std::unordered_set<std::string> joined; ///< the rooms joined on this connection
};

/// Assigns the sessions of the connection to authors. Session 0 is the caller's. No number is used twice on a
/// connection: if a sign-in failed, the requests sent right after it would act for the session's earlier
/// author.
class ImportAuthors {
public:
    /// Sets how many authors may sign in on one connection.
    void setLimit(std::uint32_t limit) { m_limit = limit; }
    [[nodiscard]] bool isFull() const { return m_lastSession >= m_limit; }

    [[nodiscard]] ImportAuthor& author(const std::string& name) { return m_authors[name]; }
    /// Precondition: not full.
    void signIn(ImportAuthor& author) { author.session = ++m_lastSession; }
    static void signOut(ImportAuthor& author)
    {
        author.session = 0;
        author.joined.clear();
    }
    /// Call when the connection is lost. All sessions end with it.
    void signOutAll()
    {
        m_lastSession = 0;
        std::for_each(m_authors.begin(), m_authors.end(), [](auto& one) { signOut(one.second); });
    }

private:
    std::unordered_map<std::string, ImportAuthor> m_authors;
    std::uint32_t m_limit = 1;
    std::uint32_t m_lastSession = 0;
};

} // namespace tidemark::cli
