#pragma once

#include "server-stub/hub/hint.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tidemark::server {

/// Hints that wait to be told. What says no more than another one that waits is not told a second time: of a
/// log the newest head is told, of a reader the greatest seq seen, of a device whether it is active at last,
/// and what is equal once, all in the place of the first of them. Only attempts to sign in are told one by
/// one, since they are counted.
///
/// Pure; one thread.
class HintMerger {
public:
    /// What comes on top of so many is dropped; that something was is told in its place.
    explicit HintMerger(std::size_t mostHints) : m_mostHints(mostHints) {}

    void add(Hint hint);
    [[nodiscard]] const std::vector<Hint>& waiting() const { return m_hints; }
    [[nodiscard]] bool isEmpty() const { return m_hints.empty(); }
    /// Dropped so far.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// All that waits; nothing waits afterwards.
    [[nodiscard]] std::vector<Hint> take();

private:
    /// What a hint is about: the kind, and up to two ids.
    using Subject = std::array<std::uint64_t, 3>;

    std::size_t m_mostHints;
    std::vector<Hint> m_hints;
    std::map<Subject, std::size_t> m_places; ///< in m_hints
    std::uint64_t m_dropped = 0;
};

} // namespace tidemark::server
