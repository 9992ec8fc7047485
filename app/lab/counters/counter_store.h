#pragma once

#include "app/lab/scenario/scenario.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::lab {

/// A change of one person's unread number of one conversation. The total of the person follows it.
struct CounterChange {
    enum class Kind : std::uint8_t {
        Add,      ///< `number`
        Subtract, ///< `number`, not below 0
        Set,      ///< to `number`
        Exclude,  ///< the conversation is muted: its number leaves the total
        Include   ///< the opposite
    };
    Kind kind = Kind::Add;
    std::int64_t number = 0;
    bool isInTotal = true; ///< false: the conversation is muted
};

/// The store of the counters: a hash `unread` and a number `total` for each person, as a team keeps them in
/// Redis. It survives the servers. Each call is atomic, and needs one round trip.
class CounterStore {
public:
    [[nodiscard]] std::int64_t unread(const std::string& person, const std::string& conversation) const;
    [[nodiscard]] std::int64_t total(const std::string& person) const;
    /// The index of the last message that the person has read, as far as the server knows; 0: none.
    [[nodiscard]] std::size_t lastRead(const std::string& person, const std::string& conversation) const;
    void raiseLastRead(const std::string& person, const std::string& conversation, std::size_t index);
    void lowerLastRead(const std::string& person, const std::string& conversation, std::size_t index);

    /// Changes the number of the conversation, and returns by how much the total must change.
    std::int64_t changeUnread(const std::string& person, const std::string& conversation,
                              const CounterChange& change);
    /// Changes the total, but not below 0.
    void changeTotal(const std::string& person, std::int64_t by);
    /// Grows with each change of the person's numbers.
    [[nodiscard]] std::uint64_t version(const std::string& person) const;
    /// Grows with each change of any number.
    [[nodiscard]] std::uint64_t changes() const { return m_changes; }

    /// Takes the person's lock, unless another owner has it whose lease has not ended.
    bool lock(const std::string& person, std::uint64_t owner, Instant now);
    void unlock(const std::string& person, std::uint64_t owner);

private:
    struct Lock {
        std::uint64_t owner = 0;
        Instant until{};
    };
    using Place = std::pair<std::string, std::string>;
    std::map<Place, std::int64_t> m_unread;
    std::map<Place, std::size_t> m_lastRead;
    std::map<std::string, std::int64_t> m_totals;
    std::map<std::string, std::uint64_t> m_versions;
    std::map<std::string, Lock> m_locks;
    std::uint64_t m_changes = 0;
};

/// One round trip to the store. Returns how many steps to go on: 1 is the next one, 0 the same again, and a
/// negative number goes back.
using CounterStep = std::function<int()>;

/// The steps of a change in this way. `owner` is different for each change; `now` gives the time.
[[nodiscard]] std::vector<CounterStep> stepsOf(Way way, CounterStore& store, const std::string& person,
                                               const std::string& conversation,
                                               const std::function<CounterChange()>& change,
                                               std::uint64_t owner, const std::function<Instant()>& now);

} // namespace tidemark::lab
