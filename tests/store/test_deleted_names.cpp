#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

#include <algorithm>

namespace tidemark::deleted_names_test {

using namespace test;
using namespace Qt::StringLiterals;

/// The names of deleted accounts: programs get them, and views show words in their place.
class TestDeletedNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void viewsShowWordsInPlaceOfTheName()
    {
        const auto store = preparedStore();
        LocalConversation direct = conversation(other);
        direct.kind = ConversationKind::Direct;
        direct.peer = anna;
        QVERIFY(store->apply({write::PutConversation{direct}}));
        QVERIFY(ingestToHead(*store, room,
                             {message(1, anna), notice(2, bert, NoticeKind::Added, anna), message(3, bert)}));
        QVERIFY(store->apply({write::PutUsers{{{anna, "Anna", true}}}}));

        QCOMPARE(store->summary(other)->title, std::string("Anna"));
        QVERIFY(store->summary(other)->isPeerDeleted);
        QVERIFY(!store->summary(room)->isPeerDeleted);
        QCOMPARE(store->entry(room, Seq(1))->authorName, std::string("Anna"));
        QVERIFY(store->entry(room, Seq(1))->isAuthorDeleted);
        QVERIFY(!store->entry(room, Seq(2))->isAuthorDeleted);
        store->nameDeletedAccounts(u"Deleted account"_s);
        QCOMPARE(store->summary(other)->title, std::string("Deleted account"));
        const TimelinePage page = store->timeline(room, {});
        QCOMPARE(page.items.size(), std::size_t(3));
        QCOMPARE(page.items[0].authorName, std::string("Deleted account"));
        QVERIFY(page.items[0].isAuthorDeleted);
        QVERIFY(!page.items[1].isAuthorDeleted && !page.items[2].isAuthorDeleted);
        QCOMPARE(page.items[1].subjectName, std::string("Deleted account"));
        QCOMPARE(page.items[2].authorName, std::string("Bert"));
        QCOMPARE(store->lastError().code, StoreError::Code::None);
    }

    void theMarkIsStoredAndCanBeTakenBack()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutUsers{{{anna, "Anna", true}}}}));
        const auto isDeleted = [&store] {
            const std::vector<User> people = store->people(10);
            const auto found =
                std::find_if(people.begin(), people.end(), [](const User& user) { return user.id == anna; });
            return found != people.end() && found->isDeleted;
        };
        QVERIFY(isDeleted());
        LocalConversation direct = conversation(other);
        direct.kind = ConversationKind::Direct;
        direct.peer = anna;
        QVERIFY(store->apply({write::PutConversation{direct}}));
        QVERIFY(store->summary(other)->isPeerDeleted);
        // A server that was restored from a backup has the account again.
        QVERIFY(store->apply({write::PutUsers{{{anna, "Anna", false}}}}));
        QVERIFY(!isDeleted());
        QVERIFY(!store->summary(other)->isPeerDeleted);
    }
};

TIDEMARK_SUITE(TestDeletedNames, QCoreApplication)

} // namespace tidemark::deleted_names_test

#include "test_deleted_names.moc"
