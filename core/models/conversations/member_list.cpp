#include "core/models/conversations/member_list.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/matching/fuzzy_match.h"
#include "core/models/words/notice_text.h"

#include <algorithm>
#include <tuple>

namespace tidemark {

namespace {

constexpr std::size_t shownAtFirst = 8;

std::vector<protocol::Member> byReading(std::vector<protocol::Member> members, UserId self)
{
    std::stable_sort(members.begin(), members.end(),
                     [self](const protocol::Member& a, const protocol::Member& b) {
                         return std::tuple(a.user.id == self, a.seenAll, a.seen)
                                > std::tuple(b.user.id == self, b.seenAll, b.seen);
                     });
    return members;
}

MemberList::Heading headingOf(const ConversationSummary& summary)
{
    if (isWithOneself(summary)) {
        return MemberList::Heading::None;
    }
    switch (summary.kind) {
    case ConversationKind::Direct:
        return MemberList::Heading::Reading;
    case ConversationKind::Channel:
        return MemberList::Heading::Followers;
    case ConversationKind::Group:
    case ConversationKind::NoticeList:
    case ConversationKind::Unknown:
        break;
    }
    return MemberList::Heading::Members;
}

MemberList::Hint hintOf(const ConversationSummary& summary, const KnownMembers& known,
                        const MemberListView& view, std::size_t beyond, bool isFound)
{
    if (summary.kind == ConversationKind::Channel && summary.role == Role::Member) {
        return MemberList::Hint::OnlyForCreator;
    }
    if (!known.isKnown) {
        return view.isOnline ? MemberList::Hint::None : MemberList::Hint::NotConnected;
    }
    if (!view.find.isEmpty()) {
        return !isFound ? (beyond > 0 ? MemberList::Hint::Looking : MemberList::Hint::NotFound)
                        : MemberList::Hint::None;
    }
    return beyond > 0 && view.showsAll ? MemberList::Hint::More : MemberList::Hint::None;
}

} // namespace

MemberList memberListOf(const ConversationSummary& summary, const KnownMembers& known,
                        const MemberListView& view)
{
    MemberList list;
    if (summary.kind == ConversationKind::NoticeList) {
        return list;
    }
    list.heading = headingOf(summary);
    for (const protocol::Member& member : byReading(known.members, view.self)) {
        const bool isSelf = member.user.id == view.self;
        const bool isLookedFor = view.find.isEmpty() || fuzzyMatch(view.find, shownName(member.user));
        if ((isSelf && summary.kind == ConversationKind::Direct) || !isLookedFor) {
            continue;
        }
        list.rows.push_back({member, isSelf});
    }
    // "Show all" for a single further row would take as much room as the row.
    if (!view.showsAll && view.find.isEmpty() && list.rows.size() > shownAtFirst + 1) {
        list.all = std::max(list.rows.size(), known.total);
        list.rows.resize(shownAtFirst);
    }
    list.beyond = known.total - std::min(known.total, known.members.size());
    list.hint = hintOf(summary, known, view, list.beyond, !list.rows.empty());
    return list;
}

bool mayManage(const ConversationSummary& summary, const protocol::Member& member)
{
    return mayGiveRoles(summary.kind, summary.role) || mayRemove(summary.kind, summary.role, member.role);
}

bool hasUnreadMembers(const std::vector<protocol::Member>& members)
{
    return std::any_of(members.begin(), members.end(),
                       [](const protocol::Member& one) { return !one.seenAll; });
}

} // namespace tidemark
