#include "core/client/core_events.h"
#include "core/client/exporter.h"
#include "core/store/client_store.h"
#include "tests/main/suite.h"
#include "tests/support/tight_disk.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

namespace tidemark::exporter_test {

using namespace Qt::StringLiterals;

namespace {

constexpr ConversationId room{10};
constexpr UserId anna{2};

/// Writes a line for each part: "=title", a seq with its text, "gap 3-8".
class PlainFormat final : public ExportFormat {
public:
    std::string begin(const ExportSubject& subject) override
    {
        return '=' + subject.conversation.title + '\n';
    }
    std::string item(const TimelineItem& item) override
    {
        return std::to_string(item.seq.value) + ' ' + item.text + (item.isEdited ? " edited" : "")
               + (item.isRecalled ? " recalled" : "") + '\n';
    }
    std::string gap(const SeqRange& missing, bool isTrimmed) override
    {
        return "gap " + std::to_string(missing.first.value) + '-' + std::to_string(missing.last.value)
               + (isTrimmed ? " trimmed" : "") + '\n';
    }
};

Entry message(std::uint64_t seq, std::string text)
{
    Entry entry;
    entry.seq = Seq(seq);
    entry.author = anna;
    entry.at = UnixMs{static_cast<std::int64_t>(seq) * 1000};
    entry.content = content::Message{std::move(text)};
    return entry;
}

Entry changeOf(std::uint64_t seq, EntryContent content)
{
    Entry entry = message(seq, {});
    entry.content = std::move(content);
    return entry;
}

LocalConversation known(std::uint64_t head, std::uint64_t trimmed = 0)
{
    LocalConversation conversation;
    conversation.id = room;
    conversation.kind = ConversationKind::Group;
    conversation.title = "room";
    conversation.isMember = true;
    conversation.generation = Generation(1);
    conversation.logEpoch = LogEpoch(1);
    conversation.serverHead = Seq(head);
    conversation.trimmedThrough = Seq(trimmed);
    return conversation;
}

} // namespace

/// A conversation is written to a file, from a store in memory.
class TestExporter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        auto opened = ClientStore::open(u":memory:"_s, DeviceId(77));
        QVERIFY(opened);
        m_store = std::move(opened->store);
        m_events = std::make_unique<CoreEvents>();
        m_exporter = std::make_unique<Exporter>(*m_events);
        m_exporter->setStore(m_store.get(), m_folder->filePath(u"tidemark.sqlite"_s));
    }
    void cleanup() { m_exporter.reset(); }

    void everythingStandsThereInOrderWithItsGaps();
    void aLongLogTakesSeveralPages();
    void unsentMessagesComeLast();
    void nothingIsLeftOfACancelledOne();
    void aFileThatIsThereStaysWhenItFails();
    void whyItFailedIsSaidInWords_data();
    void whyItFailedIsSaidInWords();
    void oneAtATime();
    void itEndsWithTheStore();

private:
    void hold(const LocalConversation& conversation, const std::vector<Entry>& entries)
    {
        RangeSet held;
        for (const Entry& entry : entries) {
            held.add({entry.seq, entry.seq});
        }
        QVERIFY(m_store->apply({write::PutAccount{{{UserId(1), "me"}, std::string(32, 't')}},
                                write::PutUsers{{{UserId(1), "me"}, {anna, "Anna"}}},
                                write::PutConversation{conversation}, write::PutEntries{room, entries},
                                write::PutHeld{room, held}}));
    }
    void holdMany(std::uint64_t count)
    {
        std::vector<Entry> entries;
        for (std::uint64_t seq = 1; seq <= count; ++seq) {
            entries.push_back(message(seq, std::string(50, 'x')));
        }
        hold(known(count), entries);
    }
    void begin(const QString& path, quint64 tag = 1)
    {
        m_exporter->begin({tag, room, path, std::make_shared<PlainFormat>()}, u"me"_s, UnixMs{1});
    }
    [[nodiscard]] QString path() const { return m_folder->filePath(u"room.txt"_s); }
    [[nodiscard]] ExportResult result(const QString& to)
    {
        QSignalSpy finished(m_events.get(), &CoreEvents::exportFinished);
        begin(to);
        return !finished.isEmpty() || finished.wait() ? finished[0][0].value<ExportResult>() : ExportResult();
    }
    [[nodiscard]] QByteArray written() const
    {
        QFile file(path());
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("no file");
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ClientStore> m_store;
    std::unique_ptr<CoreEvents> m_events;
    std::unique_ptr<Exporter> m_exporter;
};

