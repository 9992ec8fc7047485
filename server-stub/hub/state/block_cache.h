#pragma once

#include "server-stub/hub/contract/store.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Keeps parts of logs in memory, so that many users who read the same part cost one query. An entry changes
/// only by an edit, a recall or a trim, which must be reported here: its block is dropped. A recall also
/// drops the blocks with the edits of the message, whose texts are removed as well. Since the hub does one
/// thing at a time, the first of many readers of a block loads it for all. Bounded: drops the least recently
/// used blocks, and reads little more text than was asked for, however long the texts of a log are.
class BlockCache {
public:
    static constexpr std::uint64_t blockEntries = 64;

    /// Whole blocks are read; for this, up to so many bytes of text are read besides what was asked for.
    static constexpr std::size_t surplusTextBytes = std::size_t{256} * 1024;

    /// The entries of (after, through] of a log that ends at `head`, after < through <= head: the first ones
    /// or with `fromEnd` the last ones, through that with which their texts have `maxTextBytes` (at least 1).
    struct Range {
        ConversationId conversation;
        Seq after;
        Seq through;
        Seq head;
        bool fromEnd = false;
        std::size_t maxTextBytes = EntriesOf::unboundedText;
    };

    /// `maxBytes` 0 keeps nothing.
    explicit BlockCache(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// The folded entries of the range, ascending.
    [[nodiscard]] std::vector<Entry> entries(Store& store, const Range& range);
    /// Call when an entry was edited.
    void changed(ConversationId conversation, Seq seq);
    /// Call when a message was recalled.
    void recalled(ConversationId conversation, Seq seq);
    /// Call when the entries up to and including `through` have lost their content.
    void trimmed(ConversationId conversation, Seq through);
    /// Call after a failed transaction: its reads may be in the cache.
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

    /// What was found of a range, in the order of the search, and the range that is left.
    struct Search {
        Range left;
        std::vector<Entry> found;
        [[nodiscard]] bool isDone() const { return left.after >= left.through || left.maxTextBytes == 0; }
        void take(const Entry& entry);
    };

    /// Takes the next entries of a search from their block. Returns false if no block has the next one.
    [[nodiscard]] bool takeKept(Search& search);
    /// Takes all that is left from the store, past the cache.
    static void takeStored(Store& store, Search& search);
    /// Reads all missing blocks of the range in one query. Returns false if some of their entries were not
    /// read: the store lacks them, or their texts are too long.
    [[nodiscard]] bool fill(Store& store, const Range& range);
    /// The part of a log to read for fill(): whole blocks without those at the far end that are kept.
    [[nodiscard]] EntriesOf missingOf(const Range& range) const;
    /// Keeps whole blocks, and a beginning of the last one. `entries` must have no gaps.
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
