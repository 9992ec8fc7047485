#include "app/cli/importing/importer.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"

#include <QTemporaryFile>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include <memory>
#include <vector>

namespace tidemark::importer_test {

using namespace tidemark::cli;
using tidemark::test::HubServer;

/// The importer runs against the real hub, over a connection without a network that is cut now and then.
class TestImporter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<HubServer>();
        m_caller = m_server->addPeer("caller");
        m_marks.clear();
    }

    void importsAsParticipants();
    void aSecondRunSendsNothing();
    void survivesCuts();
    void keepsItsMark();
    void waitsForAServerThatIsAway();

private:
    static constexpr int lineCount = 400;

    [[nodiscard]] std::unique_ptr<QTemporaryFile> writeLog() const
    {
        auto file = std::make_unique<QTemporaryFile>();
        if (file->open()) {
            for (int i = 0; i < lineCount; ++i) {
                file->write(
                    QStringLiteral(R"({"room":"den","at":"2018-05-29T21:20:37Z","from":"p%1","text":"t%2"})"
                                   "\n")
                        .arg(i % 17)
                        .arg(i)
                        .toUtf8());
            }
            file->flush();
        }
        return file;
    }

    [[nodiscard]] Importer::Outcome runImport(const QString& path, const ImportMark& mark = {})
    {
        ImportLog log(path);
        const auto summary = log.check();
        ImportSettings settings;
        settings.callerToken = std::string("caller").append(26, '.');
        settings.callerDevice = DeviceId(1);
        settings.secret = "secret";
        settings.window = 32;
        settings.rooms = summary->rooms;
        ImportProgress progress(summary->lines);
        const std::vector<Endpoint> servers{{QUrl(QStringLiteral("ws://localhost:1")), {}},
                                            {QUrl(QStringLiteral("ws://localhost:2")), {}}};
        Importer importer(m_server->transports()(), servers, settings, log, progress,
                          [this](const ImportMark& one) { m_marks.push_back(one); });
        const auto outcome = importer.run(mark);
        return outcome ? *outcome : Importer::Outcome();
    }

    void compareWithLog()
    {
        std::vector<Entry> messages =
            m_server->store().log().entries(ConversationId(1), Seq(), Seq(100000), 100000, false);
        std::erase_if(messages, [](const Entry& one) { return one.kind() != EntryKind::Message; });
        QCOMPARE(messages.size(), std::size_t(lineCount));
        for (int i = 0; i < lineCount; ++i) {
            const Entry& message = messages[std::size_t(i)];
            QCOMPARE(textOf(message), "t" + std::to_string(i));
            QCOMPARE(m_server->store().accounts().find(message.author)->name, "p" + std::to_string(i % 17));
        }
    }

    std::unique_ptr<HubServer> m_server;
    server::ConnectionId m_caller;
    std::vector<ImportMark> m_marks;
};

void TestImporter::importsAsParticipants()
{
    const auto file = writeLog();
    const auto outcome = runImport(file->fileName());
    QCOMPARE(outcome.sent, std::uint64_t(lineCount));
    QVERIFY(outcome.mark.rooms.at("den").conversation == ConversationId(1));
    compareWithLog();
}

void TestImporter::aSecondRunSendsNothing()
{
    const auto file = writeLog();
    (void)runImport(file->fileName());
    QCOMPARE(runImport(file->fileName()).sent, 0U);
    compareWithLog();
}

void TestImporter::survivesCuts()
{
    const auto file = writeLog();
    m_server->cutEvery(97);
    (void)runImport(file->fileName());
    QVERIFY(m_server->connectionsMade() > 5);
    compareWithLog();
}

void TestImporter::keepsItsMark()
{
    const auto file = writeLog();
    (void)runImport(file->fileName());
    QVERIFY(!m_marks.empty());
    QCOMPARE(m_marks.back().line, std::uint64_t(lineCount));
    const int before = m_server->connectionsMade();
    QCOMPARE(runImport(file->fileName(), m_marks.back()).sent, 0U);
    QCOMPARE(m_server->connectionsMade(), before + 1);

    // Another server has a room of the same name.
    m_server = std::make_unique<HubServer>();
    m_caller = m_server->addPeer("caller");
    ImportMark mark = m_marks.back();
    mark.rooms.at("den").logEpoch = LogEpoch(1);
    QCOMPARE(runImport(file->fileName(), mark).sent, std::uint64_t(lineCount));
    compareWithLog();
}

void TestImporter::waitsForAServerThatIsAway()
{
    const auto file = writeLog();
    m_server->goDown();
    QTimer::singleShot(100, m_server.get(), &HubServer::comeUp);
    QCOMPARE(runImport(file->fileName()).sent, std::uint64_t(lineCount));
    compareWithLog();
}

TIDEMARK_SUITE(TestImporter, QCoreApplication)

} // namespace tidemark::importer_test

#include "test_importer.moc"
