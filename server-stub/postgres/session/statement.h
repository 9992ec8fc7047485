#pragma once

#include "server-stub/postgres/session/session.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::server::postgres {

/// Whether a statement has failed since the transaction began, and why the first one failed.
struct StatementHealth {
    bool failed = false;
    QString reason = {};
    QString code = {}; ///< the database's code of the failure

    void note(const Failure& failure);
};

/// A statement that is prepared once and used many times, until its session ends.
class Statement {
public:
    /// The rows of one use of a statement. All rows are in memory, so several runs can be read at the same
    /// time.
    class Run {
    public:
        Run(Session::Outcome outcome, StatementHealth& health);

        /// Steps to the next row. Returns false at the end, or if a statement has failed.
        [[nodiscard]] bool next();
        /// 0 for NULL. A column that does not hold numbers counts as a failure.
        [[nodiscard]] std::uint64_t number(int column) const;
        /// Empty for NULL.
        [[nodiscard]] std::string bytes(int column) const;
        /// Whether the column holds bytes and not numbers.
        [[nodiscard]] bool isOfBytes(int column) const { return m_result.isOfBytes(column); }

    private:
        Result m_result;
        int m_row = -1;
        StatementHealth& m_health;
    };

    /// Prepares `text` under a name that no other statement has in the session. Failures, now and later, are
    /// noted in `health`, which must outlive the statement, as must the session.
    Statement(Session& session, std::string name, const std::string& text, StatementHealth& health);

    /// Binds the arguments in order and runs. Does nothing if the health is bad.
    template <typename... Args>
    [[nodiscard]] Run run(const Args&... args)
    {
        return runWith({bound(args)...});
    }
    /// The same with values made by bound().
    [[nodiscard]] Run runWith(const std::vector<Value>& values);

private:
    Session& m_session;
    StatementHealth& m_health;
    std::string m_name;
};

} // namespace tidemark::server::postgres
