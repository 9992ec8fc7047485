#pragma once

#include "app/lab/counters/counter_database.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tidemark::lab {

/// The messages that each person has seen, on whichever device: the truth about their unread numbers in a
/// world without cursors.
class SeenMessages {
public:
    /// The person has seen these messages of the log.
    void saw(const std::string& person, const std::string& conversation,
             const std::vector<CounterMessage>& messages, std::size_t count);
    /// From this message on the person wants to see them again.
    void forget(const std::string& person, const std::string& conversation,
                const std::vector<CounterMessage>& messages, std::size_t from);
    /// The messages of others in the log that were not recalled, and that the person has not seen.
    [[nodiscard]] std::uint64_t unread(const std::string& person, const std::string& conversation,
                                       const CounterDatabase& database) const;

private:
    std::map<std::pair<std::string, std::string>, std::set<std::string>> m_seen;
};

} // namespace tidemark::lab
