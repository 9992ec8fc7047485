#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::store_invitations_test {

using namespace test;
using namespace Qt::StringLiterals;

namespace {

LocalInvitations someInvitations()
{
    return {5,
            {{ConversationId(9), "Title \xc3\xa9", {UserId(3), "ada"}, UnixMs{1234567890123}},
             {ConversationId(2), "", {UserId(4), ""}, UnixMs{0}}}};
}

} // namespace

class TestInvitations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void invitationsKeepTheirOrder()
    {
        const auto store = preparedStore();
        QCOMPARE(store->load().invitations, LocalInvitations());
        QVERIFY(store->apply({write::PutInvitations{someInvitations()}}));
        QCOMPARE(store->load().invitations, someInvitations());
        LocalInvitations fewer = someInvitations();
        fewer.version = 6;
        fewer.invitations.erase(fewer.invitations.begin());
        QVERIFY(store->apply({write::PutInvitations{fewer}}));
        QCOMPARE(store->load().invitations, fewer);
    }

    void invitationsOfIgnoredUsersAreNotShown()
    {
        QCOMPARE(shownInvitations(someInvitations(), {}), someInvitations().invitations);
        const std::vector<Invitation> shown = shownInvitations(someInvitations(), {UserId(3)});
        QCOMPARE(shown.size(), std::size_t{1});
        QCOMPARE(shown.front().conversation, ConversationId(2));
    }

    void invitationsAndTheSettingGoWithTheAccount()
    {
        const auto store = preparedStore();
        Account account = store->load().account.value_or(Account());
        account.settings.adding = AddingPolicy::Nobody;
        QVERIFY(store->apply({write::PutAccount{account}, write::PutInvitations{someInvitations()}}));
        QCOMPARE(store->load().account->settings.adding, AddingPolicy::Nobody);
        QVERIFY(store->apply({write::EraseEverything{}}));
        QCOMPARE(store->load().invitations, LocalInvitations());
    }
};

TIDEMARK_SUITE(TestInvitations, QCoreApplication)

} // namespace tidemark::store_invitations_test

#include "test_invitations.moc"
