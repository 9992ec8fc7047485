#include "core/base/failpoint.h"
#include "core/domain/request_caps.h"
#include "core/system/hex.h"
#include "tests/main/suite.h"
#include "tests/server/shell/file_transfer.h"
#include "tests/server/shell/running_server.h"
#include "tests/support/server_process.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>
#include <string>

namespace tidemark::shell_file_steps_test {

using namespace tidemark::test;

/// The server's program with files in a folder, as it is killed at each step of a file. Nothing is lost, and
/// nothing is left behind.
class TestShellFileSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aServerDies_data();
    void aServerDies();
    void aServerDiesBeforeItRemovesAFile();
    void oldFilesWithoutARecordGoAtTheNextStart();

private:
    void startAgain();
    /// Does what is left of the way of a file: uploads it, sends a message with it, gets it, and recalls the
    /// message. Stops at the first request without an answer.
    void goOn(const std::string& bytes);
    /// The files in a folder beside the database, with their paths.
    [[nodiscard]] QStringList filesIn(const QString& folder) const;
    /// As if the file was written two days ago.
    static void makeOld(const QString& path);
    void putOld(const QString& path);
    [[nodiscard]] CheckResult checkDeep() const
    {
        return m_server->run({QStringLiteral("check"), QStringLiteral("--deep")}, {});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ServerProcess> m_server;
    std::unique_ptr<WireClient> m_ann;
    ConversationId m_group;
    std::optional<protocol::SendAck> m_sent;
    std::optional<protocol::SendAck> m_recalled;
};

void TestShellFileSteps::init()
{
    m_sent.reset();
    m_recalled.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<ServerProcess>(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-server"),
                                               m_folder->filePath(QStringLiteral("server.db")));
    QVERIFY(m_server->start());
    m_ann = std::make_unique<WireClient>(m_server->url());
    QVERIFY(m_ann->connected());
    QVERIFY(m_ann->signUp("ann").isValid());
    m_group = RunningServer::group(*m_ann, {});
    QVERIFY(m_group.isValid());
    QVERIFY(m_server->stop());
}

void TestShellFileSteps::startAgain()
{
    QVERIFY(m_server->start());
    m_ann = std::make_unique<WireClient>(m_server->url());
    QVERIFY(m_ann->connected());
    QVERIFY(m_ann->ask<protocol::Welcome>(helloOf("ann")));
}

void TestShellFileSteps::goOn(const std::string& bytes)
{
    if (!m_sent && upload(*m_ann, 1, bytes)) {
        m_sent = m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, bytes));
    }
    if (m_sent && !m_recalled) {
        if (download(*m_ann, m_group, m_sent->seq, bytes.size()) != bytes) {
            return;
        }
        protocol::Send recall = messageOf(m_group, 2, "");
        recall.content = content::Recall{m_sent->seq};
        m_recalled = m_ann->ask<protocol::SendAck>(recall);
    }
}

QStringList TestShellFileSteps::filesIn(const QString& folder) const
{
    QStringList found;
    QDirIterator all(m_server->database() + QStringLiteral(".files/") + folder, QDir::Files,
                     QDirIterator::Subdirectories);
    while (all.hasNext()) {
        found.append(all.next());
    }
    return found;
}

void TestShellFileSteps::makeOld(const QString& path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addDays(-2), QFileDevice::FileModificationTime));
}

void TestShellFileSteps::putOld(const QString& path)
{
    const QString full = m_server->database() + QStringLiteral(".files/") + path;
    QVERIFY(QDir().mkpath(QFileInfo(full).path()));
    makeOld(full);
}

void TestShellFileSteps::aServerDies_data()
{
    QTest::addColumn<QString>("failpoint");
    for (const char* failpoint :
         {"server-part-written", "server-part-stored", "server-file-hashed", "server-file-linked",
          "server-file-made", "server-file-recorded", "server-message-written", "server-message-committed",
          "server-message-acked"}) {
        QTest::newRow(failpoint) << QString::fromLatin1(failpoint);
    }
}

