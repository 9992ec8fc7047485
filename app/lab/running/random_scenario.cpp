#include "app/lab/running/shrinking.h"
#include "core/base/random.h"

#include <algorithm>
#include <map>

namespace tidemark::lab {

namespace {

class RandomScenario {
public:
    explicit RandomScenario(std::uint64_t seed) : m_random(seed * 0x9e3779b97f4a7c15U + 3)
    {
        m_scenario.seed = seed;
        m_scenario.title = "Random play with seed " + std::to_string(seed);
    }

    Scenario make()
    {
        m_scenario.servers = oneIn(4) ? 2 : 1;
        makePeople();
        const std::size_t count = 15 + m_random.below(40);
        for (std::size_t i = 0; i < count; ++i) {
            m_at += Milliseconds(
                static_cast<std::int64_t>(oneIn(5) ? m_random.below(8000) : m_random.below(300)));
            oneIn(4) ? addFault() : addAction();
        }
        return std::move(m_scenario);
    }

private:
    [[nodiscard]] bool oneIn(std::uint64_t n) { return m_random.below(n) == 0; }

    void makePeople()
    {
        const std::vector<std::vector<std::string>> all{
            {"phone", "laptop", "tablet"}, {"desk", "watch"}, {"tower"}};
        const std::vector<std::string> names{"ada", "bob", "eve"};
        const std::size_t people = 2 + m_random.below(2);
        for (std::size_t i = 0; i < people; ++i) {
            const std::size_t devices = 1 + m_random.below(all[i].size());
            m_scenario.people.push_back(
                {names[i], {all[i].begin(), all[i].begin() + static_cast<std::ptrdiff_t>(devices)}});
        }
        const std::vector<std::string> members(names.begin(),
                                               names.begin() + static_cast<std::ptrdiff_t>(people));
        m_scenario.conversations.push_back({"crew", members, false});
        if (oneIn(2)) {
            m_scenario.conversations.push_back({"family", members, false});
        }
    }

    Action& add(Verb verb)
    {
        const PersonOf& person = m_scenario.people[m_random.below(m_scenario.people.size())];
        Action action;
        action.at = m_at;
        action.verb = verb;
        action.device = person.devices[m_random.below(person.devices.size())];
        m_scenario.actions.push_back(std::move(action));
        return m_scenario.actions.back();
    }

    Action& addInConversation(Verb verb)
    {
        const std::string& conversation =
            m_scenario.conversations[m_random.below(m_scenario.conversations.size())].name;
        Action& action = add(verb);
        action.conversation = conversation;
        return action;
    }

    void addAction()
    {
        const std::uint64_t what = m_random.below(20);
        if (what < 9) {
            Action& action = addInConversation(Verb::Send);
            action.message = "m" + std::to_string(++m_messages);
            action.count = oneIn(4) ? 2 + static_cast<std::uint32_t>(m_random.below(5)) : 1;
            std::vector<std::string>& sent = m_sent[action.conversation];
            for (std::uint32_t i = 1; i <= action.count; ++i) {
                sent.push_back(action.count == 1 ? action.message : action.message + "-" + std::to_string(i));
            }
            if (action.count > 1) {
                action.message += "-";
            }
        } else if (what < 13) {
            addInConversation(Verb::Open);
        } else if (what < 19) {
            addWithMessage(what < 15 ? Verb::Read : what < 17 ? Verb::MarkUnread : Verb::Recall);
        } else {
            addInConversation(oneIn(2) ? Verb::Mute : Verb::Unmute);
        }
    }

    void addWithMessage(Verb verb)
    {
        Action& action = addInConversation(verb);
        const std::vector<std::string>& sent = m_sent[action.conversation];
        if (sent.empty()) {
            m_scenario.actions.pop_back();
            return;
        }
        action.message = sent[m_random.below(sent.size())];
    }

    void addFault()
    {
        switch (m_random.below(10)) {
        case 0:
            add(Verb::Off);
            break;
        case 1:
            add(Verb::On);
            break;
        case 2:
            add(Verb::Kill).moment = anyMoment();
            break;
        case 3:
            add(Verb::Loss).number = static_cast<std::int64_t>(m_random.below(50));
            break;
        case 4:
            add(Verb::Double).number = static_cast<std::int64_t>(m_random.below(50));
            break;
        case 5:
            add(Verb::Delay).number = static_cast<std::int64_t>(m_random.below(2000));
            break;
        case 6:
            add(Verb::Cut).number = static_cast<std::int64_t>(m_random.below(20000));
            break;
        case 7:
            add(Verb::Mend);
            break;
        case 8:
            addForServer(Verb::ServerStart);
            break;
        default:
            addForServer(Verb::ServerKill).moment = anyMoment();
        }
    }

    Action& addForServer(Verb verb)
    {
        Action& action = add(verb);
        action.device.clear();
        action.server = 1 + static_cast<std::uint32_t>(m_random.below(m_scenario.servers));
        return action;
    }

    KillMoment anyMoment() { return static_cast<KillMoment>(m_random.below(3)); }

    SplitMix64 m_random;
    Scenario m_scenario;
    Milliseconds m_at{0};
    std::uint64_t m_messages = 0;
    std::map<std::string, std::vector<std::string>> m_sent;
};

} // namespace

Scenario randomScenario(std::uint64_t seed)
{
    return RandomScenario(seed).make();
}

} // namespace tidemark::lab
