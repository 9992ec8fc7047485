#include "server-stub/hub/block_cache.h"

#include <algorithm>
#include <iterator>

namespace tidemark::server {

namespace {

constexpr std::uint64_t blockOf(Seq seq)
{
    return (seq.value - 1) / BlockCache::blockEntries;
}

/// The last seq of block `block`.
constexpr Seq endOf(std::uint64_t block)
{
    return Seq((block + 1) * BlockCache::blockEntries);
}

std::size_t bytesOf(const Entry& entry)
{
    return sizeof(Entry) + entry.text.size() + entry.mentions.size() * sizeof(UserId);
}

} // namespace

std::vector<Entry> BlockCache::entries(Store& store, ConversationId conversation, Seq after, Seq upto,
                                       Seq head)
{
    const auto limit = static_cast<std::uint32_t>(upto.value - after.value);
    if (m_mostBytes == 0 || !fill(store, conversation, after, upto, head)) {
        ++m_misses;
        return store.entries(conversation, after, upto, limit, false);
    }
    std::vector<Entry> found;
    found.reserve(limit);
    for (std::uint64_t block = blockOf(next(after)); block <= blockOf(upto); ++block) {
        Block& kept = m_blocks.at({conversation, block});
        use(kept);
        for (const Entry& entry : kept.entries) {
            if (entry.seq > after && entry.seq <= upto) {
                found.push_back(entry);
            }
        }
    }
    shrink();
    return found;
}

bool BlockCache::fill(Store& store, ConversationId conversation, Seq after, Seq upto, Seq head)
{
    std::uint64_t first = blockOf(next(after));
    std::uint64_t last = blockOf(upto);
    while (first <= last && holds(conversation, first, std::min(endOf(first), upto))) {
        ++first;
    }
    if (first > last) {
        ++m_hits;
        return true;
    }
    while (last > first && holds(conversation, last, upto)) {
        --last;
    }
    // Read whole blocks, but of the first one only the entries that were appended since it was read.
    const auto known = m_blocks.find({conversation, first});
    const Seq begin(first * blockEntries + (known == m_blocks.end() ? 0 : known->second.entries.size()));
    const Seq end = std::min(endOf(last), head);
    const auto missing = static_cast<std::uint32_t>(end.value - begin.value);
    std::vector<Entry> read = store.entries(conversation, begin, end, missing, false);
    if (read.size() != missing || read.front().seq != next(begin) || read.back().seq != end) {
        return false;
    }
    ++m_misses;
    add(conversation, std::move(read));
    return true;
}

void BlockCache::add(ConversationId conversation, std::vector<Entry> entries)
{
    for (auto from = entries.begin(); from != entries.end();) {
        const std::uint64_t block = blockOf(from->seq);
        const auto to = std::find_if(from, entries.end(),
                                     [block](const Entry& entry) { return blockOf(entry.seq) != block; });
        const Key key{conversation, block};
        const auto [kept, isNew] = m_blocks.try_emplace(key);
        if (isNew) {
            kept->second.place = m_order.insert(m_order.begin(), key);
        }
        std::vector<Entry>& into = kept->second.entries;
        // A block between two missing ones is read again.
        into.resize(std::min<std::size_t>(into.size(), (from->seq.value - 1) % blockEntries));
        into.insert(into.end(), std::make_move_iterator(from), std::make_move_iterator(to));
        m_bytes -= kept->second.bytes;
        kept->second.bytes = 0;
        for (const Entry& entry : into) {
            kept->second.bytes += bytesOf(entry);
        }
        m_bytes += kept->second.bytes;
        from = to;
    }
}

bool BlockCache::holds(ConversationId conversation, std::uint64_t block, Seq upto) const
{
    const auto found = m_blocks.find({conversation, block});
    return found != m_blocks.end() && !found->second.entries.empty()
           && found->second.entries.back().seq >= upto;
}

void BlockCache::changed(ConversationId conversation, Seq seq)
{
    if (const auto found = m_blocks.find({conversation, blockOf(seq)}); found != m_blocks.end()) {
        drop(found);
    }
}

void BlockCache::recalled(ConversationId conversation, Seq seq)
{
    changed(conversation, seq);
    const auto isEditOfIt = [seq](const Entry& entry) {
        return entry.kind == EntryKind::Edit && entry.target == seq;
    };
    auto block = m_blocks.lower_bound({conversation, blockOf(seq)});
    while (block != m_blocks.end() && block->first.first == conversation) {
        const std::vector<Entry>& entries = block->second.entries;
        const bool hasText = std::any_of(entries.begin(), entries.end(), isEditOfIt);
        const auto one = block++;
        if (hasText) {
            drop(one);
        }
    }
}

void BlockCache::trimmed(ConversationId conversation, Seq upto)
{
    auto block = m_blocks.lower_bound({conversation, 0});
    while (block != m_blocks.end() && block->first <= Key(conversation, blockOf(upto))) {
        drop(block++);
    }
}

void BlockCache::clear()
{
    m_blocks.clear();
    m_order.clear();
    m_bytes = 0;
}

void BlockCache::use(Block& block)
{
    m_order.splice(m_order.begin(), m_order, block.place);
}

void BlockCache::drop(Blocks::iterator block)
{
    m_bytes -= block->second.bytes;
    m_order.erase(block->second.place);
    m_blocks.erase(block);
}

void BlockCache::shrink()
{
    while (m_bytes > m_mostBytes) {
        drop(m_blocks.find(m_order.back()));
    }
}

} // namespace tidemark::server
