#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::lab {

struct CounterMessage {
    std::string name;
    std::string author;
    bool isRecalled = false;
};

/// A change of everybody's numbers that is still to be made, for a message or its recall.
struct CounterJob {
    std::string conversation;
    std::size_t message = 0; ///< index, from 1
    bool isRecall = false;
    std::size_t server = 0; ///< that does it
};

/// The database of the way with counters: the messages, and a queue of what is to be counted. All of it
/// survives the servers, and each change is one transaction.
struct CounterDatabase {
    std::map<std::string, std::vector<CounterMessage>> logs; ///< by conversation
    std::map<std::string, std::vector<std::string>> members; ///< by conversation
    std::set<std::pair<std::string, std::string>> muted;     ///< person and conversation
    std::map<std::uint64_t, CounterJob> jobs;
    std::uint64_t lastJob = 0;
    std::set<std::string> done; ///< the requests that were answered: each device repeats them until then

    [[nodiscard]] bool isMember(const std::string& person, const std::string& conversation) const
    {
        const auto found = members.find(conversation);
        return found != members.end() && std::ranges::find(found->second, person) != found->second.end();
    }
    /// The index of a message, from 1; 0: there is none.
    [[nodiscard]] std::size_t indexOf(const std::string& conversation, const std::string& message) const
    {
        const auto log = logs.find(conversation);
        if (log == logs.end()) {
            return 0;
        }
        const auto found = std::ranges::find(log->second, message, &CounterMessage::name);
        return found == log->second.end() ? 0 : static_cast<std::size_t>(found - log->second.begin()) + 1;
    }
};

} // namespace tidemark::lab
