#include "app/lab/counters/counter_store.h"

#include <algorithm>
#include <memory>

namespace tidemark::lab {

namespace {

/// After this time the lock of a server that has died is free again.
constexpr Milliseconds lease{2000};

template <typename Map, typename Key>
auto valueIn(const Map& map, const Key& key)
{
    const auto found = map.find(key);
    return found == map.end() ? typename Map::mapped_type{} : found->second;
}

} // namespace

std::int64_t CounterStore::unread(const std::string& person, const std::string& conversation) const
{
    return valueIn(m_unread, Place(person, conversation));
}

std::int64_t CounterStore::total(const std::string& person) const
{
    return valueIn(m_totals, person);
}

std::size_t CounterStore::lastRead(const std::string& person, const std::string& conversation) const
{
    return valueIn(m_lastRead, Place(person, conversation));
}

void CounterStore::raiseLastRead(const std::string& person, const std::string& conversation,
                                 std::size_t index)
{
    std::size_t& last = m_lastRead[{person, conversation}];
    last = std::max(last, index);
}

void CounterStore::lowerLastRead(const std::string& person, const std::string& conversation,
                                 std::size_t index)
{
    std::size_t& last = m_lastRead[{person, conversation}];
    last = std::min(last, index);
}

std::int64_t CounterStore::changeUnread(const std::string& person, const std::string& conversation,
                                        const CounterChange& change)
{
    std::int64_t& number = m_unread[{person, conversation}];
    const std::int64_t before = number;
    switch (change.kind) {
    case CounterChange::Kind::Add:
        number += change.number;
        break;
    case CounterChange::Kind::Subtract:
        number = std::max<std::int64_t>(0, number - change.number);
        break;
    case CounterChange::Kind::Set:
        number = change.number;
        break;
    case CounterChange::Kind::Exclude:
        return -number;
    case CounterChange::Kind::Include:
        return number;
    }
    ++m_versions[person];
    ++m_changes;
    return change.isInTotal ? number - before : 0;
}

void CounterStore::changeTotal(const std::string& person, std::int64_t by)
{
    std::int64_t& total = m_totals[person];
    total = std::max<std::int64_t>(0, total + by);
    ++m_versions[person];
    ++m_changes;
}

std::uint64_t CounterStore::version(const std::string& person) const
{
    return valueIn(m_versions, person);
}

bool CounterStore::lock(const std::string& person, std::uint64_t owner, Instant now)
{
    Lock& held = m_locks[person];
    if (held.owner != 0 && held.owner != owner && now < held.until) {
        return false;
    }
    held = {owner, now + lease};
    return true;
}

void CounterStore::unlock(const std::string& person, std::uint64_t owner)
{
    if (m_locks[person].owner == owner) {
        m_locks[person] = {};
    }
}

std::vector<CounterStep> stepsOf(Way way, CounterStore& store, const std::string& person,
                                 const std::string& conversation,
                                 const std::function<CounterChange()>& change, std::uint64_t owner,
                                 const std::function<Instant()>& now)
{
    const auto by = std::make_shared<std::int64_t>(0);
    const auto version = std::make_shared<std::uint64_t>(0);
    const CounterStep first = [&store, person, conversation, change, by] {
        *by = store.changeUnread(person, conversation, change());
        return 1;
    };
    const CounterStep second = [&store, person, by] {
        store.changeTotal(person, *by);
        return 1;
    };
    const CounterStep both = [first, second] {
        first();
        return second();
    };
    switch (way) {
    case Way::TwoSteps:
        return {first, second};
    case Way::Lock:
        return {[&store, person, owner, now] { return store.lock(person, owner, now()) ? 1 : 0; }, first,
                second,
                [&store, person, owner] {
                    store.unlock(person, owner);
                    return 1;
                }};
    case Way::Optimistic:
        return {[&store, person, version] {
                    *version = store.version(person);
                    return 1;
                },
                [&store, person, version, both] { return store.version(person) == *version ? both() : -1; }};
    case Way::Tidemark: // has no counters
    case Way::Script:
        break;
    }
    return {both};
}

} // namespace tidemark::lab