void TestExporter::everythingStandsThereInOrderWithItsGaps()
{
    // Edits and recalls are entries too, but only their targets show them.
    hold(known(20, 3),
         {message(5, "one"), message(6, "two"), changeOf(7, content::Edit{Seq(5), "one!", anna}),
          changeOf(8, content::Recall{Seq(6), anna}), message(12, "three")});
    const ExportResult done = result(path());
    QVERIFY(done.end == ExportResult::End::Written);
    QCOMPARE(done.path, path());
    QCOMPARE(done.items, 3U);
    QCOMPARE(done.missing, 15U);
    QCOMPARE(written(), QByteArray("=room\ngap 1-3 trimmed\ngap 4-4\n5 one! edited\n6  recalled\ngap 9-11\n"
                                   "12 three\ngap 13-20\n"));
    QVERIFY(!(QFileInfo(path()).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestExporter::aLongLogTakesSeveralPages()
{
    holdMany(2500);
    QSignalSpy progressed(m_events.get(), &CoreEvents::exportProgressed);
    QCOMPARE(result(path()).items, 2500U);
    QCOMPARE(written().count('\n'), 2501);
    QVERIFY(progressed.size() > 3);
    std::uint64_t before = 0;
    for (const QList<QVariant>& arguments : progressed) {
        const auto one = arguments[0].value<ExportProgress>();
        QVERIFY(one.done > before && one.done <= one.all);
        QCOMPARE(one.all, 2500U);
        before = one.done;
    }
}

void TestExporter::unsentMessagesComeLast()
{
    hold(known(1), {message(1, "one")});
    PendingMessage pending;
    pending.uuid.bytes.fill(3);
    pending.conversation = room;
    pending.content = content::Message{"not yet", false, {}, {}, false};
    QVERIFY(m_store->apply({write::PutPending{pending}}));
    QCOMPARE(result(path()).items, 2U);
    QCOMPARE(written(), QByteArray("=room\n1 one\n0 not yet\n"));
}

void TestExporter::nothingIsLeftOfACancelledOne()
{
    holdMany(2500);
    QSignalSpy finished(m_events.get(), &CoreEvents::exportFinished);
    connect(m_events.get(), &CoreEvents::exportProgressed, m_exporter.get(), [this] {
        m_exporter->cancel(7); // the number of another export
        m_exporter->cancel(1);
    });
    begin(path());
    QVERIFY(finished.wait());
    QVERIFY(finished[0][0].value<ExportResult>().end == ExportResult::End::Cancelled);
    QCOMPARE(files(), QStringList());
}

void TestExporter::aFileThatIsThereStaysWhenItFails()
{
    holdMany(2500);
    {
        QFile old(path());
        QVERIFY(old.open(QFile::WriteOnly) && old.write("old") == 3);
    }
    {
        const test::TightDisk tight(40000);
        const ExportResult failed = result(path());
        QVERIFY(failed.end == ExportResult::End::Failed);
        QVERIFY2(failed.problem.contains(u"disk is full"), qPrintable(failed.problem));
    }
    QCOMPARE(written(), QByteArray("old"));
    QCOMPARE(files(), QStringList{u"room.txt"_s});
    QVERIFY(result(path()).end == ExportResult::End::Written);
}

void TestExporter::whyItFailedIsSaidInWords_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("our own file") << u"tidemark.sqlite"_s << u"belongs to Tidemark"_s;
    QTest::newRow("its journal") << u"tidemark.sqlite-wal"_s << u"belongs to Tidemark"_s;
    QTest::newRow("no such folder") << u"none/here.txt"_s << u"cannot be written"_s;
    QTest::newRow("a folder") << u"folder"_s << u"cannot be written"_s;
}

void TestExporter::whyItFailedIsSaidInWords()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    hold(known(1), {message(1, "one")});
    QVERIFY(QDir(m_folder->path()).mkdir(u"folder"_s));
    const ExportResult failed = result(m_folder->filePath(name));
    QVERIFY(failed.end == ExportResult::End::Failed);
    QVERIFY2(failed.problem.contains(words), qPrintable(failed.problem));
    QVERIFY(!QFileInfo::exists(m_folder->filePath(u"tidemark.sqlite"_s)));
}

void TestExporter::oneAtATime()
{
    holdMany(2500);
    QSignalSpy finished(m_events.get(), &CoreEvents::exportFinished);
    begin(path(), 1);
    begin(m_folder->filePath(u"second.txt"_s), 2);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(finished[0][0].value<ExportResult>().tag, 2U);
    QVERIFY(finished[0][0].value<ExportResult>().end == ExportResult::End::Failed);
    QTRY_COMPARE(finished.size(), 2);
    QVERIFY(finished[1][0].value<ExportResult>().end == ExportResult::End::Written);
}

void TestExporter::itEndsWithTheStore()
{
    holdMany(2500);
    QSignalSpy finished(m_events.get(), &CoreEvents::exportFinished);
    begin(path());
    m_exporter->setStore(nullptr);
    QCOMPARE(finished.size(), 1);
    QVERIFY(finished[0][0].value<ExportResult>().end == ExportResult::End::Failed);
    QCOMPARE(files(), QStringList());
    begin(path());
    QCOMPARE(finished.size(), 2);
}

TIDEMARK_SUITE(TestExporter, QCoreApplication)

} // namespace tidemark::exporter_test

#include "test_exporter.moc"