void TestShellFileSteps::aServerDies()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QFETCH(const QString, failpoint);
    const std::string bytes = manyBytes(6 * caps::maxChunkBytes + 5);
    m_server->armNextStart(failpoint);
    startAgain();
    goOn(bytes);
    QVERIFY(m_server->waitForDeath());
    startAgain();
    goOn(bytes);
    QVERIFY(m_recalled);
    QCOMPARE(m_sent->seq, Seq(2));
    QCOMPARE(m_recalled->seq, Seq(3));
    QTRY_COMPARE(filesIn(QStringLiteral("files")), QStringList());
    QVERIFY(m_server->stop());
    const CheckResult checked = checkDeep();
    QVERIFY2(checked.status == 0, qPrintable(checked.output));
    // A client that has its answer does not repeat the upload, so that its bytes stay until they are old.
    const QStringList left = filesIn(QStringLiteral("uploads"));
    QVERIFY(left.isEmpty() || failpoint == QStringLiteral("server-file-recorded"));
    for (const QString& upload : left) {
        makeOld(upload);
    }
    startAgain();
    QCOMPARE(filesIn(QStringLiteral("uploads")), QStringList());
    QCOMPARE(m_server->stopAndCheck(), QString());
}

void TestShellFileSteps::aServerDiesBeforeItRemovesAFile()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    m_server->armNextStart(QStringLiteral("server-file-dropped"));
    startAgain();
    goOn("the bytes that stay");
    QVERIFY(m_recalled);
    QVERIFY(m_server->waitForDeath());
    // A young file stays: the database may have been replaced by an older one.
    startAgain();
    QVERIFY(m_server->stop());
    const QStringList left = filesIn(QStringLiteral("files"));
    QCOMPARE(left.size(), 1);
    QCOMPARE(checkDeep().status, 0);
    makeOld(left.front());
    const CheckResult checked = m_server->check();
    QCOMPARE(checked.status, 1);
    QVERIFY2(checked.output.contains(QStringLiteral("belongs to no message")), qPrintable(checked.output));
    startAgain();
    QCOMPARE(filesIn(QStringLiteral("files")), QStringList());
    QCOMPARE(m_server->stopAndCheck(), QString());
}

void TestShellFileSteps::oldFilesWithoutARecordGoAtTheNextStart()
{
    startAgain();
    const std::string sent = "the bytes of a message";
    const std::string waiting = "the bytes of an upload";
    QVERIFY(upload(*m_ann, 1, sent));
    m_sent = m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, sent));
    QVERIFY(m_sent);
    QVERIFY(m_ann->ask<protocol::UploadState>(
        protocol::BeginUpload{uploadUuid(2), hashOf(waiting), waiting.size()}));
    QVERIFY(m_ann->ask<protocol::UploadState>(protocol::UploadChunk{uploadUuid(2), 0, waiting}));
    QVERIFY(m_server->stop());

    for (const QString& known : filesIn(QStringLiteral("files")) + filesIn(QStringLiteral("uploads"))) {
        makeOld(known);
    }
    const QString foreign = hexOf(hashOf("foreign").bytes);
    putOld(QStringLiteral("files/%1/%2").arg(foreign.left(2), foreign));
    putOld(QStringLiteral("uploads/7-%1").arg(hexOf(uploadUuid(7).bytes)));
    const QString young =
        m_server->database() + QStringLiteral(".files/uploads/7-") + hexOf(uploadUuid(8).bytes);
    QVERIFY(QFile(young).open(QIODevice::WriteOnly));
    QCOMPARE(filesIn(QStringLiteral("files")).size(), 2);
    QCOMPARE(filesIn(QStringLiteral("uploads")).size(), 3);

    startAgain();
    QCOMPARE(filesIn(QStringLiteral("files")).size(), 1);
    QCOMPARE(filesIn(QStringLiteral("uploads")).size(), 2);
    QVERIFY(filesIn(QStringLiteral("uploads")).contains(young));
    QCOMPARE(download(*m_ann, m_group, m_sent->seq, sent.size()), sent);
    QVERIFY(upload(*m_ann, 2, waiting));
    QVERIFY(m_ann->ask<protocol::SendAck>(fileMessage(m_group, 2, waiting)));
    QCOMPARE(m_server->stopAndCheck(), QString());
}

TIDEMARK_SUITE(TestShellFileSteps, QCoreApplication)

} // namespace tidemark::shell_file_steps_test

#include "test_shell_file_steps.moc"
