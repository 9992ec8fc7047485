#include "server-stub/postgres/session/statement.h"

#include <utility>

namespace tidemark::server::postgres {

void StatementHealth::note(const Failure& failure)
{
    if (!failed) {
        *this = {true, failure.reason, failure.code};
    }
}

Statement::Run::Run(Session::Outcome outcome, StatementHealth& health) : m_health(health)
{
    if (outcome) {
        m_result = std::move(outcome).value();
    } else {
        m_health.note(outcome.error());
    }
}

bool Statement::Run::next()
{
    return !m_health.failed && ++m_row < m_result.rows();
}

std::uint64_t Statement::Run::number(int column) const
{
    const auto number = m_result.number(m_row, column);
    if (!number && m_result.bytes(m_row, column)) {
        m_health.note({QStringLiteral("the database answered with something other than a number")});
    }
    return number.value_or(0);
}

std::string Statement::Run::bytes(int column) const
{
    return std::string(m_result.bytes(m_row, column).value_or(std::string_view()));
}

Statement::Statement(Session& session, std::string name, const std::string& text, StatementHealth& health)
    : m_session(session), m_health(health), m_name(std::move(name))
{
    if (const Session::Outcome prepared = m_session.prepare(m_name, text); !prepared) {
        m_health.note(prepared.error());
    }
}

Statement::Run Statement::runWith(const std::vector<Value>& values)
{
    return {m_health.failed ? Session::Outcome(Result()) : m_session.execute(m_name, values), m_health};
}

} // namespace tidemark::server::postgres
