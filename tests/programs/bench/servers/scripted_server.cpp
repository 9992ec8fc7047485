#include "tests/programs/bench/servers/scripted_server.h"

#include "core/wire/codec.h"
#include "tests/programs/bench/harness/workbench.h"

#include <set>

namespace tidemark::bench {
namespace {

constexpr LogEpoch logEpoch(0x7b1d5e2a90c34f68);

} // namespace

ScriptedServer::ScriptedServer(const std::vector<test::LoggedMessage>& talk, std::size_t conversations,
                               std::size_t entriesEach)
    : m_logs(conversations)
{
    std::map<std::string, UserId> ids;
    for (std::size_t i = 0; i < conversations * entriesEach; ++i) {
        const test::LoggedMessage& message = talk[i % talk.size()];
        const auto [author, isNew] = ids.try_emplace(message.author, UserId(ids.size() + 2));
        if (isNew) {
            m_people[author->second] = User{author->second, message.author};
        }
        std::vector<Entry>& log = m_logs[i / entriesEach];
        Entry& entry = log.emplace_back();
        entry.seq = Seq(log.size());
        entry.author = author->second;
        entry.at = message.at;
        entry.content = content::Message{message.text, message.isAction};
    }
}

const std::vector<std::string>& ScriptedServer::answers(const protocol::ClientEnvelope& asked)
{
    const auto known = m_answers.find(asked.request);
    return known != m_answers.end() ? known->second
                                    : m_answers.emplace(asked.request, encodeAnswers(asked)).first->second;
}

std::vector<std::string> ScriptedServer::encodeAnswers(const protocol::ClientEnvelope& asked) const
{
    const auto encoded = [&](protocol::ServerFrame frame) {
        return wire::encode(protocol::ServerEnvelope{asked.request, 0, std::move(frame)});
    };
    if (std::holds_alternative<protocol::Hello>(asked.frame)) {
        protocol::Welcome welcome;
        welcome.user = reader();
        welcome.statesToCome = static_cast<std::uint32_t>(m_logs.size());
        return {encoded(welcome), encoded(states())};
    }
    if (const auto* pull = std::get_if<protocol::Pull>(&asked.frame)) {
        return {encoded(range(*pull))};
    }
    if (std::holds_alternative<protocol::Delivered>(asked.frame)) {
        return {encoded(protocol::Done{})};
    }
    giveUp("an ingest: the engine asked for something else");
}

protocol::States ScriptedServer::states() const
{
    protocol::States states;
    for (std::size_t i = 0; i < m_logs.size(); ++i) {
        ConversationState state;
        state.id = conversationAt(i);
        state.title = "room " + std::to_string(i);
        state.memberCount = static_cast<std::uint32_t>(m_people.size() + 1);
        state.logEpoch = logEpoch;
        state.head = m_logs[i].back().seq;
        state.lastActivity = m_logs[i].back().at;
        state.isMember = true;
        state.generation = Generation(1);
        state.version = 1;
        state.counts.unread = m_logs[i].size();
        states.states.push_back(std::move(state));
    }
    return states;
}

protocol::Range ScriptedServer::range(const protocol::Pull& pull) const
{
    const std::vector<Entry>& log = m_logs.at(pull.conversation.value - 1);
    const std::uint64_t through = pull.through.isValid() ? pull.through.value : log.size();
    std::uint64_t first = pull.after.value; // as an index this is the seq after `after`
    std::uint64_t last = through;
    if (last - first > pull.limit) {
        (pull.from == protocol::PullFrom::End ? first : last) =
            pull.from == protocol::PullFrom::End ? last - pull.limit : first + pull.limit;
    }
    protocol::Range range;
    range.conversation = pull.conversation;
    range.logEpoch = logEpoch;
    range.after = Seq(first);
    range.head = log.back().seq;
    range.entries.assign(log.begin() + static_cast<std::ptrdiff_t>(first),
                         log.begin() + static_cast<std::ptrdiff_t>(last));
    std::set<UserId> named;
    for (const Entry& entry : range.entries) {
        if (named.insert(entry.author).second) {
            range.users.push_back(m_people.at(entry.author));
        }
    }
    return range;
}

} // namespace tidemark::bench
