#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Keeps parts of logs in memory, so that many users who read the same part cost one query. An entry changes
/// only by an edit, a recall or a trim, which must be reported here: its block is dropped. A recall also
/// drops the blocks with the edits of the message, whose texts are removed as well. The hub handles one
/// request at a time, so the first of many readers of a block loads it for all. The memory is bounded: the
/// least recently used blocks are dropped. Little more text is read than was requested, however long the
/// texts of a log are.
class BlockCache {
public:
    static constexpr std::uint64_t blockEntries = 64;

    /// To complete blocks, at most this many bytes of text are read in addition to the requested ones.
    static constexpr std::size_t surplusTextBytes = std::size_t{256} * 1024;

    /// A part of a log that ends at `head`, with after < through <= head: of the entries in (after, through],
    /// the first ones or with `fromEnd` the last ones, through the entry with which their texts reach
    /// `maxTextBytes` (at least 1).
    struct Range {
        ConversationId conversation;
        Seq after;
        Seq through;
        Seq head;
        bool fromEnd = false;
        std::size_t maxTextBytes = EntriesOf::unboundedText;
    };

    /// With `maxBytes` 0 the cache keeps nothing.
    explicit BlockCache(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// The folded entries of the range, ascending.
    [[nodiscard]] std::vector<Entry> entries(Store& store, const Range& range);
    void changed(ConversationId conversation, Seq seq);
    void recalled(ConversationId conversation, Seq seq);
    /// Call when the entries through `through` have lost their content.
    void trimmed(ConversationId conversation, Seq through);
    /// Call after a failed transaction: the cache may hold its reads.
    void clear();

    [[nodiscard]] std::uint64_t hits() const { return m_hits; }     ///< ranges answered without the store
    [[nodiscard]] std::uint64_t misses() const { return m_misses; } ///< ranges read from the store
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }     ///< approximate size of the kept blocks

private:
    using Key = std::pair<ConversationId, std::uint64_t>; ///< the index of a block in the log, from 0
    struct Block {
        /// Ascending from the block's first seq; the newest block of a log is not full.
        std::vector<Entry> entries;
        std::size_t bytes = 0;
        std::list<Key>::iterator place;
    };
    using Blocks = std::map<Key, Block>;

    /// The entries of a range found so far, in the order of the search, and the rest of the range.
    struct Search {
        Range left;
        std::vector<Entry> found;
        [[nodiscard]] bool isDone() const { return left.after >= left.through || left.maxTextBytes == 0; }
        void take(const Entry& entry);
    };

    /// Takes the next entries of a search from their cached block. Returns false if that block is not cached.
    [[nodiscard]] bool takeKept(Search& search);
    /// Reads the rest of the range from the store, without the cache.
    static void takeStored(Store& store, Search& search);
    /// Reads all missing blocks of the range in one query. Returns false if entries are missing, because the
    /// store lacks them or their texts are too long.
    [[nodiscard]] bool fill(Store& store, const Range& range);
    /// The part of a log to read for fill(): whole blocks without the cached ones at the far end.
    [[nodiscard]] EntriesOf missingOf(const Range& range) const;
    /// Adds whole blocks, and the beginning of the last one. `entries` must have no gaps.
    void add(ConversationId conversation, std::vector<Entry> entries);
    [[nodiscard]] bool holds(ConversationId conversation, std::uint64_t block, Seq through) const;
    void use(Block& block);
    void drop(Blocks::iterator block);
    void shrink();

    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    Blocks m_blocks;
    std::list<Key> m_order; ///< most recently used first
    std::uint64_t m_hits = 0;
    std::uint64_t m_misses = 0;
};

} // namespace tidemark::server
