#include "core/base/failpoint.h"
#include "tests/e2e/sent_file.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <algorithm>

namespace tidemark::e2e_files_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Files of messages between real programs, which die at each step and go on. Each device has each file once
/// and at its place, or reports what is wrong.
class TestFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void aFileIsSentAndFetched();
    void aWatchNamesTheFiles();
    void picturesLoseWhatIsHiddenInThem();
    void wrongUseIsTold();
    void dyingWhileSending_data();
    void dyingWhileSending();
    void dyingWhileFetching_data();
    void dyingWhileFetching();
    void theServerDiesOnTheWay();
    void aLimitIsToldBeforeTheFirstByte();
    void whatWaitsOfflineIsSentInOrder();
    void p8TheSameFileGoesToSeveralPeopleFromTwoDevicesAtOnce();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_stage->folder() + u'/' + name; }
    /// Creates a file with bytes that no other file has.
    [[nodiscard]] QString makeOther(const QString& name, int size);
    [[nodiscard]] static QString hashOf(const QString& file);
    [[nodiscard]] QList<QJsonObject> messagesWith(const Device& device, const QString& text) const;
    [[nodiscard]] static QStringList outgoing(const Device& device);
    /// The fault of a message that was sent with `file`: the message is not there once with the file, or
    /// `reader` does not get the bytes. Empty: there is none.
    [[nodiscard]] QString faultOf(const QString& text, const QString& file, const Device& reader);

    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    int m_made = 0;
};

void TestFiles::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_ann = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"files"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_ann->sync() && m_bob->sync());
}

void TestFiles::cleanup()
{
    if (m_stage) {
        QVERIFY(!m_stage->server().isRunning() || m_stage->server().stop());
        const CheckResult check = m_stage->server().check();
        QVERIFY2(check.status == 0, qPrintable(check.output));
        QVERIFY(m_stage->server().start());
    }
}

QString TestFiles::makeOther(const QString& name, int size)
{
    QByteArray bytes(size, 'f');
    ++m_made;
    for (int i = 0; i < size; i += 1000) {
        bytes[i] = static_cast<char>(m_made);
        bytes[std::min(i + 1, size - 1)] = static_cast<char>(i / 1000);
    }
    return makeFile(path(name), bytes);
}

QString TestFiles::hashOf(const QString& file)
{
    return QString::fromLatin1(QCryptographicHash::hash(contentOf(file), QCryptographicHash::Sha256).toHex());
}

QList<QJsonObject> TestFiles::messagesWith(const Device& device, const QString& text) const
{
    QList<QJsonObject> found = device.messages(m_group);
    found.removeIf([&](const QJsonObject& one) { return one[u"text"].toString() != text; });
    return found;
}

QStringList TestFiles::outgoing(const Device& device)
{
    return QDir(device.profile() + u"/outgoing"_s).entryList(QDir::Files | QDir::Hidden);
}

QString TestFiles::faultOf(const QString& text, const QString& file, const Device& reader)
{
    const QList<QJsonObject> messages = messagesWith(reader, text);
    if (messages.size() != 1) {
        return u"%1 has %2 messages"_s.arg(reader.user()).arg(messages.size());
    }
    const QJsonObject attachment = messages[0][u"attachments"].toArray().at(0).toObject();
    if (attachment[u"sha256"].toString() != hashOf(file)) {
        return u"the message names another file"_s;
    }
    return fetchFault(reader, m_group, messages[0][u"seq"].toInteger(), file);
}

