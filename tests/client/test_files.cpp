#include "core/client/client.h"
#include "core/client/files/profile_files.h"
#include "core/models/formats/export_formats.h"
#include "core/system/sha256.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"
#include "tests/support/tight_disk.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>

namespace tidemark::files_test {

using namespace Qt::StringLiterals;
using tidemark::test::HubServer;
using Step = FileState::Step;

namespace {

QByteArray bytesOf(int size, char seed = 'a')
{
    QByteArray bytes(size, seed);
    for (int i = 0; i < size; i += 251) {
        bytes[i] = static_cast<char>(i / 251);
    }
    return bytes;
}

BlobHash hashOf(const QByteArray& bytes)
{
    Sha256 hasher;
    hasher.add({bytes.constData(), std::size_t(bytes.size())});
    return {hasher.result()};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArrayLiteral("(cannot be read)");
}

/// The files below a folder, without folders.
QStringList filesBelow(const QString& folder)
{
    QStringList found;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        found.append(all.next());
    }
    return found;
}

/// A client that remembers what it reported about files.
class Person {
public:
    Person(HubServer& server, const QString& profile, const std::string& name, bool isNew = true)
        : folder(profile)
    {
        client = std::make_unique<Client>(server.clientOptions(profile));
        QObject::connect(client.get(), &Client::fileChanged, client.get(),
                         [this](const FileKey& file, const FileState& state) {
                             states[file] = state;
                             steps[file].append(state.step);
                         });
        QSignalSpy caughtUp(client.get(), &Client::caughtUp);
        client->open();
        if (isNew) {
            client->submit(input::RegisterAccount{client->newCommand(), name, {}, Client::newToken()});
        }
        isReady = caughtUp.wait();
    }

    [[nodiscard]] ConversationId makeGroup(const std::string& other = {})
    {
        QSignalSpy done(client.get(), &Client::commandDone);
        const auto members = other.empty() ? std::vector<std::string>() : std::vector{other};
        client->submit(input::CreateGroup{client->newCommand(), Client::newUuid(), "group", members});
        return done.wait() ? done.last()[0].value<change::CommandDone>().resultAs<ConversationId>()
                           : ConversationId();
    }

    [[nodiscard]] QList<HistoryEntry> history(ConversationId conversation)
    {
        QSignalSpy loaded(client.get(), &Client::historyLoaded);
        client->requestHistory(conversation, {}, {}, 100, 0);
        return loaded.wait() ? loaded.last()[0].value<QList<HistoryEntry>>() : QList<HistoryEntry>();
    }

    [[nodiscard]] FileState stateOf(const FileKey& file)
    {
        QSignalSpy changed(client.get(), &Client::fileChanged);
        client->requestFile(file);
        return changed.wait() ? states[file] : FileState();
    }

    QString folder;
    std::unique_ptr<Client> client;
    bool isReady = false;
    std::map<FileKey, FileState> states;
    std::map<FileKey, QList<Step>> steps;
};

OutgoingMessage messageOf(ConversationId conversation, const QList<QByteArray>& files)
{
    OutgoingMessage message{conversation, Client::newUuid(), {}, {}};
    for (const QByteArray& one : files) {
        message.files.push_back({{}, one, u"note.txt"_s, {}, 0, 0, {}});
    }
    return message;
}

} // namespace

