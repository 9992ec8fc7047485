#pragma once

#include "server-stub/hub/store.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Parts of logs as the store has them, so that many who read the same part ask the store once. An entry
/// changes only by an edit, a recall or a trim, which are told here: its block goes. The hub does one thing
/// at a time, so that a block that many ask for at once is read by the first. Bounded: the blocks that were
/// not asked for longest go.
class BlockCache {
public:
    static constexpr std::uint64_t blockEntries = 64;

    /// 0: nothing is kept.
    explicit BlockCache(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

    /// The folded entries of (after, upto] of a log that ends at `head`, ascending; after < upto <= head.
    [[nodiscard]] std::vector<Entry> entries(Store& store, ConversationId conversation, Seq after, Seq upto,
                                             Seq head);
    /// An entry was edited or recalled.
    void changed(ConversationId conversation, Seq seq);
    /// Entries up to `upto` have lost their content.
    void trimmed(ConversationId conversation, Seq upto);
    /// What was read may be of a transaction that failed.
    void clear();

    [[nodiscard]] std::uint64_t hits() const { return m_hits; }     ///< answered without the store
    [[nodiscard]] std::uint64_t misses() const { return m_misses; } ///< read from the store
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }     ///< kept, about

private:
    using Key = std::pair<ConversationId, std::uint64_t>; ///< which of the log's blocks, from 0
    struct Block {
        std::vector<Entry> entries; ///< from the block's first; the newest block of a log is not full
        std::size_t bytes = 0;
        std::list<Key>::iterator place;
    };
    using Blocks = std::map<Key, Block>;

    /// Reads what is missing of (after, upto] in one go. False: the store has not all of it.
    [[nodiscard]] bool fill(Store& store, ConversationId conversation, Seq after, Seq upto, Seq head);
    void add(ConversationId conversation, std::vector<Entry> entries);
    [[nodiscard]] bool holds(ConversationId conversation, std::uint64_t block, Seq upto) const;
    void use(Block& block);
    void drop(Blocks::iterator block);
    void shrink();

    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    Blocks m_blocks;
    std::list<Key> m_order; ///< last used first
    std::uint64_t m_hits = 0;
    std::uint64_t m_misses = 0;
};

} // namespace tidemark::server
