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
    std::string item(const TimelineItem& item, const std::vector<std::string>& copies) override
    {
        std::string line = std::to_string(item.seq.value) + ' ' + item.text + (item.isEdited ? " edited" : "")
                           + (item.isRecalled ? " recalled" : "");
        for (const std::string& copy : copies) {
            line += " [" + copy + ']';
        }
        return line + (item.heldFiles != 0 ? " held " + std::to_string(item.heldFiles) : "") + '\n';
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
        m_cache = std::make_unique<QTemporaryDir>();
        m_exporter->setFiles([this](const TimelineItem&, const Attachment& file) {
            return QFileInfo::exists(cachePath(file)) ? cachePath(file) : QString();
        });
    }
    void cleanup() { m_exporter.reset(); }

    void everythingStandsThereInOrderWithItsGaps();
    void aLongLogTakesSeveralPages();
    void unsentMessagesComeLast();
    void nothingIsLeftOfACancelledOne();
    void aFileThatIsThereStaysWhenItFails();
    void whyItFailedIsSaidInWords_data();
    void whyItFailedIsSaidInWords();
    void heldFilesAreCopiedBesideIt();
    void filesOfAnEarlierExportServeAgain();
    void filesThatAreThereAreNotOverwritten();
    void aPlaceThatIsNoFolderIsRefused();
    void filesThatCannotBeReadAreNotHeld();
    void noFilesAreLeftOfACancelledOne();
    void noFilesAreLeftWhenTheDiskIsFull();
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
    /// Makes the file whose bytes a message has, and returns its description.
    [[nodiscard]] Attachment cached(const std::string& name, const QByteArray& bytes)
    {
        Attachment file;
        file.hash.bytes.fill(++m_cached);
        file.size = static_cast<std::uint64_t>(bytes.size());
        file.name = name;
        write(cachePath(file), bytes);
        return file;
    }
    [[nodiscard]] QString cachePath(const Attachment& file) const
    {
        return m_cache->filePath(QString::number(file.hash.bytes[0]));
    }
    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
    }
    [[nodiscard]] static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("no file");
    }
    [[nodiscard]] QString copyPath(const QString& name) const { return path() + u".files/"_s + name; }
    [[nodiscard]] QStringList copies() const
    {
        return QDir(copyPath({})).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    }
    static Entry withFiles(std::uint64_t seq, std::vector<Attachment> files)
    {
        Entry entry = message(seq, {});
        entry.as<content::Message>()->attachments = std::move(files);
        return entry;
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
    std::unique_ptr<QTemporaryDir> m_cache;
    std::uint8_t m_cached = 0;
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

void TestExporter::heldFilesAreCopiedBesideIt()
{
    const QByteArray large(3'000'000, 'l');
    const Attachment photo = cached("a.jpg", "photo");
    Attachment absent = photo;
    absent.hash.bytes.fill(99);
    PendingMessage pending;
    pending.uuid.bytes.fill(0xab);
    pending.conversation = room;
    pending.content = content::Message{.text = "unsent", .attachments = {photo}};
    hold(known(3), {withFiles(1, {photo, absent, cached("../../b\u202e.txt", large)}), message(2, "text"),
                    withFiles(3, {cached("", {})})});
    QVERIFY(m_store->apply({write::PutPending{pending}}));
    const ExportResult done = result(path());
    QVERIFY2(done.end == ExportResult::End::Written, qPrintable(done.problem));
    QCOMPARE(done.files, 4U);
    QCOMPARE(done.items, 4U);
    QCOMPARE(written(),
             QByteArray("=room\n1  [room.txt.files/1-0-a.jpg] [] [room.txt.files/1-2-b.txt] held 5\n"
                        "2 text\n3  [room.txt.files/3-0-file] held 1\n"
                        "0 unsent [room.txt.files/unsent-abababab-0-a.jpg] held 1\n"));
    QCOMPARE(copies(),
             (QStringList{u"1-0-a.jpg"_s, u"1-2-b.txt"_s, u"3-0-file"_s, u"unsent-abababab-0-a.jpg"_s}));
    QCOMPARE(contentOf(copyPath(u"1-0-a.jpg"_s)), QByteArray("photo"));
    QCOMPARE(contentOf(copyPath(u"1-2-b.txt"_s)), large);
    QCOMPARE(contentOf(copyPath(u"3-0-file"_s)), QByteArray());
    for (const QString& path : {copyPath(u"1-0-a.jpg"_s), copyPath({})}) {
        QVERIFY(!(QFileInfo(path).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }
    QVERIFY(!QFileInfo(copyPath(u"1-0-a.jpg"_s)).isExecutable());
}

void TestExporter::filesOfAnEarlierExportServeAgain()
{
    hold(known(1), {withFiles(1, {cached("a.jpg", "photo")})});
    QCOMPARE(result(path()).files, 1U);
    const QByteArray first = written();
    QCOMPARE(result(path()).files, 1U);
    QCOMPARE(written(), first);
    QCOMPARE(copies(), QStringList{u"1-0-a.jpg"_s});
}

void TestExporter::filesThatAreThereAreNotOverwritten()
{
    const QByteArray bytes(2'000'000, 'n');
    hold(known(1),
         {withFiles(1, {cached("a.tar.gz", bytes), cached("b", "bytes"), cached("c.txt", "bytes")})});
    QVERIFY(QDir(m_folder->path()).mkdir(u"room.txt.files"_s));
    const QByteArray other = bytes.chopped(1) + 'o';
    write(copyPath(u"1-0-a.tar.gz"_s), other);
    write(copyPath(u"1-1-b"_s), "other");
    QVERIFY(QFile::link(m_folder->filePath(u"elsewhere"_s), copyPath(u"1-2-c.txt"_s)));
    QCOMPARE(result(path()).files, 3U);
    QCOMPARE(written(), QByteArray("=room\n1  [room.txt.files/1-0-a.tar (2).gz] [room.txt.files/1-1-b (2)]"
                                   " [room.txt.files/1-2-c (2).txt] held 7\n"));
    QCOMPARE(contentOf(copyPath(u"1-0-a.tar.gz"_s)), other);
    QCOMPARE(contentOf(copyPath(u"1-0-a.tar (2).gz"_s)), bytes);
    QCOMPARE(contentOf(copyPath(u"1-1-b"_s)), QByteArray("other"));
    QVERIFY(!QFileInfo::exists(m_folder->filePath(u"elsewhere"_s)));
}

void TestExporter::aPlaceThatIsNoFolderIsRefused()
{
    hold(known(1), {withFiles(1, {cached("a.jpg", "photo")})});
    write(m_folder->filePath(u"room.txt.files"_s), "other");
    const ExportResult failed = result(path());
    QVERIFY(failed.end == ExportResult::End::Failed);
    QVERIFY2(failed.problem.contains(u"cannot be written"), qPrintable(failed.problem));
    QCOMPARE(files(), QStringList{u"room.txt.files"_s});
}

void TestExporter::filesThatCannotBeReadAreNotHeld()
{
    const Attachment broken = cached("a.jpg", "photo");
    hold(known(1), {withFiles(1, {broken})});
    QVERIFY(QFile::remove(cachePath(broken)) && QDir().mkdir(cachePath(broken)));
    const ExportResult done = result(path());
    QVERIFY(done.end == ExportResult::End::Written);
    QCOMPARE(done.files, 0U);
    QCOMPARE(written(), QByteArray("=room\n1  []\n"));
    QCOMPARE(copies(), QStringList());
}

void TestExporter::noFilesAreLeftOfACancelledOne()
{
    std::vector<Entry> log{withFiles(1, {cached("a", "first")})};
    for (std::uint64_t seq = 2; seq <= 2500; ++seq) {
        log.push_back(message(seq, "text"));
    }
    hold(known(2500), log);
    QSignalSpy finished(m_events.get(), &CoreEvents::exportFinished);
    connect(m_events.get(), &CoreEvents::exportProgressed, m_exporter.get(), [this] {
        if (!copies().isEmpty()) {
            m_exporter->cancel(1);
        }
    });
    begin(path());
    QVERIFY(finished.wait());
    QVERIFY(finished[0][0].value<ExportResult>().end == ExportResult::End::Cancelled);
    QVERIFY(!QFileInfo::exists(copyPath({})));
    QCOMPARE(files(), QStringList());
}

void TestExporter::noFilesAreLeftWhenTheDiskIsFull()
{
    hold(known(2),
         {withFiles(1, {cached("a", "first")}), withFiles(2, {cached("b", QByteArray(100'000, 'b'))})});
    QVERIFY(QDir(m_folder->path()).mkdir(u"room.txt.files"_s));
    write(copyPath(u"other"_s), "kept");
    {
        const test::TightDisk tight(40000);
        const ExportResult failed = result(path());
        QVERIFY(failed.end == ExportResult::End::Failed);
        QVERIFY2(failed.problem.contains(u"disk is full"), qPrintable(failed.problem));
    }
    QCOMPARE(files(), QStringList());
    QCOMPARE(copies(), QStringList{u"other"_s});
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