/// The client with its transfers and its disk runs against the real hub, over connections without a network.
class TestFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<HubServer>();
        m_ann = std::make_unique<Person>(*m_server, path(u"ann"_s), "ann");
        QVERIFY(m_ann->isReady);
        m_group = m_ann->makeGroup();
        QVERIFY(m_group.isValid());
    }
    void cleanup()
    {
        m_ann.reset();
        m_server.reset();
    }

    void aFileIsSentAndFetched();
    void whoSendsAFileHoldsIt();
    void theProfileKeepsFilesToItself();
    void aFileThatCannotBeCopiedIsRefused_data();
    void aFileThatCannotBeCopiedIsRefused();
    void namesCannotTurnTheWordsAroundThem();
    void namesAreMadeFitForServers();
    void cutConnectionsCostNothingButTime();
    void whatWasWrittenAfterwardsComesAfterwards();
    void anUnsentFileGoesAfterARestart();
    void theFaultyOneOfTenIsKnownAfterARestart();
    void aDeletedMessageLeavesNoFile();
    void aCancelledMessageIsNotSent();
    void aStoredMessageCanBeCancelled();
    void closingWaitsForTheCopy();
    void aCloseWithoutTimeRefusesTheFiles();
    void aCancelledCopyDoesNotHoldUpTheEnd();
    void withoutAnAccountThereAreNoFiles();
    void whatACrashHasLeftIsRemoved();
    void aDamagedPartIsFetchedAgain();
    void aFullDiskIsTold();
    void aRecalledFileLeavesTheDevice();
    void aShortLifeIsEnoughToCleanUp();
    void theCacheHasALimit();
    void partialFilesStayWhileTheyAreNeeded();
    void keptConversationsKeepTheirFiles();
    void anExportHasTheHeldFiles();
    void anotherAccountFindsNothing();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    /// Sends the files and waits until the message is in the log. 0: failed.
    [[nodiscard]] Seq send(const QList<QByteArray>& files)
    {
        QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
        QSignalSpy acked(m_ann->client.get(), &Client::messageAcked);
        m_ann->client->sendFiles(messageOf(m_group, files));
        return (stored.size() > 0 || stored.wait()) && (acked.size() > 0 || acked.wait())
                   ? acked.last()[2].value<Seq>()
                   : Seq();
    }
    [[nodiscard]] QString held(const Person& person, const QByteArray& bytes) const
    {
        return ProfileFiles(person.folder).heldPath(hashOf(bytes));
    }
    void restart()
    {
        m_ann.reset();
        m_ann = std::make_unique<Person>(*m_server, path(u"ann"_s), "ann", false);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    std::unique_ptr<Person> m_ann;
    ConversationId m_group;
};

void TestFiles::aFileIsSentAndFetched()
{
    const QByteArray large = bytesOf(2'000'000);
    const QByteArray small = bytesOf(10, 'b');
    Person bob(*m_server, path(u"bob"_s), "bob");
    m_group = m_ann->makeGroup("bob");
    const Seq seq = send({large, small, {}});
    QVERIFY(seq.isValid());
    QTRY_VERIFY(!bob.history(m_group).isEmpty() && bob.history(m_group).last().entry.seq == seq);
    const auto entry = bob.history(m_group).last();
    const auto* message = entry.entry.as<content::Message>();
    QVERIFY(message != nullptr);
    QCOMPARE(message->attachments.size(), 3U);
    QCOMPARE(message->attachments[0].size, 2'000'000U);
    QCOMPARE(QByteArray::fromStdString(message->attachments[1].mime), "text/plain");
    QCOMPARE(entry.heldFiles, 0);

    const QList<QByteArray> files{large, small, {}};
    for (std::uint32_t index = 0; index < 3; ++index) {
        const FileKey key{m_group, seq, {}, index};
        QCOMPARE(bob.stateOf(key).step, Step::Absent);
        bob.client->fetchFile(key);
        QTRY_COMPARE(bob.states[key].step, Step::Held);
        QCOMPARE(contentOf(QString::fromStdString(bob.states[key].path)), files[int(index)]);
    }
    QCOMPARE(bob.history(m_group).last().heldFiles, 7);
}

void TestFiles::whoSendsAFileHoldsIt()
{
    const QByteArray bytes = bytesOf(1000);
    const Seq seq = send({bytes});
    QVERIFY(seq.isValid());
    const FileState state = m_ann->stateOf({m_group, seq, {}, 0});
    QCOMPARE(state.step, Step::Held);
    QCOMPARE(contentOf(QString::fromStdString(state.path)), bytes);
    QCOMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
    QCOMPARE(m_ann->history(m_group).last().heldFiles, 1);
}

