#include "app/lab/counters/seen_messages.h"

namespace tidemark::lab {

void SeenMessages::saw(const std::string& person, const std::string& conversation,
                       const std::vector<CounterMessage>& messages, std::size_t count)
{
    for (std::size_t i = 0; i < std::min(count, messages.size()); ++i) {
        m_seen[{person, conversation}].insert(messages[i].name);
    }
}

void SeenMessages::forget(const std::string& person, const std::string& conversation,
                          const std::vector<CounterMessage>& messages, std::size_t from)
{
    for (std::size_t i = from; i < messages.size(); ++i) {
        m_seen[{person, conversation}].erase(messages[i].name);
    }
}

std::uint64_t SeenMessages::unread(const std::string& person, const std::string& conversation,
                                   const CounterDatabase& database) const
{
    const auto seen = m_seen.find({person, conversation});
    const auto log = database.logs.find(conversation);
    if (log == database.logs.end() || !database.isMember(person, conversation)) {
        return 0;
    }
    return static_cast<std::uint64_t>(std::ranges::count_if(log->second, [&](const CounterMessage& one) {
        return one.author != person && !one.isRecalled
               && (seen == m_seen.end() || !seen->second.contains(one.name));
    }));
}

} // namespace tidemark::lab