void TestFiles::aFileIsSentAndFetched()
{
    const QString large = makeOther(u"large.bin"_s, 3'000'000);
    const QString small = makeOther(u"small.txt"_s, 12);
    const CliResult sent =
        m_ann->run({u"send"_s, number(m_group), QString(), u"--attach"_s, large, u"--attach"_s, small});
    VERIFY_DONE(sent);
    const qint64 seq = sent.line()[u"seq"].toInteger();
    QVERIFY(m_bob->sync());
    const CliResult listed = m_bob->run({u"attachments"_s, number(m_group)});
    VERIFY_DONE(listed);
    QCOMPARE(listed.lines.size(), 2);
    QCOMPARE(listed.lines[1][u"name"].toString(), u"large.bin"_s);
    QCOMPARE(listed.lines[1][u"size"].toInteger(), 3'000'000);
    QCOMPARE(listed.lines[1][u"held"].toBool(), false);

    const QString copy = path(u"copy.bin"_s);
    const QStringList fetch{u"fetch"_s, number(m_group), number(seq), u"--output"_s, copy};
    QVERIFY(m_bob->runOffline(fetch).status != 0);
    const CliResult fetched = m_bob->run(fetch);
    VERIFY_DONE(fetched);
    QCOMPARE(fetched.line(),
             (QJsonObject{{u"path"_s, copy}, {u"size"_s, 3'000'000}, {u"sha256"_s, hashOf(large)}}));
    QCOMPARE(contentOf(copy), contentOf(large));
    // It is held now, and an existing file stays as it is.
    QCOMPARE(m_bob->runOffline(fetch).status, 1);
    QVERIFY(QFile::remove(copy));
    VERIFY_DONE(m_bob->runOffline(fetch));
    QCOMPARE(m_bob->run({u"attachments"_s, number(m_group)}).lines[1][u"held"].toBool(), true);

    const QString exported = path(u"export.jsonl"_s);
    VERIFY_DONE(m_bob->runOffline({u"export"_s, number(m_group), u"--output"_s, exported}));
    QVERIFY(contentOf(exported).contains("\"name\":\"small.txt\""));
    const QDir copies(exported + u".files"_s);
    const QString exportedName = u"%1-0-large.bin"_s.arg(seq);
    QCOMPARE(copies.entryList(QDir::Files | QDir::Hidden), QStringList{exportedName});
    QCOMPARE(contentOf(copies.filePath(exportedName)), contentOf(large));

    const CliResult second = m_bob->run(
        {u"fetch"_s, number(m_group), number(seq), u"--index"_s, u"1"_s, u"--output"_s, path(u"copy.txt"_s)});
    VERIFY_DONE(second);
    QCOMPARE(contentOf(path(u"copy.txt"_s)), contentOf(small));
    QCOMPARE(outgoing(*m_ann), QStringList());
}

void TestFiles::aWatchNamesTheFiles()
{
    const QString file = makeOther(u"watched.txt"_s, 12);
    const auto watch = watchOnline(*m_bob);
    QVERIFY(watch != nullptr);
    const CliResult sent = m_ann->run({u"send"_s, number(m_group), u"watched"_s, u"--attach"_s, file});
    VERIFY_DONE(sent);
    QJsonArray attachments;
    QVERIFY(watch->waitForLine([&](const QJsonObject& line) {
        if (line[u"event"] == u"message"_s && line[u"text"] == u"watched"_s) {
            attachments = line[u"attachments"].toArray();
        }
        return !attachments.isEmpty();
    }));
    QCOMPARE(attachments.size(), 1);
    const QJsonObject attachment = attachments[0].toObject();
    const QStringList keys{u"conversation"_s, u"height"_s, u"held"_s,   u"index"_s, u"mime"_s,
                           u"name"_s,         u"seq"_s,    u"sha256"_s, u"size"_s,  u"width"_s};
    QCOMPARE(keysOf(attachment), keys);
    QCOMPARE(attachment[u"seq"], sent.line()[u"seq"]);
    QCOMPARE(attachment[u"name"].toString(), u"watched.txt"_s);
    QCOMPARE(attachment[u"size"].toInteger(), 12);
    QCOMPARE(attachment[u"sha256"].toString(), hashOf(file));
    watch->kill();
}

void TestFiles::picturesLoseWhatIsHiddenInThem()
{
    const QString program = QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures");
    QVERIFY2(QFile::exists(program), "tidemark-pictures is not built");
    QCOMPARE(m_ann->run({u"send"_s, number(m_group), u"x"_s, u"--attach"_s, QString()}).status, 2);
    const QString note = makeOther(u"note.txt"_s, 100);
    QCOMPARE(m_ann->run({u"send"_s, number(m_group), u"-"_s, u"--attach"_s, note}).status, 2);
    const CliResult refused =
        m_ann->run({u"send"_s, number(m_group), u"x"_s, u"--attach"_s, note, u"--as-picture"_s});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.forPeople.contains(u"not a picture"_s), qPrintable(refused.forPeople));

    // A picture with a comment behind its end.
    const QString picture = path(u"dot.png"_s);
    QFile file(picture);
    const QByteArray png = QByteArray::fromBase64(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(png + "SECRET PLACE") > 0);
    file.close();
    const CliResult sent =
        m_ann->run({u"send"_s, number(m_group), u"dot"_s, u"--attach"_s, picture, u"--as-picture"_s});
    VERIFY_DONE(sent);
    const QJsonObject shown =
        messagesWith(*m_ann, u"dot"_s).first()[u"attachments"].toArray().at(0).toObject();
    QCOMPARE(shown[u"width"].toInt(), 1);
    const QString copy = path(u"dot-copy.png"_s);
    VERIFY_DONE(fetch(*m_bob, m_group, sent.line()[u"seq"].toInteger(), copy));
    QVERIFY(!contentOf(copy).contains("SECRET"));
}

