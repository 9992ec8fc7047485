#include "core/models/conversations/member_list.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QTest>

#include <string>
#include <vector>

namespace tidemark::member_list_test {

using test::summaryOf;
using Heading = MemberList::Heading;
using Hint = MemberList::Hint;

namespace {

constexpr UserId self{1};

protocol::Member memberOf(std::uint64_t id, std::uint64_t seen, bool seenAll = false)
{
    protocol::Member member;
    member.user = {UserId(id), "User " + std::to_string(id)};
    member.seen = Seq(seen);
    member.seenAll = seenAll;
    return member;
}

ConversationSummary conversation(ConversationKind kind, Role role = Role::Member)
{
    ConversationSummary summary = summaryOf(7, "seven");
    summary.kind = kind;
    summary.role = role;
    return summary;
}

/// As many members as the server has reported, with ids from 1.
KnownMembers crowd(std::uint64_t size)
{
    KnownMembers known;
    for (std::uint64_t id = 1; id <= size; ++id) {
        known.members.push_back(memberOf(id, 5));
    }
    known.total = known.members.size();
    known.isKnown = true;
    return known;
}

std::vector<std::uint64_t> idsOf(const MemberList& list)
{
    std::vector<std::uint64_t> ids;
    for (const MemberList::Row& row : list.rows) {
        ids.push_back(row.member.user.id.value);
    }
    return ids;
}

const MemberListView online{self, true, false};

} // namespace

class TestMemberList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theUserComesFirstThenWhoHasReadMost()
    {
        const KnownMembers known{
            {memberOf(2, 3), memberOf(3, 9, true), memberOf(4, 8), memberOf(5, 3), memberOf(1, 0)}, 5, true};
        const MemberList list = memberListOf(conversation(ConversationKind::Group), known, online);
        QCOMPARE(idsOf(list), (std::vector<std::uint64_t>{1, 3, 4, 2, 5}));
        QVERIFY(list.rows[0].isSelf);
        QVERIFY(!list.rows[1].isSelf);
    }

    void aDirectConversationShowsOnlyTheOther()
    {
        const MemberList list = memberListOf(conversation(ConversationKind::Direct), crowd(2), online);
        QCOMPARE(idsOf(list), (std::vector<std::uint64_t>{2}));
        QCOMPARE(list.heading, Heading::Reading);
    }

    void withOneselfThereIsNothingToHead()
    {
        ConversationSummary alone = conversation(ConversationKind::Direct);
        alone.memberCount = 1;
        const MemberList list = memberListOf(alone, crowd(1), online);
        QVERIFY(list.rows.empty());
        QCOMPARE(list.heading, Heading::None);
    }

    void announcementsShowNobody()
    {
        const MemberList list = memberListOf(conversation(ConversationKind::NoticeList), crowd(20), online);
        QVERIFY(list.rows.empty());
        QCOMPARE(list.heading, Heading::None);
        QCOMPARE(list.hint, Hint::None);
        QCOMPARE(list.all, std::size_t(0));
    }

    void onlyTheFirstFewAreShownUntilTheUserAsks()
    {
        const ConversationSummary group = conversation(ConversationKind::Group);
        // One more row would take as much room as the button that shows it.
        QCOMPARE(memberListOf(group, crowd(9), online).rows.size(), std::size_t(9));
        QCOMPARE(memberListOf(group, crowd(9), online).all, std::size_t(0));
        const MemberList few = memberListOf(group, crowd(10), online);
        QCOMPARE(few.rows.size(), std::size_t(8));
        QCOMPARE(few.all, std::size_t(10));
        const MemberList all = memberListOf(group, crowd(10), {self, true, true});
        QCOMPARE(all.rows.size(), std::size_t(10));
        QCOMPARE(all.all, std::size_t(0));
    }

    void membersThatTheServerHasNotSentAreCounted()
    {
        const ConversationSummary group = conversation(ConversationKind::Group);
        KnownMembers known = crowd(100);
        known.total = 2500;
        QCOMPARE(memberListOf(group, known, online).all, std::size_t(2500));
        QCOMPARE(memberListOf(group, known, online).hint, Hint::None);
        const MemberList all = memberListOf(group, known, {self, true, true});
        QCOMPARE(all.hint, Hint::More);
        QCOMPARE(all.beyond, std::size_t(2400));
    }

    void withoutAConnectionTheHintSaysSo()
    {
        const ConversationSummary group = conversation(ConversationKind::Group);
        QCOMPARE(memberListOf(group, {}, {self, false, false}).hint, Hint::NotConnected);
        QCOMPARE(memberListOf(group, {}, online).hint, Hint::None);
        QCOMPARE(memberListOf(group, crowd(3), {self, false, false}).hint, Hint::None);
    }

    void onlyTheCreatorSeesFollowers()
    {
        const auto shownTo = [](Role role) {
            return memberListOf(conversation(ConversationKind::Channel, role), {}, {self, false, false});
        };
        QCOMPARE(shownTo(Role::Member).hint, Hint::OnlyForCreator);
        QCOMPARE(shownTo(Role::Owner).hint, Hint::NotConnected);
        QCOMPARE(shownTo(Role::Owner).heading, Heading::Followers);
    }

    void anOwnerManagesOthers()
    {
        const protocol::Member other = crowd(2).members.back();
        QVERIFY(mayManage(conversation(ConversationKind::Group, Role::Owner), other));
        QVERIFY(!mayManage(conversation(ConversationKind::Group), other));
    }

    void receiptsMatterUntilEverybodyHasReadEverything()
    {
        QVERIFY(!hasUnreadMembers({}));
        QVERIFY(!hasUnreadMembers({memberOf(1, 9, true)}));
        QVERIFY(hasUnreadMembers({memberOf(1, 9, true), memberOf(2, 3)}));
    }
};

TIDEMARK_SUITE(TestMemberList, QCoreApplication)

} // namespace tidemark::member_list_test

#include "test_member_list.moc"