void TestFiles::theProfileKeepsFilesToItself()
{
    QFile script(path(u"script.sh"_s));
    QVERIFY(script.open(QIODevice::WriteOnly) && script.write("#!/bin/sh\n") > 0);
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    OutgoingMessage message{m_group, Client::newUuid(), {}, {{script.fileName(), {}, {}, {}, 0, 0, {}}}};
    QSignalSpy acked(m_ann->client.get(), &Client::messageAcked);
    m_ann->client->sendFiles(message);
    QVERIFY(acked.wait());
    const QString copy = held(*m_ann, "#!/bin/sh\n");
    const auto forOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    const auto executable = QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther;
    QVERIFY(!(QFileInfo(copy).permissions() & (forOthers | executable)));
    QVERIFY(!(QFileInfo(m_ann->folder + u"/files"_s).permissions() & (QFile::ReadOther | QFile::ReadGroup)));
    const auto entry = m_ann->history(m_group).last();
    QCOMPARE(entry.entry.as<content::Message>()->attachments[0].name, "script.sh");
    QCOMPARE(entry.entry.as<content::Message>()->attachments[0].mime, "application/x-shellscript");
}

void TestFiles::aFileThatCannotBeCopiedIsRefused_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("copies");
    QTest::newRow("there is none") << u"none"_s << 1;
    QTest::newRow("a folder") << u"."_s << 1;
    QTest::newRow("a device") << u"/dev/zero"_s << 1;
    QTest::newRow("too many") << u"small"_s << 11;
    QTest::newRow("too large") << u"large"_s << 1;
}

void TestFiles::aFileThatCannotBeCopiedIsRefused()
{
    QFETCH(const QString, file);
    QFETCH(const int, copies);
    QFile small(path(u"small"_s));
    QVERIFY(small.open(QIODevice::WriteOnly));
    QFile large(path(u"large"_s));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(100'000'001));
    OutgoingMessage message = messageOf(m_group, {bytesOf(10)});
    for (int i = 0; i < copies; ++i) {
        const QString where = file.startsWith(u'/') ? file : path(file);
        message.files.push_back({where, {}, {}, {}, 0, 0, {}});
    }
    QSignalSpy refused(m_ann->client.get(), &Client::filesRefused);
    QSignalSpy pending(m_ann->client.get(), &Client::pendingChanged);
    m_ann->client->sendFiles(message);
    QVERIFY(refused.wait());
    QCOMPARE(refused[0][0].value<MessageUuid>(), message.uuid);
    QVERIFY(!refused[0][1].toString().isEmpty());
    QCOMPARE(pending.size(), 0);
    QCOMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
}

void TestFiles::namesCannotTurnTheWordsAroundThem()
{
    QFile large(path(u"large"_s));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(100'000'001));
    QSignalSpy refused(m_ann->client.get(), &Client::filesRefused);
    for (const QString& where : {path(u"none"_s), large.fileName()}) {
        OutgoingMessage message{m_group, Client::newUuid(), {}, {}};
        message.files.push_back({where, {}, u"\u202egnp.\nexe"_s, {}, 0, 0, {}});
        m_ann->client->sendFiles(message);
        QVERIFY(refused.wait());
        const QString said = refused.takeFirst()[1].toString();
        QVERIFY2(said.startsWith(u"\u2068\u202egnp. exe\u2069 "_s), qPrintable(said));
    }
}

