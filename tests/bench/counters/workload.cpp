#include "tests/bench/counters/workload.h"

#include "core/base/random.h"

#include <array>
#include <unordered_map>
#include <utility>

namespace tidemark::counters {
namespace {

/// Adds events in the order of a log.
class Narrator {
public:
    explicit Narrator(Workload& workload)
        : m_workload(workload), m_said(workload.members.size()), m_read(workload.members.size())
    {
    }

    void say(std::uint32_t conversation, std::uint32_t author, std::uint32_t line)
    {
        m_workload.events.push_back(
            {Event::Kind::Message, conversation, author, ++m_said[conversation], line});
    }

    /// Nothing where nothing is new to the reader.
    void read(std::uint32_t conversation, std::uint32_t reader)
    {
        const std::uint32_t said = m_said[conversation];
        if (std::exchange(m_read[conversation][reader], said) < said) {
            m_workload.events.push_back({Event::Kind::Read, conversation, reader, said, 0});
        }
    }

private:
    Workload& m_workload;
    std::vector<std::uint32_t> m_said; ///< messages of each conversation
    std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> m_read;
};

/// Numbers the authors of a log from 0, in the order in which they appear.
class Authors {
public:
    std::uint32_t numberOf(const std::string& name)
    {
        return m_numbers.try_emplace(name, static_cast<std::uint32_t>(m_numbers.size())).first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

} // namespace

std::uint32_t Workload::readerOf(const Event& message) const
{
    const std::vector<std::uint32_t>& all = members[message.conversation];
    return all.front() == message.user ? all.back() : all.front();
}

std::size_t Workload::updatesOf(const Event& event) const
{
    return event.kind == Event::Kind::Read ? 1 : members[event.conversation].size() - 1;
}

bool Failures::hits(const Workload& workload, std::size_t index) const
{
    const Event& event = workload.events[index];
    return kind != Failure::None && event.kind == Event::Kind::Message && (event.line + 1) % every == 0;
}

Workload oneHotUser(std::vector<test::LoggedMessage> talk)
{
    constexpr std::uint32_t conversations = 50;
    constexpr std::uint32_t hot = 0;
    Workload workload{"one hot user", std::move(talk), conversations + 1, {}, {}};
    for (std::uint32_t writer = 1; writer <= conversations; ++writer) {
        workload.members.push_back({hot, writer});
    }
    Authors authors;
    Narrator narrator(workload);
    for (std::uint32_t line = 0; line < workload.talk.size(); ++line) {
        const std::uint32_t conversation = authors.numberOf(workload.talk[line].author) % conversations;
        narrator.say(conversation, conversation + 1, line);
        if (line % 10 == 9) {
            narrator.read(conversation, hot);
        }
    }
    return workload;
}

Workload spreadOverUsers(std::vector<test::LoggedMessage> talk, std::uint32_t users)
{
    constexpr std::uint32_t groupSize = 8;
    const std::uint32_t groups = users / groupSize;
    constexpr std::uint32_t prime = 7919;
    Workload workload{std::to_string(users) + " users", std::move(talk), users, {}, {}};
    workload.members.resize(std::size_t{3} * groups);
    const auto groupsOf = [=](std::uint32_t user) {
        return std::array{user / groupSize, groups + user % groups,
                          2 * groups + user * prime % users / groupSize};
    };
    for (std::uint32_t user = 0; user < users; ++user) {
        for (const std::uint32_t group : groupsOf(user)) {
            workload.members[group].push_back(user);
        }
    }
    Authors authors;
    Narrator narrator(workload);
    SplitMix64 random(1);
    for (std::uint32_t line = 0; line < workload.talk.size(); ++line) {
        const std::uint32_t author = authors.numberOf(workload.talk[line].author) * prime % users;
        const std::uint32_t group = groupsOf(author)[line % 3];
        narrator.read(group, author);
        narrator.say(group, author, line);
        if (line % 4 == 3) {
            narrator.read(group, workload.members[group][random.below(groupSize)]);
        }
    }
    return workload;
}

} // namespace tidemark::counters
