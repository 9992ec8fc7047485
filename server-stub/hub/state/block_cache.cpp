#include "server-stub/hub/state/block_cache.h"

#include <algorithm>
#include <iterator>
#include <numeric>

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
    return sizeof(Entry) + bytesIn(entry.content);
}

std::size_t textBytesOf(const std::vector<Entry>& entries)
{
    return std::accumulate(
        entries.begin(), entries.end(), std::size_t{0},
        [](std::size_t bytes, const Entry& entry) { return bytes + textBytesIn(entry.content); });
}

} // namespace

void BlockCache::Search::take(const Entry& entry)
{
    if (left.fromEnd) {
        left.through = previous(entry.seq);
    } else {
        left.after = entry.seq;
    }
    left.maxTextBytes -= std::min(left.maxTextBytes, textBytesIn(entry.content));
    found.push_back(entry);
}

std::vector<Entry> BlockCache::entries(Store& store, const Range& range)
{
    Search search{range, {}};
    bool isAllKept = true;
    bool mayFill = m_maxBytes > 0;
    while (!search.isDone()) {
        if (takeKept(search)) {
            continue;
        }
        isAllKept = false;
        if (mayFill) {
            mayFill = fill(store, search.left);
        } else {
            takeStored(store, search);
            break;
        }
    }
    ++(isAllKept ? m_hits : m_misses);
    shrink();
    if (range.fromEnd) {
        std::reverse(search.found.begin(), search.found.end());
    }
    return std::move(search.found);
}

bool BlockCache::takeKept(Search& search)
{
    const Range& left = search.left;
    const Seq wanted = left.fromEnd ? left.through : next(left.after);
    const auto kept = m_blocks.find({left.conversation, blockOf(wanted)});
    if (kept == m_blocks.end() || !holds(left.conversation, blockOf(wanted), wanted)) {
        return false;
    }
    use(kept->second);
    const std::vector<Entry>& entries = kept->second.entries;
    auto at = static_cast<std::size_t>((wanted.value - 1) % blockEntries);
    while (at < entries.size() && !search.isDone()) {
        search.take(entries[at]);
        at = left.fromEnd ? at - 1 : at + 1; // below 0 it wraps above every size
    }
    return true;
}

void BlockCache::takeStored(Store& store, Search& search)
{
    const Range left = search.left;
    std::vector<Entry> read = store.log().part(
        {left.conversation, left.after, left.through,
         static_cast<std::uint32_t>(left.through.value - left.after.value), left.fromEnd, left.maxTextBytes});
    if (left.fromEnd) {
        std::reverse(read.begin(), read.end());
    }
    std::move(read.begin(), read.end(), std::back_inserter(search.found));
}

EntriesOf BlockCache::missingOf(const Range& range) const
{
    std::uint64_t first = blockOf(next(range.after));
    std::uint64_t last = blockOf(range.through);
    while (range.fromEnd && first < last
           && holds(range.conversation, first, std::min(endOf(first), range.through))) {
        ++first;
    }
    while (!range.fromEnd && last > first && holds(range.conversation, last, range.through)) {
        --last;
    }
    // Read whole blocks, but skip the cached entries of the first block.
    const auto known = m_blocks.find({range.conversation, first});
    const Seq begin(first * blockEntries + (known == m_blocks.end() ? 0 : known->second.entries.size()));
    const Seq end = std::min(endOf(last), range.head);
    return {range.conversation,
            begin,
            end,
            static_cast<std::uint32_t>(end.value - begin.value),
            range.fromEnd,
            range.maxTextBytes + surplusTextBytes};
}

bool BlockCache::fill(Store& store, const Range& range)
{
    const EntriesOf missing = missingOf(range);
    std::vector<Entry> read = store.log().part(missing);
    const Seq first = next(missing.after);
    if (read.empty() || read.back().seq.value - read.front().seq.value + 1 != read.size()
        || (missing.fromEnd ? read.back().seq != missing.through : read.front().seq != first)) {
        return false;
    }
    const bool isWhole = read.size() == missing.limit;
    if (!isWhole && textBytesOf(read) < missing.maxTextBytes) {
        return false; // the log has gaps
    }
    if (!isWhole && missing.fromEnd) {
        // The cache keeps a block only from its first entry on.
        read.erase(read.begin(), std::find_if(read.begin(), read.end(), [](const Entry& entry) {
                       return (entry.seq.value - 1) % blockEntries == 0;
                   }));
    }
    add(range.conversation, std::move(read));
    return isWhole;
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
        // A cached block between two missing ones was read again.
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

bool BlockCache::holds(ConversationId conversation, std::uint64_t block, Seq through) const
{
    const auto found = m_blocks.find({conversation, block});
    return found != m_blocks.end() && !found->second.entries.empty()
           && found->second.entries.back().seq >= through;
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
        const auto* edit = entry.as<content::Edit>();
        return edit != nullptr && edit->target == seq;
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

void BlockCache::trimmed(ConversationId conversation, Seq through)
{
    auto block = m_blocks.lower_bound({conversation, 0});
    while (block != m_blocks.end() && block->first <= Key(conversation, blockOf(through))) {
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
    while (m_bytes > m_maxBytes) {
        drop(m_blocks.find(m_order.back()));
    }
}

} // namespace tidemark::server