void TestFiles::namesAreMadeFitForServers()
{
    OutgoingMessage message{m_group, Client::newUuid(), {}, {}};
    const QStringList names{u"a/b\\c.txt"_s,
                            QString(400, u'ä') + u".png"_s,
                            u".."_s,
                            u"  \n"_s,
                            u"a\tb.txt"_s,
                            u"\u200eשלום\u200f.pdf"_s,
                            u"Rück\u00adsicht\u200b.txt"_s,
                            u"می\u200cخواهم.pdf"_s,
                            u"\u00ad..\u00ad"_s,
                            u"x"_s + QString(9, u'\u0301') + u".pdf"_s};
    for (const QString& name : names) {
        message.files.push_back({{}, bytesOf(int(message.files.size()) + 1), name, {}, 0, 0, {}});
    }
    QSignalSpy acked(m_ann->client.get(), &Client::messageAcked);
    m_ann->client->sendFiles(message);
    QVERIFY(acked.wait());
    const auto entry = m_ann->history(m_group).last();
    const auto& sent = entry.entry.as<content::Message>()->attachments;
    QCOMPARE(sent.size(), 10U);
    QCOMPARE(sent[0].name, "a_b_c.txt");
    QVERIFY(QString::fromStdString(sent[1].name).endsWith(u"ä.png"_s));
    QCOMPARE(sent[2].name, "file");
    QCOMPARE(sent[3].name, "file");
    QCOMPARE(sent[4].name, "ab.txt");
    QCOMPARE(QString::fromStdString(sent[5].name), u"שלום.pdf"_s);
    QCOMPARE(QString::fromStdString(sent[6].name), u"Rücksicht.txt"_s);
    QCOMPARE(QString::fromStdString(sent[7].name), u"می\u200cخواهم.pdf"_s);
    QCOMPARE(sent[8].name, "file");
    QCOMPARE(sent[9].name, "file.pdf");
}

void TestFiles::cutConnectionsCostNothingButTime()
{
    const QByteArray bytes = bytesOf(6'000'000);
    m_server->cutEvery(17);
    const Seq seq = send({bytes});
    QVERIFY(seq.isValid());
    QVERIFY(m_server->connectionsMade() > 2);
    QVERIFY(QFile::remove(held(*m_ann, bytes)));
    const FileKey key{m_group, seq, {}, 0};
    m_ann->states.clear();
    m_ann->client->fetchFile(key);
    QTRY_COMPARE_WITH_TIMEOUT(m_ann->states[key].step, Step::Held, 20000);
    QCOMPARE(contentOf(held(*m_ann, bytes)), bytes);
}

void TestFiles::whatWasWrittenAfterwardsComesAfterwards()
{
    m_server->goDown();
    const OutgoingMessage picture = messageOf(m_group, {bytesOf(3'000'000)});
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    QSignalSpy acked(m_ann->client.get(), &Client::messageAcked);
    m_ann->client->sendFiles(picture);
    QVERIFY(stored.wait());
    const MessageUuid text = Client::newUuid();
    m_ann->client->submit(input::Send{m_group, text, content::Message{"after"}});
    m_server->comeUp();
    m_ann->client->submit(input::Connect{});
    QTRY_COMPARE(acked.size(), 2);
    const auto entries = m_ann->history(m_group);
    QCOMPARE(entries[entries.size() - 2].entry.uuid, picture.uuid);
    QCOMPARE(entries.last().entry.uuid, text);
}

void TestFiles::anUnsentFileGoesAfterARestart()
{
    const QByteArray bytes = bytesOf(3'000'000);
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, {bytes});
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    m_ann->client->sendFiles(message);
    QVERIFY(stored.wait());
    const FileState waiting = m_ann->stateOf({m_group, {}, message.uuid, 0});
    QCOMPARE(waiting.step, Step::Waiting);
    QCOMPARE(contentOf(QString::fromStdString(waiting.path)), bytes);
    QVERIFY(QFileInfo(QFileInfo(held(*m_ann, bytes)).path()).isDir()); // so that it is moved fast
    m_ann.reset();
    m_server->comeUp();
    m_ann = std::make_unique<Person>(*m_server, path(u"ann"_s), "ann", false);
    QVERIFY(m_ann->isReady);
    QTRY_VERIFY(m_ann->history(m_group).last().entry.uuid == message.uuid);
    QCOMPARE(m_ann->history(m_group).size(), 2);
    QCOMPARE(contentOf(held(*m_ann, bytes)), bytes);
}

