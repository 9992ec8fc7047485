#pragma once

#include "server-stub/hub/contract/hint.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace tidemark::server {

/// Collects hints until they are sent, and merges hints about the same subject: of a log it keeps the newest
/// head, of a reader the greatest seq seen, of a device the last activity, and of equal hints one. The merged
/// hint keeps the place of the first one. Only sign-in attempts are never merged, since they are counted.
///
/// Pure; one thread.
class HintMerger {
public:
    /// Drops further hints when `maxHints` wait, and adds one HintsLost.
    explicit HintMerger(std::size_t maxHints) : m_maxHints(maxHints) {}

    void add(Hint hint);
    [[nodiscard]] const std::vector<Hint>& waiting() const { return m_hints; }
    [[nodiscard]] bool isEmpty() const { return m_hints.empty(); }
    /// Number of hints dropped so far.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// Removes and returns all waiting hints.
    [[nodiscard]] std::vector<Hint> take();

private:
    /// The subject of a hint: its kind, and up to two ids.
    using Subject = std::array<std::uint64_t, 3>;

    std::size_t m_maxHints;
    std::vector<Hint> m_hints;
    std::map<Subject, std::size_t> m_places; ///< indexes in m_hints
    std::uint64_t m_dropped = 0;
};

} // namespace tidemark::server
