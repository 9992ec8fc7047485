#include "app/lab/running/shrinking.h"

#include <algorithm>
#include <set>

namespace tidemark::lab {

namespace {

/// Removes what names a device, conversation or message that is not there any more.
Scenario tidied(Scenario scenario)
{
    std::set<std::string> devices;
    std::set<std::string> people;
    for (const PersonOf& person : scenario.people) {
        people.insert(person.name);
        devices.insert(person.devices.begin(), person.devices.end());
    }
    for (ConversationOf& one : scenario.conversations) {
        std::erase_if(one.members, [&](const std::string& member) { return !people.contains(member); });
    }
    std::erase_if(scenario.conversations, [](const ConversationOf& one) {
        return one.members.empty() || (one.isDirect && one.members.size() != 2);
    });
    std::set<std::pair<std::string, std::string>> sent;
    std::vector<Action> kept;
    for (const Action& action : scenario.actions) {
        const auto conversation =
            std::ranges::find(scenario.conversations, action.conversation, &ConversationOf::name);
        const bool isUnknown =
            (!action.device.empty() && !devices.contains(action.device))
            || (!action.conversation.empty() && conversation == scenario.conversations.end())
            || action.server > scenario.servers;
        if (isUnknown) {
            continue;
        }
        if (action.verb == Verb::Send) {
            for (std::uint32_t i = 1; i <= action.count; ++i) {
                sent.insert({action.conversation,
                             action.count == 1 ? action.message : action.message + std::to_string(i)});
            }
        } else if (!action.message.empty() && !sent.contains({action.conversation, action.message})) {
            continue;
        }
        kept.push_back(action);
    }
    scenario.actions = std::move(kept);
    std::erase_if(scenario.expectations, [&](const Expectation& one) {
        return !devices.contains(one.device)
               || (!one.conversation.empty()
                   && std::ranges::find(scenario.conversations, one.conversation, &ConversationOf::name)
                          == scenario.conversations.end());
    });
    return scenario;
}

class Shrinking {
public:
    Shrinking(Scenario scenario, const std::function<bool(const Scenario&)>& matters)
        : m_best(std::move(scenario)), m_matters(matters)
    {
    }

    Scenario run()
    {
        bool isSmaller = true;
        while (isSmaller && m_tries < maxTries) {
            isSmaller = removeActions();
            isSmaller = removeDevices() || isSmaller;
            isSmaller = removePeople() || isSmaller;
            isSmaller = removeConversations() || isSmaller;
            isSmaller = simplify() || isSmaller;
        }
        return std::move(m_best);
    }

private:
    /// Takes the candidate if it is another one and still matters.
    bool take(Scenario candidate)
    {
        candidate = tidied(std::move(candidate));
        if (candidate == m_best || candidate.people.empty() || m_tries >= maxTries) {
            return false;
        }
        ++m_tries;
        if (!m_matters(candidate)) {
            return false;
        }
        m_best = std::move(candidate);
        return true;
    }

    /// Removes halves, quarters and so on, down to single actions.
    bool removeActions()
    {
        bool isSmaller = false;
        for (std::size_t size = std::max<std::size_t>(1, m_best.actions.size() / 2); size >= 1; size /= 2) {
            for (std::size_t begin = 0; begin < m_best.actions.size();) {
                Scenario candidate = m_best;
                const std::size_t end = std::min(begin + size, candidate.actions.size());
                candidate.actions.erase(candidate.actions.begin() + static_cast<std::ptrdiff_t>(begin),
                                        candidate.actions.begin() + static_cast<std::ptrdiff_t>(end));
                if (take(std::move(candidate))) {
                    isSmaller = true;
                } else {
                    begin += size;
                }
            }
        }
        return isSmaller;
    }

    bool removeDevices()
    {
        bool isSmaller = false;
        for (std::size_t person = 0; person < m_best.people.size(); ++person) {
            for (std::size_t device = m_best.people[person].devices.size(); device-- > 1;) {
                Scenario candidate = m_best;
                std::vector<std::string>& devices = candidate.people[person].devices;
                devices.erase(devices.begin() + static_cast<std::ptrdiff_t>(device));
                isSmaller = take(std::move(candidate)) || isSmaller;
            }
        }
        return isSmaller;
    }

    bool removePeople()
    {
        bool isSmaller = false;
        for (std::size_t person = m_best.people.size(); person-- > 0;) {
            Scenario candidate = m_best;
            candidate.people.erase(candidate.people.begin() + static_cast<std::ptrdiff_t>(person));
            isSmaller = take(std::move(candidate)) || isSmaller;
        }
        return isSmaller;
    }

    bool removeConversations()
    {
        bool isSmaller = false;
        for (std::size_t one = m_best.conversations.size(); one-- > 0;) {
            Scenario candidate = m_best;
            candidate.conversations.erase(candidate.conversations.begin() + static_cast<std::ptrdiff_t>(one));
            isSmaller = take(std::move(candidate)) || isSmaller;
        }
        return isSmaller;
    }

    /// One server, one message for many, and kills at once instead of at a commit.
    bool simplify()
    {
        bool isSmaller = false;
        if (m_best.servers > 1) {
            Scenario candidate = m_best;
            candidate.servers = 1;
            isSmaller = take(std::move(candidate));
        }
        for (std::size_t i = 0; i < m_best.actions.size(); ++i) {
            if (m_best.actions[i].count > 1) {
                Scenario candidate = m_best;
                candidate.actions[i].count = 2;
                isSmaller = take(std::move(candidate)) || isSmaller;
                candidate = m_best;
                candidate.actions[i].count = 1;
                candidate.actions[i].message += "1";
                isSmaller = take(std::move(candidate)) || isSmaller;
            }
            if (i < m_best.actions.size() && m_best.actions[i].moment != KillMoment::Now) {
                Scenario candidate = m_best;
                candidate.actions[i].moment = KillMoment::Now;
                isSmaller = take(std::move(candidate)) || isSmaller;
            }
        }
        return isSmaller;
    }

    Scenario m_best;
    const std::function<bool(const Scenario&)>& m_matters;
    int m_tries = 0;
};

} // namespace

Scenario shrink(Scenario scenario, const std::function<bool(const Scenario&)>& matters)
{
    return Shrinking(std::move(scenario), matters).run();
}

} // namespace tidemark::lab