void TestFiles::theFaultyOneOfTenIsKnownAfterARestart()
{
    QList<QByteArray> files;
    for (int i = 0; i < 10; ++i) {
        files.append(bytesOf(1000 + i));
    }
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, files);
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    m_ann->client->sendFiles(message);
    QVERIFY(stored.wait());
    QVERIFY(QFile::remove(ProfileFiles(m_ann->folder).outgoingPath(message.uuid, hashOf(files[4]))));
    const auto stateOf = [&](std::uint32_t index) {
        return m_ann->stateOf({m_group, {}, message.uuid, index});
    };
    m_server->comeUp();
    QTRY_COMPARE(stateOf(4).step, Step::Failed);
    restart();
    QVERIFY(m_ann->isReady);
    for (std::uint32_t index = 0; index < 10; ++index) {
        const FileState state = stateOf(index);
        QCOMPARE(state.step, index == 4 ? Step::Failed : Step::Held);
        QVERIFY(index != 4 || state.error == protocol::ErrorCode::FileUnreadable);
    }
}

void TestFiles::aDeletedMessageLeavesNoFile()
{
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, {bytesOf(1000), bytesOf(1000, 'c')});
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    m_ann->client->sendFiles(message);
    QVERIFY(stored.wait());
    QCOMPARE(filesBelow(m_ann->folder + u"/outgoing"_s).size(), 2);
    m_ann->client->submit(input::RemoveAttachment{message.uuid, 0});
    QTRY_COMPARE(filesBelow(m_ann->folder + u"/outgoing"_s).size(), 1);
    m_ann->client->submit(input::DeletePending{message.uuid});
    QTRY_COMPARE(filesBelow(m_ann->folder + u"/outgoing"_s).size(), 0);
}

void TestFiles::aCancelledMessageIsNotSent()
{
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    QSignalSpy refused(m_ann->client.get(), &Client::filesRefused);
    const OutgoingMessage cancelled = messageOf(m_group, {bytesOf(20'000'000), bytesOf(10)});
    m_ann->client->sendFiles(cancelled);
    m_ann->client->cancelSend(cancelled.uuid);
    QVERIFY(send({bytesOf(1000, 'b')}).isValid()); // copied after the other
    QCOMPARE(stored.size(), 1);
    QVERIFY(stored[0][0].value<MessageUuid>() != cancelled.uuid);
    QCOMPARE(refused.size(), 0);
    QCOMPARE(m_ann->history(m_group).size(), 2);
    QTRY_COMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
}

void TestFiles::aStoredMessageCanBeCancelled()
{
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, {bytesOf(1000)});
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    m_ann->client->sendFiles(message);
    QVERIFY(stored.wait());
    m_ann->client->cancelSend(message.uuid);
    QTRY_COMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
    QSignalSpy loaded(m_ann->client.get(), &Client::stateLoaded);
    m_ann->client->requestState();
    QVERIFY(loaded.wait());
    QVERIFY(loaded[0][0].value<ClientState>().snapshot.pending.empty());
}

void TestFiles::closingWaitsForTheCopy()
{
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, {bytesOf(20'000'000)});
    QSignalSpy closed(m_ann->client.get(), &Client::closed);
    m_ann->client->sendFiles(message);
    m_ann->client->close(std::chrono::seconds(30));
    QVERIFY(closed.wait(30000));
    m_server->comeUp();
    restart();
    QTRY_VERIFY(m_ann->history(m_group).last().entry.uuid == message.uuid);
}

void TestFiles::aCloseWithoutTimeRefusesTheFiles()
{
    const OutgoingMessage message = messageOf(m_group, {bytesOf(50'000'000)});
    QSignalSpy refused(m_ann->client.get(), &Client::filesRefused);
    QSignalSpy closed(m_ann->client.get(), &Client::closed);
    m_ann->client->sendFiles(message);
    m_ann->client->close(std::chrono::milliseconds(1));
    QVERIFY(closed.wait());
    QCOMPARE(refused.size(), 1);
    QVERIFY(refused[0][0].value<MessageUuid>() == message.uuid);
    QCOMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
}

void TestFiles::aCancelledCopyDoesNotHoldUpTheEnd()
{
    const OutgoingMessage message = messageOf(m_group, {bytesOf(50'000'000)});
    QSignalSpy closed(m_ann->client.get(), &Client::closed);
    m_ann->client->sendFiles(message);
    m_ann->client->close(std::chrono::minutes(10));
    m_ann->client->cancelSend(message.uuid);
    QVERIFY(closed.wait());
}