void TestFiles::wrongUseIsTold()
{
    const QString file = makeOther(u"use.txt"_s, 10);
    const auto status = [&](const QStringList& command) { return m_ann->run(command).status; };
    QCOMPARE(status({u"send"_s, number(m_group), u"x"_s, u"--attach"_s, path(u"none"_s)}), 1);
    QCOMPARE(status({u"send"_s, number(m_group), QString()}), 1);
    QCOMPARE(status({u"send"_s, number(m_group), u"x"_s, u"--as-picture"_s}), 2);
    QStringList many{u"send"_s, number(m_group), u"x"_s};
    for (int i = 0; i < 11; ++i) {
        many << u"--attach"_s << file;
    }
    QCOMPARE(status(many), 2);
    QCOMPARE(status({u"fetch"_s, number(m_group), u"1"_s}), 2);
    QCOMPARE(status({u"fetch"_s, number(m_group), u"1"_s, u"--output"_s, path(u"new"_s)}), 1);
    QVERIFY(!QFile::exists(path(u"new"_s)));
    QCOMPARE(outgoing(*m_ann), QStringList());
}

void TestFiles::dyingWhileSending_data()
{
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<bool>("kept"); // the message, before the process died
    const auto add = [](Failpoint place, bool kept, const QString& times = {}) {
        const QString name = QString::fromStdString(nameOf(place)) + times;
        QTest::newRow(qPrintable(name)) << name << kept;
    };
    using F = Failpoint;
    for (const F place : {F::ClientFileCopied, failpointOf(Deed::Message, ClientStep::Begin),
                          failpointOf(Deed::Message, ClientStep::Written)}) {
        add(place, false);
    }
    for (const F place :
         {failpointOf(Deed::Message, ClientStep::Committed), F::ClientFileSent, F::ClientFileReady,
          failpointOf(Deed::Message, ClientStep::Sent), failpointOf(Deed::Message, ClientStep::Answered),
          failpointOf(Deed::Message, ClientStep::Cleared), failpointOf(Deed::Message, ClientStep::Done),
          F::ClientFileAcked, F::ClientFileKept}) {
        add(place, true);
    }
    add(F::ClientFileSent, true, u":9"_s);
}

void TestFiles::dyingWhileSending()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    const QString file = makeOther(u"sent.bin"_s, 3'000'000);
    const CliResult dead =
        m_ann->runDying({u"send"_s, number(m_group), failpoint, u"--attach"_s, file}, failpoint);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    const QString moved = path(u"moved-%1"_s.arg(++m_made));
    QVERIFY(QFile::rename(file, moved)); // the profile has its own copy
    QVERIFY(m_ann->sync() && m_bob->sync());
    QCOMPARE(outgoing(*m_ann), QStringList());
    VERIFY_DONE(m_ann->audit());
    if (kept) {
        QCOMPARE(faultOf(failpoint, moved, *m_ann), QString());
        QCOMPARE(faultOf(failpoint, moved, *m_bob), QString());
        // A device does not download the files that it has sent.
        const QJsonObject own =
            messagesWith(*m_ann, failpoint).first()[u"attachments"].toArray().at(0).toObject();
        QCOMPARE(own[u"held"].toBool(), true);
    } else {
        QCOMPARE(messagesWith(*m_bob, failpoint).size(), 0);
    }
}

void TestFiles::dyingWhileFetching_data()
{
    QTest::addColumn<QString>("failpoint");
    for (const auto& [place, times] :
         {std::pair(Failpoint::ClientPartWritten, ""), std::pair(Failpoint::ClientPartWritten, ":7"),
          std::pair(Failpoint::ClientPartsCompared, ""), std::pair(Failpoint::ClientFileHeld, "")}) {
        const QString name = QString::fromStdString(nameOf(place)) + QString::fromLatin1(times);
        QTest::newRow(qPrintable(name)) << name;
    }
}

void TestFiles::dyingWhileFetching()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QFETCH(const QString, failpoint);
    const QString file = makeOther(u"fetched.bin"_s, 3'000'000);
    const CliResult sent = m_ann->run({u"send"_s, number(m_group), failpoint, u"--attach"_s, file});
    VERIFY_DONE(sent);
    QVERIFY(m_bob->sync());
    const CliResult dead =
        m_bob->runDying({u"fetch"_s, number(m_group), number(sent.line()[u"seq"].toInteger()), u"--output"_s,
                         path(u"dead"_s)},
                        failpoint);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    QVERIFY(!QFile::exists(path(u"dead"_s)));
    QCOMPARE(faultOf(failpoint, file, *m_bob), QString());
}

