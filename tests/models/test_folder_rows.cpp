#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/folder_rows.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

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

using NumbersOf = std::function<FolderNumbers(const Folder&, const QList<ConversationSummary>&)>;

/// Thirty rooms, to which everything happens that changes numbers, in an order that is the same in every run.
class RandomRooms {
public:
    RandomRooms()
    {
        for (std::uint64_t id = 1; id <= count; ++id) {
            m_all.append(roomOf(id, 0));
            if (below(3) == 0) {
                m_some.emplace_back(id);
            }
        }
    }

    [[nodiscard]] const QList<ConversationSummary>& all() const { return m_all; }
    [[nodiscard]] std::vector<Folder> folders() const
    {
        return {folderOf(FolderRule::None, m_some), folderOf(FolderRule::Unread),
                folderOf(FolderRule::Groups, m_some), folderOf(FolderRule::Muted)};
    }

    /// Changes one of them, and returns it.
    ConversationSummary change()
    {
        ConversationSummary& one = m_all[below(count)];
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
        return one;
    }

private:
    static constexpr unsigned count = 30;

    [[nodiscard]] unsigned below(unsigned bound) { return static_cast<unsigned>(m_random() % bound); }

    std::mt19937 m_random{20261128}; // NOLINT(cert-msc*): the same numbers in every run
    QList<ConversationSummary> m_all;
    std::vector<ConversationId> m_some;
};

/// The sums of the rows that `model` shows.
FolderNumbers sumsIn(const ConversationListModel& model)
{
    FolderNumbers sums;
    for (const quint64 id : shownIn(model)) {
        const ConversationSummary& row = *model.summary(ConversationId(id));
        ++sums.conversations;
        (row.settings.muted ? sums.mutedUnread : sums.unread) += row.counts.unread;
        (row.settings.muted ? sums.mutedMentions : sums.mentions) += row.counts.mentions;
        bool& exact = row.settings.muted ? sums.mutedExact : sums.exact;
        exact = exact && row.exact;
    }
    return sums;
}

/// The numbers of the folder of unread conversations that are not those of the whole list (F-I3).
bool differsFromTotals(const FolderNumbers& unread, const QList<ConversationSummary>& all)
{
    std::uint64_t total = 0;
    std::uint64_t muted = 0;
    for (const ConversationSummary& row : all) {
        total += countsInTotal(row.kind, row.isMember, row.settings) ? row.counts.unread : 0;
        muted += countsAsMuted(row.kind, row.isMember, row.settings) ? row.counts.unread : 0;
    }
    return unread.unread != total || unread.mutedUnread != muted;
}

/// F-I3: compares the numbers of folders with the rows that the list shows, while everything happens to them.
/// Returns the first difference; empty if there is none.
QString faultOf(const NumbersOf& numbers)
{
    RandomRooms rooms;
    ConversationListModel model;
    model.setConversations(rooms.all());
    const std::vector<Folder> folders = rooms.folders();
    for (int step = 0; step < 1000; ++step) {
        model.update({rooms.change()});
        for (const Folder& folder : folders) {
            model.setFolder(folder);
            const FolderNumbers found = numbers(folder, rooms.all());
            if (found != sumsIn(model)) {
                return QStringLiteral("step %1: the folder is not the sum of its rows").arg(step);
            }
            if (folder.rule == FolderRule::Unread && differsFromTotals(found, rooms.all())) {
                return QStringLiteral("step %1: the unread folder is not the total").arg(step);
            }
        }
    }
    return {};
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
        QCOMPARE(faultOf([](const Folder& folder, const QList<ConversationSummary>& all) {
                     return numbersOf(folder, all);
                 }),
                 QString());
    }

    void eachDefectOfTheSumsIsFound_data()
    {
        QTest::addColumn<NumbersOf>("defect");
        const auto onRows = [](void (*change)(ConversationSummary & row)) -> NumbersOf {
            return [change](const Folder& folder, QList<ConversationSummary> all) {
                std::for_each(all.begin(), all.end(), change);
                return numbersOf(folder, all);
            };
        };
        QTest::newRow("archived conversations count")
            << onRows([](ConversationSummary& row) { row.settings.archived = false; });
        QTest::newRow("conversations that were left count")
            << onRows([](ConversationSummary& row) { row.isMember = true; });
        QTest::newRow("muted conversations count like others")
            << onRows([](ConversationSummary& row) { row.settings.muted = false; });
        QTest::newRow("lower bounds are taken for exact")
            << onRows([](ConversationSummary& row) { row.exact = true; });
        QTest::newRow("mentions are forgotten")
            << onRows([](ConversationSummary& row) { row.counts.mentions = 0; });
        QTest::newRow("a number is kept, and changed with one unread message") << NumbersOf(
            [kept = FolderNumbers()](const Folder& folder, const QList<ConversationSummary>& all) mutable {
                const FolderNumbers sum = numbersOf(folder, all);
                if (sum.unread == kept.unread + 1) {
                    return sum;
                }
                return std::exchange(kept, sum);
            });
    }
    void eachDefectOfTheSumsIsFound()
    {
        QFETCH(const NumbersOf, defect);
        QVERIFY(!faultOf(defect).isEmpty());
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