void TestFiles::withoutAnAccountThereAreNoFiles()
{
    const ProfileFiles files(path(u"left"_s));
    const QString left = files.heldPath(hashOf("left"));
    QVERIFY(QDir().mkpath(QFileInfo(left).path()));
    QFile file(left);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("left") > 0);
    ClientOptions options;
    options.profileDirectory = path(u"left"_s);
    options.offline = true;
    Client client(options);
    client.open();
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(left), 5000);
}

void TestFiles::whatACrashHasLeftIsRemoved()
{
    const QByteArray pending = bytesOf(1000);
    const QByteArray sent = bytesOf(1000, 's');
    QVERIFY(send({sent}).isValid());
    m_server->goDown();
    const OutgoingMessage message = messageOf(m_group, {pending});
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    m_ann->client->sendFiles(message);
    QVERIFY(stored.wait());
    m_ann.reset();

    const ProfileFiles files(path(u"ann"_s));
    const QString orphan = files.outgoingPath(Client::newUuid(), hashOf("orphan"));
    const QString half = path(u"ann/outgoing/half.new"_s);
    for (const QString& one : {orphan, half}) {
        QFile file(one);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("orphan") > 0);
    }
    // A message was acknowledged, and the process died before its file was moved.
    const QString late = files.outgoingPath(Client::newUuid(), hashOf(sent));
    QVERIFY(QFile::rename(files.heldPath(hashOf(sent)), late));
    m_server->comeUp();
    m_ann = std::make_unique<Person>(*m_server, path(u"ann"_s), "ann", false);
    QTRY_VERIFY(!QFile::exists(orphan) && !QFile::exists(half) && !QFile::exists(late));
    QCOMPARE(contentOf(files.heldPath(hashOf(sent))), sent);
    QTRY_VERIFY(m_ann->history(m_group).last().entry.uuid == message.uuid);
    QCOMPARE(contentOf(files.heldPath(hashOf(pending))), pending);
}

