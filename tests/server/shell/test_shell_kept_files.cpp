#include "core/domain/request_caps.h"
#include "tests/main/suite.h"
#include "tests/server/shell/file_transfer.h"
#include "tests/server/shell/running_server.h"
#include "tests/support/server_process.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>
#include <string>

namespace tidemark::shell_kept_files_test {

using namespace tidemark::test;

/// The server's program keeps files: when it is killed, in a backup, and after a restore.
class TestShellKeptFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<ServerProcess>(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-server"),
                                                   m_folder->filePath(QStringLiteral("server.db")));
        QVERIFY(m_server->start());
        m_ann = std::make_unique<WireClient>(m_server->url());
        QVERIFY(m_ann->connected());
        QVERIFY(m_ann->signUp("ann").isValid());
        m_group = RunningServer::group(*m_ann, {});
        QVERIFY(m_group.isValid());
    }

    void anUploadSurvivesKillsOfTheServer()
    {
        const std::string bytes = manyBytes(6 * caps::maxChunkBytes);
        const protocol::BeginUpload begin{uploadUuid(1), hashOf(bytes), bytes.size()};
        std::uint64_t received = 0;
        while (received < bytes.size()) {
            const auto begun = m_ann->ask<protocol::UploadState>(begin);
            QVERIFY(begun);
            QVERIFY(begun->received >= received);
            received = begun->received;
            const std::string chunk = bytes.substr(received, caps::maxChunkBytes);
            QVERIFY(m_ann->ask<protocol::UploadState>(protocol::UploadChunk{uploadUuid(1), received, chunk}));
            received += chunk.size();
            // The process is killed, and the system keeps what it had written.
            startAgain();
        }
        QVERIFY(upload(*m_ann, 1, bytes));
        const auto ack = m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, bytes));
        QVERIFY(ack);
        startAgain();
        QCOMPARE(download(*m_ann, m_group, ack->seq, bytes.size()), bytes);
        QCOMPARE(m_server->stopAndCheck(), QString());
        QCOMPARE(filesIn(m_server->database()), 1);
    }

    void aBackupHasTheFilesAndARestoreBringsThemBack()
    {
        const std::string bytes = manyBytes(caps::maxChunkBytes);
        QVERIFY(upload(*m_ann, 1, bytes));
        const auto ack = m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, bytes));
        QVERIFY(ack);
        const QString backup = m_folder->filePath(QStringLiteral("backup.db"));
        QCOMPARE(m_server->run({QStringLiteral("backup")}, {backup}).status, 0);
        QCOMPARE(filesIn(backup), 1);
        QVERIFY(m_server->stop());
        QVERIFY(QDir(m_server->database() + QStringLiteral(".files")).removeRecursively());
        const auto broken = m_server->check();
        QCOMPARE(broken.status, 1);
        QVERIFY2(broken.output.contains(QStringLiteral("is missing")), qPrintable(broken.output));
        QCOMPARE(m_server->run({QStringLiteral("restore")}, {backup}).status, 0);
        QCOMPARE(m_server->check().status, 0);
        QCOMPARE(m_server->run({QStringLiteral("check"), QStringLiteral("--deep")}, {}).status, 0);
        QVERIFY(m_server->start());
        connectAgain();
        QCOMPARE(download(*m_ann, m_group, ack->seq, bytes.size()), bytes);
    }

    void aBackupHasTheAvatarsAndARestoreBringsThemBack()
    {
        const std::string own = manyBytes(20'000);
        const std::string ofGroup = manyBytes(30'000);
        const auto setOwn = setAvatar({}, 1, own);
        const auto setGroup = setAvatar(m_group, 2, ofGroup);
        QVERIFY(setOwn && setGroup);
        const QString backup = m_folder->filePath(QStringLiteral("backup.db"));
        const auto taken = m_server->run({QStringLiteral("backup")}, {backup});
        QVERIFY2(taken.status == 0, qPrintable(taken.output));
        QCOMPARE(filesIn(backup), 2);
        // After the backup one avatar is replaced, the other one removed, and all files are lost.
        QVERIFY(setAvatar({}, 3, manyBytes(10'000)));
        QVERIFY(m_ann->ask<protocol::Avatars>(protocol::SetAvatar{m_group, {}, 0, {}, 0, 0}));
        QVERIFY(m_server->stop());
        QVERIFY(QDir(m_server->database() + QStringLiteral(".files")).removeRecursively());
        QCOMPARE(m_server->run({QStringLiteral("restore")}, {backup}).status, 0);
        const auto checked = m_server->run({QStringLiteral("check"), QStringLiteral("--deep")}, {});
        QVERIFY2(checked.status == 0, qPrintable(checked.output));
        QVERIFY(m_server->start());
        connectAgain();
        const auto all = m_ann->ask<protocol::Avatars>(protocol::GetAvatars{{{}, {m_group, {}}}});
        QVERIFY(all);
        QCOMPARE(all->avatars.size(), 2U);
        QVERIFY(all->avatars[0] == *setOwn);
        QVERIFY(all->avatars[1] == *setGroup);
        QCOMPARE(avatarBytes({}, *setOwn), own);
        QCOMPARE(avatarBytes(m_group, *setGroup), ofGroup);
    }

    void statsCountTheFiles()
    {
        const auto stats = [this] {
            const QString output =
                m_server->run({QStringLiteral("stats")}, {QStringLiteral("--json")}).output;
            return QJsonDocument::fromJson(output.toUtf8()).object();
        };
        QCOMPARE(stats()[QLatin1String("files")].toInt(-1), 0);
        QVERIFY(upload(*m_ann, 1, "12345"));
        QVERIFY(m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, "12345")));
        QVERIFY(m_ann->ask<protocol::SendAck>(fileMessage(m_group, 2, "12345")));
        QVERIFY(setAvatar({}, 2, "1234567"));
        QCOMPARE(stats()[QLatin1String("files")].toInt(-1), 2);
        QCOMPARE(stats()[QLatin1String("file_bytes")].toInt(-1), 12);
        const QString text = m_server->run({QStringLiteral("stats")}, {}).output;
        QVERIFY2(QRegularExpression(QStringLiteral("\\nfiles +2\\n")).match(text).hasMatch(),
                 qPrintable(text));
        QVERIFY(QRegularExpression(QStringLiteral("\\nfile bytes +12\\n")).match(text).hasMatch());
    }

    void checkFindsADamagedFile()
    {
        QVERIFY(upload(*m_ann, 1, "the right bytes"));
        QVERIFY(m_ann->ask<protocol::SendAck>(fileMessage(m_group, 1, "the right bytes")));
        QVERIFY(m_server->stop());
        QDirIterator all(m_server->database() + QStringLiteral(".files/files"), QDir::Files,
                         QDirIterator::Subdirectories);
        QFile file(all.next());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QCOMPARE(file.write("THE"), qint64(3));
        file.close();
        QCOMPARE(m_server->check().status, 0);
        QCOMPARE(m_server->run({QStringLiteral("check"), QStringLiteral("--deep")}, {}).status, 1);
    }

private:
    /// The avatar as the server then has it.
    std::optional<Avatar> setAvatar(ConversationId conversation, std::uint8_t number,
                                    const std::string& bytes)
    {
        const auto answer = upload(*m_ann, number, bytes) ? m_ann->ask<protocol::Avatars>(protocol::SetAvatar{
                                conversation, hashOf(bytes), bytes.size(), "image/png", 64, 64})
                                                          : std::nullopt;
        return answer && answer->avatars.size() == 1 ? std::optional(answer->avatars[0]) : std::nullopt;
    }

    std::string avatarBytes(ConversationId conversation, const Avatar& avatar)
    {
        protocol::GetBlob request;
        request.conversation = conversation;
        request.avatarVersion = avatar.version;
        const auto part = m_ann->ask<protocol::BlobPart>(request);
        return part ? std::string(part->bytes) : "no bytes";
    }

    void startAgain()
    {
        m_server->kill();
        QVERIFY(m_server->start());
        connectAgain();
    }

    void connectAgain()
    {
        m_ann = std::make_unique<WireClient>(m_server->url());
        QVERIFY(m_ann->connected());
        QVERIFY(m_ann->ask<protocol::Welcome>(helloOf("ann")));
    }

    [[nodiscard]] static int filesIn(const QString& database)
    {
        int count = 0;
        QDirIterator all(database + QStringLiteral(".files/files"), QDir::Files,
                         QDirIterator::Subdirectories);
        while (all.hasNext()) {
            all.next();
            ++count;
        }
        return count;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ServerProcess> m_server;
    std::unique_ptr<WireClient> m_ann;
    ConversationId m_group;
};

TIDEMARK_SUITE(TestShellKeptFiles, QCoreApplication)

} // namespace tidemark::shell_kept_files_test

#include "test_shell_kept_files.moc"
