#include "server-stub/hub/state/long_answers.h"

namespace tidemark::server {

LongAnswer* LongAnswers::find(ConnectionId connection)
{
    const auto found = m_answers.find(connection);
    return found == m_answers.end() ? nullptr : &found->second;
}

void LongAnswers::forget(Target target)
{
    const auto found = m_answers.find(target.connection);
    if (found != m_answers.end() && found->second.caller.target == target) {
        m_answers.erase(found);
    }
}

void LongAnswers::changed(const MemberRecord& row)
{
    for (auto& [connection, answer] : m_answers) {
        if (answer.caller.user != row.user) {
            continue;
        }
        for (LongAnswer::Wanted& wanted : answer.wanted) {
            if (wanted.conversation == row.conversation) {
                wanted.row = row;
            }
        }
    }
}

void LongAnswers::forgetRows()
{
    for (auto& [connection, answer] : m_answers) {
        for (LongAnswer::Wanted& wanted : answer.wanted) {
            wanted.row.reset();
        }
    }
}

} // namespace tidemark::server
