#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/folder_rows.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

namespace tidemark::folder_rows_test {

using test::minute;
using test::someMoment;
using test::summaryOf;

namespace {

ConversationSummary roomOf(std::uint64_t id, std::uint64_t unread)
{
    ConversationSummary summary =
        summaryOf(id, "Room " + std::to_string(id), someMoment + static_cast<std::int64_t>(id) * minute);
    summary.kind = ConversationKind::Group;
    summary.counts.unread = unread;
    return summary;
}

Folder folderOf(FolderRule rule, std::vector<ConversationId> conversations = {})
{
    MessageUuid id;
    id.bytes[0] = static_cast<std::uint8_t>(1 + static_cast<int>(rule));
    return {id, "folder", rule, std::move(conversations)};
}

QList<quint64> shownIn(const ConversationListModel& model)
{
    QList<quint64> ids;
    for (int row = 0; row < model.rowCount(); ++row) {
        ids.append(model.conversationAt(row).value);
    }
    return ids;
}

} // namespace

class TestFolderRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rulesFindConversations()
    {
        ConversationSummary direct = roomOf(1, 0);
        direct.kind = ConversationKind::Direct;
        ConversationSummary group = roomOf(2, 3);
        ConversationSummary muted = roomOf(3, 1);
        muted.settings.muted = true;
        ConversationSummary channel = roomOf(4, 5);
        channel.kind = ConversationKind::Channel;
        channel.settings.muted = true;
        ConversationSummary archived = roomOf(5, 2);
        archived.settings.archived = true;
        ConversationSummary left = roomOf(6, 2);
        left.isMember = false;
        ConversationSummary inexact = direct;
        inexact.id = ConversationId(7);
        inexact.exact = false;
        const QList<ConversationSummary> all{direct, group, muted, channel, archived, left, inexact};
        const auto held = [&](const Folder& folder) {
            QList<quint64> ids;
            for (const ConversationSummary& one : all) {
                if (isInFolder(one, folder)) {
                    ids.append(one.id.value);
                }
            }
            return ids;
        };
        QCOMPARE(held(folderOf(FolderRule::Unread)), (QList<quint64>{2, 3, 7}));
        QCOMPARE(held(folderOf(FolderRule::Groups)), (QList<quint64>{2, 3}));
        QCOMPARE(held(folderOf(FolderRule::Muted)), QList<quint64>{3});
        QCOMPARE(held(folderOf(FolderRule::Unknown)), QList<quint64>{});
        QCOMPARE(held(folderOf(FolderRule::None,
                               {ConversationId(1), ConversationId(4), ConversationId(5), ConversationId(6)})),
                 (QList<quint64>{1, 4}));
        QCOMPARE(held(folderOf(FolderRule::Muted, {ConversationId(1)})), (QList<quint64>{1, 3}));
    }

    void aFoldersNumbersAreTheSumsOfItsRows()
    {
        std::mt19937 random(20261128); // NOLINT(cert-msc*): the same numbers in every run
        const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
        QList<ConversationSummary> all;
        std::vector<ConversationId> some;
        for (std::uint64_t id = 1; id <= 30; ++id) {
            all.append(roomOf(id, 0));
            if (below(3) == 0) {
                some.emplace_back(id);
            }
        }
        ConversationListModel model;
        model.setConversations(all);
        const std::vector<Folder> folders{folderOf(FolderRule::None, some), folderOf(FolderRule::Unread),
                                          folderOf(FolderRule::Groups, some), folderOf(FolderRule::Muted)};
        for (int step = 0; step < 1000; ++step) {
            ConversationSummary& one = all[below(30)];
            switch (below(6)) {
            case 0: // messages, marking as unread, or the end of ignoring
                one.counts.unread += 1 + below(5);
                one.counts.mentions = below(static_cast<unsigned>(one.counts.unread) + 1);
                break;
            case 1: // reading, clearing, or ignoring
                one.counts = {};
                break;
            case 2:
                one.settings.muted = !one.settings.muted;
                break;
            case 3:
                one.isMember = below(4) != 0;
                break;
            case 4:
                one.exact = below(5) != 0;
                break;
            default:
                one.settings.archived = below(4) == 0;
                break;
            }
            model.update({one});
            for (const Folder& folder : folders) {
                model.setFolder(folder);
                FolderNumbers wanted;
                for (const quint64 id : shownIn(model)) {
                    const ConversationSummary* row = model.summary(ConversationId(id));
                    QVERIFY(row != nullptr);
                    ++wanted.conversations;
                    (row->settings.muted ? wanted.mutedUnread : wanted.unread) += row->counts.unread;
                    (row->settings.muted ? wanted.mutedMentions : wanted.mentions) += row->counts.mentions;
                    bool& exact = row->settings.muted ? wanted.mutedExact : wanted.exact;
                    exact = exact && row->exact;
                }
                QCOMPARE(numbersOf(folder, all), wanted);
            }
            std::uint64_t total = 0;
            std::uint64_t muted = 0;
            for (const ConversationSummary& row : all) {
                total += countsInTotal(row.kind, row.isMember, row.settings) ? row.counts.unread : 0;
                muted += countsAsMuted(row.kind, row.isMember, row.settings) ? row.counts.unread : 0;
            }
            const FolderNumbers unread = numbersOf(folders[1], all);
            QCOMPARE(unread.unread, total);
            QCOMPARE(unread.mutedUnread, muted);
        }
    }

    void theOpenConversationStaysUntilAnotherOneIsOpened()
    {
        ConversationListModel model;
        const QAbstractItemModelTester tester(&model);
        ConversationSummary one = roomOf(1, 2);
        model.setConversations({one, roomOf(2, 1), roomOf(3, 0)});
        model.setFolder(folderOf(FolderRule::Unread));
        QCOMPARE(shownIn(model), (QList<quint64>{2, 1}));
        model.setOpen(ConversationId(1));
        one.counts = {};
        model.update({one});
        QCOMPARE(shownIn(model), (QList<quint64>{2, 1}));
        Folder renamed = folderOf(FolderRule::Unread);
        renamed.title = "renamed";
        model.setFolder(renamed);
        QCOMPARE(shownIn(model), (QList<quint64>{2, 1}));
        model.setOpen(ConversationId(2));
        QCOMPARE(shownIn(model), QList<quint64>{2});
        model.setFolder(folderOf(FolderRule::Groups));
        QCOMPARE(shownIn(model), (QList<quint64>{3, 2, 1}));
        model.setFolder({});
        QCOMPARE(model.rowCount(), 3);
    }

    void aSearchStaysInTheFolder()
    {
        ConversationListModel model;
        model.setConversations({roomOf(1, 2), roomOf(12, 0)});
        model.setFolder(folderOf(FolderRule::Unread));
        model.setFilter(QStringLiteral("1"));
        QCOMPARE(shownIn(model), QList<quint64>{1});
    }

    void everyChangeOfARowIsTold()
    {
        ConversationListModel model;
        QSignalSpy told(&model, &ConversationListModel::summariesChanged);
        model.setConversations({roomOf(1, 2)});
        QCOMPARE(told.count(), 1);
        model.setFolder(folderOf(FolderRule::Muted));
        model.update({roomOf(1, 3)});
        QCOMPARE(told.count(), 2);
    }
};

TIDEMARK_SUITE(TestFolderRows, QCoreApplication)

} // namespace tidemark::folder_rows_test

#include "test_folder_rows.moc"
