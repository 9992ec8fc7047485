#include "server-stub/hub/state/totals_cache.h"

#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/state/floors.h"

#include <utility>

namespace tidemark::server {

namespace {

/// A share takes about 150 bytes.
constexpr std::size_t maxShares = 1000000;

} // namespace

void TotalsCache::add(protocol::TotalsNow& totals, const Share& share)
{
    const MemberRecord& member = share.member;
    const std::uint32_t conversations = share.counts.unread > 0 ? 1 : 0;
    if (countsInTotal(share.kind, member.isMember, member.settings)) {
        totals.unread += share.counts.unread;
        totals.mentions += share.counts.mentions;
        totals.conversations += conversations;
    } else if (countsAsMuted(share.kind, member.isMember, member.settings)) {
        totals.mutedUnread += share.counts.unread;
        totals.mutedConversations += conversations;
    } else if (countsInFeed(share.kind, member.isMember, member.settings)) {
        totals.feed += share.feed;
    }
}

TotalsCache::Sum TotalsCache::of(Store& store, UserId user, UnixMs aged, UnixMs wall)
{
    Sum sum;
    const IgnoredSet ignored = store.ignores().of(user);
    const Viewer viewer = viewerOf(user, ignored);
    // The version changes the numbers without a change of any other stamp.
    sum.totals.version = ignored.version;
    for (Share& share : sharesOf(store, user)) {
        const auto conversation = store.conversations().find(share.member.conversation);
        if (!conversation) {
            continue;
        }
        // Every change of one of the numbers raises a version, a head or the version of the ignored users,
        // and none of these ever falls, so their sum is a stamp.
        sum.totals.version += share.member.version + conversation->head.value;
        if (!share.member.isMember) {
            continue;
        }
        if (conversation->head != share.head) {
            ++m_counted;
            share.counts = countsOf(store, *conversation, share.member, viewer);
            share.kind = conversation->kind;
            share.feed = feedOf(store, *conversation, share.member, viewer);
            share.head = conversation->head;
            share.expiresAt = expiryOf(store, m_policy, *conversation, share.member, viewer, share.counts);
        }
        if (share.expiresAt <= aged || endOfMute(share.member) <= wall
            || share.member.floor < conversation->trimmedThrough) {
            sum.due.push_back(conversation->id);
        }
        add(sum.totals, share);
    }
    return sum;
}

void TotalsCache::forget(UserId user)
{
    const auto found = m_shares.find(user);
    if (found != m_shares.end()) {
        m_remembered -= found->second.size();
        m_shares.erase(found);
    }
}

std::size_t TotalsCache::sizeOf(UserId user) const
{
    const auto found = m_shares.find(user);
    return found == m_shares.end() ? 0 : found->second.size();
}

void TotalsCache::clear()
{
    m_shares.clear();
    m_remembered = 0;
}

std::vector<TotalsCache::Share>& TotalsCache::sharesOf(Store& store, UserId user)
{
    if (const auto found = m_shares.find(user); found != m_shares.end()) {
        return found->second;
    }
    if (m_remembered > maxShares) {
        clear();
    }
    std::vector<Share>& shares = m_shares[user];
    for (MemberRecord& member : store.members().ofUser(user)) {
        shares.push_back({std::move(member), {}, {}, {}, 0, never});
    }
    m_remembered += shares.size();
    return shares;
}

} // namespace tidemark::server
