#include "core/domain/request_caps.h"
#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/shell/base/metrics.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/file_transfer.h"
#include "tests/server/shell/running_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <vector>

namespace tidemark::shell_files_test {

using namespace tidemark::test;

/// Files go to a running server and come back, over real sockets and a real folder.
class TestShellFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void metricsCountFilesAndOpenUploads()
    {
        RunningServer server(testOptions(), blobs());
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const ConversationId group = RunningServer::group(*ann, {});
        QVERIFY(upload(*ann, 1, "12345"));
        QVERIFY(ann->ask<protocol::SendAck>(fileMessage(group, 1, "12345")));
        QVERIFY(ann->ask<protocol::UploadState>(protocol::BeginUpload{uploadUuid(2), hashOf("1234567"), 7}));
        const QByteArray text = server::prometheusText(server->metrics());
        QVERIFY2(text.contains("\ntidemark_stored_files 1\n"), text.constData());
        QVERIFY(text.contains("\ntidemark_stored_file_bytes 12\n"));
        QVERIFY(text.contains("\ntidemark_open_uploads 1\n"));
        // They are not counted again for each request.
        QVERIFY(upload(*ann, 3, "abc"));
        QVERIFY(server::prometheusText(server->metrics()).contains("\ntidemark_stored_files 1\n"));
    }

    void aFileComesBackAsItWas()
    {
        RunningServer server(testOptions(), blobs());
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*ann, {"bob"});
        const std::string bytes = manyBytes(3 * caps::maxChunkBytes + 17);
        QVERIFY(upload(*ann, 1, bytes));
        const auto ack = ann->ask<protocol::SendAck>(fileMessage(group, 1, bytes));
        QVERIFY(ack);
        QCOMPARE(download(*bob, group, ack->seq, bytes.size()), bytes);
    }

    void anUploadGoesOnOnTheNextConnection()
    {
        const std::string bytes = manyBytes(2 * caps::maxChunkBytes);
        const protocol::BeginUpload begin{uploadUuid(1), hashOf(bytes), bytes.size()};
        RunningServer server(testOptions(), blobs());
        {
            const auto ann = server.signedUp("ann");
            QVERIFY(ann);
            QVERIFY(ann->ask<protocol::UploadState>(begin));
            const std::string half = bytes.substr(0, caps::maxChunkBytes);
            QVERIFY(ann->ask<protocol::UploadState>(protocol::UploadChunk{uploadUuid(1), 0, half}));
        }
        const auto again = server.client();
        QVERIFY(again && again->ask<protocol::Welcome>(helloOf("ann")));
        const auto begun = again->ask<protocol::UploadState>(begin);
        QVERIFY(begun);
        QCOMPARE(begun->received, std::uint64_t(caps::maxChunkBytes));
        const std::string rest = bytes.substr(begun->received);
        QVERIFY(
            again->ask<protocol::UploadState>(protocol::UploadChunk{uploadUuid(1), begun->received, rest}));
        const auto done = again->ask<protocol::UploadState>(protocol::FinishUpload{uploadUuid(1)});
        QVERIFY(done && done->isComplete);
    }

    void theFileOfARecalledMessageLeavesTheDisk()
    {
        RunningServer server(testOptions(), blobs());
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const ConversationId group = RunningServer::group(*ann, {});
        QVERIFY(upload(*ann, 1, "secret bytes"));
        const auto ack = ann->ask<protocol::SendAck>(fileMessage(group, 1, "secret bytes"));
        QVERIFY(ack);
        QCOMPARE(blobs()->files().size(), std::size_t(1));
        protocol::Send recall = messageOf(group, 2, "");
        recall.content = content::Recall{ack->seq};
        QVERIFY(ann->ask<protocol::SendAck>(recall));
        QVERIFY(!ann->ask<protocol::BlobPart>(protocol::GetBlob{group, ack->seq, 0, 0, 0}));
        QTRY_VERIFY_WITH_TIMEOUT(blobs()->files().empty(), timeoutMs);
    }

    void messagesPassWhileAFileIsUploaded()
    {
        RunningServer server(testOptions(), blobs());
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*bob, {});
        const std::string bytes = manyBytes(8 * caps::maxChunkBytes);
        QVERIFY(ann->ask<protocol::UploadState>(
            protocol::BeginUpload{uploadUuid(1), hashOf(bytes), bytes.size()}));
        std::vector<RequestId> chunks;
        for (std::uint64_t offset = 0; offset < bytes.size(); offset += caps::maxChunkBytes) {
            chunks.push_back(ann->send(
                protocol::UploadChunk{uploadUuid(1), offset, bytes.substr(offset, caps::maxChunkBytes)}));
        }
        QVERIFY(bob->ask<protocol::SendAck>(messageOf(group, 1, "hello")));
        for (const RequestId chunk : chunks) {
            QVERIFY(ann->answer(chunk));
        }
        const auto done = ann->ask<protocol::UploadState>(protocol::FinishUpload{uploadUuid(1)});
        QVERIFY(done && done->isComplete);
    }

    void aServerWithoutAFolderSaysThatItTakesNoFiles()
    {
        RunningServer server;
        const auto ann = server.client();
        QVERIFY(ann);
        QVERIFY(ann->ask<protocol::Authenticated>(registrationOf("ann")));
        const auto welcome = ann->ask<protocol::Welcome>(helloOf("ann"));
        QVERIFY(welcome);
        QCOMPARE(welcome->limits.maxFileBytes, std::uint64_t(0));
        const auto refused = ann->ask<protocol::Error>(protocol::BeginUpload{uploadUuid(1), hashOf("x"), 1});
        QVERIFY(refused);
        QCOMPARE(refused->code, protocol::ErrorCode::Unsupported);
    }

private:
    [[nodiscard]] std::unique_ptr<server::BlobStore> blobs() const
    {
        return std::make_unique<server::FolderBlobs>(m_folder->filePath(QStringLiteral("files")), 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TIDEMARK_SUITE(TestShellFiles, test::EpollApplication)

} // namespace tidemark::shell_files_test

#include "test_shell_files.moc"
