#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::store_folders_test {

using namespace test;
using namespace Qt::StringLiterals;

namespace {

/// Two folders of the server, and three changes that it does not have.
LocalFolders someFolders()
{
    const Folder work{uuid(1), "Work \xc3\xa9", FolderRule::None, {ConversationId(2), ConversationId(7)}};
    const Folder quiet{uuid(2), "Quiet", FolderRule::Muted, {}};
    const Folder unread{uuid(3), "Unread", FolderRule::Unread, {room}};
    return {5,
            {work, quiet},
            {{uuid(11), unread, 0, false},
             {uuid(12), quiet, std::nullopt, true},
             {uuid(13), work, 4000000000U, false}}};
}

} // namespace

class TestFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void foldersAndChangesKeepTheirOrder()
    {
        const auto store = preparedStore();
        QCOMPARE(store->load().folders, LocalFolders());
        QVERIFY(store->apply({write::PutFolders{someFolders()}}));
        QCOMPARE(store->load().folders, someFolders());
        LocalFolders fewer = someFolders();
        fewer.version = 6;
        std::swap(fewer.folders[0], fewer.folders[1]);
        fewer.pending.pop_back();
        QVERIFY(store->apply({write::PutFolders{fewer}}));
        QCOMPARE(store->load().folders, fewer);
    }

    void changesApplyOverTheServersFolders()
    {
        std::vector<std::string> titles;
        for (const Folder& folder : shownFolders(someFolders())) {
            titles.push_back(folder.title);
        }
        QCOMPARE(titles, (std::vector<std::string>{"Unread", "Work \xc3\xa9"}));
    }

    void foldersGoWithTheAccount()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutFolders{someFolders()}}));
        QVERIFY(store->apply({write::EraseEverything{}}));
        QCOMPARE(store->load().folders, LocalFolders());
    }
};

TIDEMARK_SUITE(TestFolders, QCoreApplication)

} // namespace tidemark::store_folders_test

#include "test_folders.moc"