void TestFiles::theServerDiesOnTheWay()
{
    const QString file = makeOther(u"killed.bin"_s, 60'000'000);
    const auto sending = m_ann->start({u"send"_s, number(m_group), u"killed"_s, u"--attach"_s, file});
    for (const int ms : {300, 500, 700}) {
        QTest::qWait(ms);
        m_stage->server().kill();
        QVERIFY(m_stage->server().start());
    }
    VERIFY_DONE(sending->result());
    QVERIFY(m_bob->sync());
    QCOMPARE(faultOf(u"killed"_s, file, *m_bob), QString());
}

void TestFiles::aLimitIsToldBeforeTheFirstByte()
{
    QFile file(path(u"huge.bin"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(100'000'001));
    const CliResult refused =
        m_ann->run({u"send"_s, number(m_group), u"huge"_s, u"--attach"_s, file.fileName()});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.forPeople.contains(u"too large"_s), qPrintable(refused.forPeople));
    QCOMPARE(outgoing(*m_ann), QStringList());
}

void TestFiles::whatWaitsOfflineIsSentInOrder()
{
    QStringList texts;
    for (int i = 0; i < 4; ++i) {
        const QString text = u"offline %1"_s.arg(i);
        texts.append(text);
        QStringList command{u"send"_s, number(m_group), text};
        if (i % 2 == 0) {
            command << u"--attach"_s << makeOther(u"offline-%1"_s.arg(i), 1'000'000 / (i + 1));
        }
        VERIFY_DONE(m_ann->runOffline(command));
    }
    QVERIFY(m_ann->sync() && m_bob->sync());
    QStringList seen = textsOf(m_bob->messages(m_group));
    seen.removeIf([&](const QString& text) { return !texts.contains(text); });
    QCOMPARE(seen, texts);
    QCOMPARE(faultOf(texts[2], path(u"offline-2"_s), *m_bob), QString());
}

void TestFiles::p8TheSameFileGoesToSeveralPeopleFromTwoDevicesAtOnce()
{
    const Device phone = m_stage->device(u"ann"_s, u"phone"_s);
    const Device eve = m_stage->newAccount(u"eve"_s, u"desk"_s);
    const CliResult made = m_ann->run({u"direct"_s, u"eve"_s});
    VERIFY_DONE(made);
    QVERIFY(phone.sync());
    const QString direct = number(made.line()[u"conversation"].toInteger());
    const QString file = makeOther(u"again.bin"_s, 3'000'000);
    const QStringList attach{u"--attach"_s, file};
    if constexpr (hasFailpoints) {
        // The first attempt dies on its way. It goes on beside the others.
        const CliResult dead = m_ann->runDying(
            QStringList{u"send"_s, number(m_group), u"p8 first"_s} + attach, u"client-file-sent:5"_s);
        QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    } else {
        VERIFY_DONE(m_ann->run(QStringList{u"send"_s, number(m_group), u"p8 first"_s} + attach));
    }
    for (const QString& round : {u"p8 at once"_s, u"p8 later"_s}) {
        const auto one = m_ann->start(QStringList{u"send"_s, direct, round} + attach);
        const auto two = phone.start(QStringList{u"send"_s, number(m_group), round} + attach);
        VERIFY_DONE(one->result());
        VERIFY_DONE(two->result());
    }
    QVERIFY(m_ann->sync() && m_bob->sync() && eve.sync());
    for (const QString& text : {u"p8 first"_s, u"p8 at once"_s, u"p8 later"_s}) {
        QCOMPARE(faultOf(text, file, *m_bob), QString());
    }
    const CliResult received = eve.run({u"attachments"_s, direct});
    VERIFY_DONE(received);
    QCOMPARE(received.lines.size(), 2);
    for (const QJsonObject& one : received.lines) {
        QCOMPARE(one[u"sha256"].toString(), hashOf(file));
        QCOMPARE(fetchFault(eve, made.line()[u"conversation"].toInteger(), one[u"seq"].toInteger(), file),
                 QString());
    }
    QCOMPARE(outgoing(*m_ann) + outgoing(phone), QStringList());
}

TIDEMARK_SUITE(TestFiles, QCoreApplication)

} // namespace tidemark::e2e_files_test

#include "test_files.moc"