void TestFiles::aDamagedPartIsFetchedAgain()
{
    const QByteArray bytes = bytesOf(1'000'000);
    const Seq seq = send({bytes});
    const ProfileFiles files(m_ann->folder);
    QVERIFY(QFile::remove(files.heldPath(hashOf(bytes))));
    QVERIFY(QDir().mkpath(m_ann->folder + u"/files/partial"_s));
    QFile partial(m_ann->folder + u"/files/partial/"_s + QFileInfo(held(*m_ann, bytes)).fileName());
    QVERIFY(partial.open(QIODevice::WriteOnly) && partial.write(QByteArray(400'000, 'x')) > 0);
    partial.close();
    const FileKey key{m_group, seq, {}, 0};
    m_ann->states.clear();
    m_ann->client->fetchFile(key);
    QTRY_COMPARE(m_ann->states[key].step, Step::Held);
    QCOMPARE(contentOf(held(*m_ann, bytes)), bytes);
    QVERIFY(!partial.exists());
}

void TestFiles::aFullDiskIsTold()
{
    const QByteArray bytes = bytesOf(3'000'000);
    {
        const test::TightDisk tight(2'000'000);
        QSignalSpy refused(m_ann->client.get(), &Client::filesRefused);
        m_ann->client->sendFiles(messageOf(m_group, {bytesOf(10), bytes}));
        QVERIFY(refused.wait());
        QVERIFY2(refused[0][1].toString().contains(u"no room"_s), qPrintable(refused[0][1].toString()));
        QCOMPARE(filesBelow(m_ann->folder + u"/outgoing"_s), QStringList());
    }
    const Seq seq = send({bytes});
    QVERIFY(seq.isValid());
    QVERIFY(QFile::remove(held(*m_ann, bytes)));
    const FileKey key{m_group, seq, {}, 0};
    m_ann->states.clear();
    {
        const test::TightDisk tight(2'000'000);
        m_ann->client->fetchFile(key);
        QTRY_COMPARE(m_ann->states[key].step, Step::Failed);
        QCOMPARE(m_ann->states[key].error, protocol::ErrorCode::DeviceStorageFull);
    }
    m_ann->client->fetchFile(key);
    QTRY_COMPARE(m_ann->states[key].step, Step::Held);
    QCOMPARE(contentOf(held(*m_ann, bytes)), bytes);
}

void TestFiles::aRecalledFileLeavesTheDevice()
{
    const QByteArray bytes = bytesOf(1000);
    const Seq seq = send({bytes});
    QVERIFY(QFile::exists(held(*m_ann, bytes)));
    m_ann->client->submit(input::Send{m_group, Client::newUuid(), content::Recall{seq}});
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(held(*m_ann, bytes)), 5000);
}

void TestFiles::aShortLifeIsEnoughToCleanUp()
{
    const QByteArray bytes = bytesOf(1000);
    QVERIFY(send({bytes}).isValid());
    m_ann->client->setSetting(fileCacheSetting, u"0"_s);
    restart(); // files that may be on the screen stay
    QVERIFY(m_ann->isReady);
    m_ann.reset();
    QVERIFY(!QFile::exists(ProfileFiles(path(u"ann"_s)).heldPath(hashOf(bytes))));
}

void TestFiles::partialFilesStayWhileTheyAreNeeded()
{
    const QTemporaryDir folder;
    const ProfileFiles files(folder.path());
    const auto begin = [&](char seed, qint64 minutesAgo) {
        const BlobHash hash = hashOf(bytesOf(1000, seed));
        const QStringList before = filesBelow(folder.path());
        static_cast<void>(files.carryOut(job::MeasurePartial{hash, 1000}));
        static_cast<void>(files.carryOut(job::AppendPartial{hash, 0, std::string(500, seed)}));
        for (const QString& one : filesBelow(folder.path())) {
            QFile file(one);
            if (!before.contains(one) && file.open(QIODevice::ReadWrite)) {
                file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-60 * minutesAgo),
                                 QFile::FileModificationTime);
            }
        }
        return hash;
    };
    const BlobHash old = begin('o', 70);
    const BlobHash arriving = begin('a', 70);
    const BlobHash recent = begin('r', 50);
    const BlobHash unnamed = begin('u', 50);
    QCOMPARE(filesBelow(folder.path()).size(), 4);
    ProfileFiles::Trim trim{.inUse = {old, arriving, recent}, .arriving = {arriving}, .maxBytes = 500};
    files.trim(trim);
    const auto isLeft = [&](const BlobHash& hash) {
        return files.carryOut(job::MeasurePartial{hash, 1000}).length == 500;
    };
    QVERIFY(isLeft(old) && isLeft(arriving) && isLeft(recent) && !isLeft(unnamed));
    trim.maxBytes = 499;
    files.trim(trim);
    QVERIFY(!isLeft(old) && isLeft(arriving) && isLeft(recent));
}

void TestFiles::theCacheHasALimit()
{
    const QTemporaryDir folder;
    const ProfileFiles files(folder.path());
    std::set<BlobHash> inUse;
    QStringList paths;
    for (int i = 0; i < 4; ++i) {
        const QByteArray bytes = bytesOf(1000, static_cast<char>('a' + i));
        const FileJobResult made =
            files.carryOut(job::MeasurePartial{hashOf(bytes), std::uint64_t(bytes.size())});
        QCOMPARE(made.outcome, FileJobResult::Outcome::Done);
        static_cast<void>(files.carryOut(job::AppendPartial{hashOf(bytes), 0, bytes.toStdString()}));
        QCOMPARE(files.carryOut(job::FinishPartial{hashOf(bytes), 1000}).outcome,
                 FileJobResult::Outcome::Done);
        inUse.insert(hashOf(bytes));
        paths.append(files.heldPath(hashOf(bytes)));
        QFile file(paths.last());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1000 + i), QFile::FileModificationTime));
    }
    files.trim({.inUse = inUse, .maxBytes = 4000});
    QCOMPARE(filesBelow(folder.path()).size(), 4);
    // The first is the oldest, and is kept, so it does not count; the second is used.
    files.touch(hashOf(bytesOf(1000, 'b')));
    files.trim({.inUse = inUse, .kept = {hashOf(bytesOf(1000, 'a'))}, .maxBytes = 3000});
    QCOMPARE(filesBelow(folder.path()).size(), 4);
    files.trim({.inUse = inUse, .kept = {hashOf(bytesOf(1000, 'a'))}, .maxBytes = 1000});
    QVERIFY(QFile::exists(paths[0]) && QFile::exists(paths[1]));
    QVERIFY(!QFile::exists(paths[2]) && !QFile::exists(paths[3]));
    files.trim({.inUse = {hashOf(bytesOf(1000, 'b'))}, .maxBytes = 2500});
    QCOMPARE(filesBelow(folder.path()), QStringList{paths[1]});
}

void TestFiles::anExportHasTheHeldFiles()
{
    const QByteArray first = bytesOf(300'000, 'f');
    const QByteArray unsent = bytesOf(20'000, 'u');
    QVERIFY(send({first, unsent}).isValid());
    m_server->setMute(true);
    QSignalSpy stored(m_ann->client.get(), &Client::filesStored);
    OutgoingMessage pending = messageOf(m_group, {unsent});
    pending.uuid.bytes.fill(0xab);
    m_ann->client->sendFiles(pending);
    QVERIFY(stored.wait());
    const QString exported = path(u"group.jsonl"_s);
    QSignalSpy finished(m_ann->client.get(), &Client::exportFinished);
    m_ann->client->beginExport({1, m_group, exported, makeExportFormat(ExportKind::JsonLines)});
    QVERIFY(finished.wait());
    const auto result = finished[0][0].value<ExportResult>();
    QVERIFY2(result.end == ExportResult::End::Written, qPrintable(result.problem));
    QCOMPARE(result.files, 3U);
    QCOMPARE(result.missingFiles, 0U);
    QCOMPARE(contentOf(exported).count("\"held\":true"), 3);
    const QDir copies(exported + u".files"_s);
    QCOMPARE(copies.entryList(QDir::Files, QDir::Name),
             (QStringList{u"2-0-note.txt"_s, u"2-1-note.txt"_s, u"unsent-abababab-0-note.txt"_s}));
    QCOMPARE(contentOf(copies.filePath(u"2-0-note.txt"_s)), first);
    QCOMPARE(contentOf(copies.filePath(u"unsent-abababab-0-note.txt"_s)), unsent);

    QVERIFY(QFile::remove(held(*m_ann, first)));
    m_ann->client->beginExport({2, m_group, exported, makeExportFormat(ExportKind::JsonLines)});
    QVERIFY(finished.wait());
    const auto second = finished[1][0].value<ExportResult>();
    QCOMPARE(second.files, 2U);
    QCOMPARE(second.missingFiles, 1U);
}

void TestFiles::keptConversationsKeepTheirFiles()
{
    const QByteArray kept = bytesOf(1000, 'k');
    const QByteArray other = bytesOf(1000, 'o');
    QVERIFY(send({kept}).isValid());
    m_ann->client->setSetting(keptFilesSetting, QString::number(m_group.value));
    m_group = m_ann->makeGroup();
    QVERIFY(send({other}).isValid());
    m_ann->client->setSetting(fileCacheSetting, u"0"_s);
    restart(); // files that may be on the screen stay
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(held(*m_ann, other)), 30000);
    QVERIFY(QFile::exists(held(*m_ann, kept)));
}

void TestFiles::anotherAccountFindsNothing()
{
    const QByteArray bytes = bytesOf(1000);
    QVERIFY(send({bytes}).isValid());
    QSignalSpy account(m_ann->client.get(), &Client::accountChanged);
    m_ann->client->submit(input::RegisterAccount{m_ann->client->newCommand(), "eve", {}, Client::newToken()});
    QTRY_VERIFY(!account.isEmpty() && account.last()[0].toString() == u"eve"_s);
    QTRY_COMPARE(filesBelow(m_ann->folder + u"/files"_s), QStringList());
}

TIDEMARK_SUITE(TestFiles, QCoreApplication)

} // namespace tidemark::files_test

#include "test_files.moc"
