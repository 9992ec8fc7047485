#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/session/files/message_files.h"

#include <QSignalSpy>

namespace tidemark::message_files_test {

using Step = FileState::Step;

namespace {

TimelineRow rowWith(std::initializer_list<std::uint64_t> sizes)
{
    TimelineItem item = test::messageItem(5);
    for (const std::uint64_t size : sizes) {
        Attachment file;
        file.size = size;
        item.attachments.push_back(file);
    }
    return rowOf(item);
}

FileKey keyOf(std::uint32_t index)
{
    return {test::someConversation, Seq(5), {}, index};
}

} // namespace

class TestMessageFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_session = std::make_unique<test::RecordedSession>();
        m_session->session.takeConversations(
            {test::summaryOf(test::someConversation.value, "seven"), test::summaryOf(8, "eight")});
        m_session->session.chat().open(test::someConversation);
        m_files = std::make_unique<MessageFiles>(m_session->session.chat());
        m_files->setDownloadLimit(1000);
        m_asked.clear();
        m_fetched.clear();
        connect(m_files.get(), &MessageFiles::stateWanted, this,
                [this](const FileKey& key) { m_asked.append(key); });
        connect(m_files.get(), &MessageFiles::fetchWanted, this,
                [this](const FileKey& key) { m_fetched.append(key); });
    }

    void smallFilesAreDownloadedOnce()
    {
        const TimelineRow row = rowWith({1000, 1001});
        m_files->show(row);
        m_files->show(row);
        QCOMPARE(m_asked, (QList{keyOf(0), keyOf(1)}));
        QVERIFY(m_fetched.isEmpty());
        m_files->take(keyOf(0), {Step::Absent, 0, 1000});
        m_files->take(keyOf(1), {Step::Absent, 0, 1001});
        m_files->show(row);
        m_files->show(row);
        QCOMPARE(m_fetched, QList{keyOf(0)});
        m_files->fetch(keyOf(1));
        QCOMPARE(m_fetched.size(), 2);
    }

    void whatTheUserCancelledStaysSo()
    {
        const TimelineRow row = rowWith({1000});
        m_files->take(keyOf(0), {Step::Waiting, 0, 1000});
        m_files->cancel(keyOf(0));
        m_files->take(keyOf(0), {Step::Absent, 0, 1000});
        m_files->show(row);
        QVERIFY(m_fetched.isEmpty());
    }

    void aHigherLimitDownloadsMore()
    {
        const TimelineRow row = rowWith({5000});
        m_files->take(keyOf(0), {Step::Absent, 0, 5000});
        m_files->show(row);
        QVERIFY(m_fetched.isEmpty());
        const QSignalSpy changes(m_files.get(), &MessageFiles::limitChanged);
        m_files->setDownloadLimit(5000);
        QCOMPARE(changes.size(), 1);
        m_files->show(row);
        QCOMPARE(m_fetched.size(), 1);
    }

    void theStoreTellsBeforeTheClientHasAnswered()
    {
        TimelineRow row = rowWith({10, 10});
        row.heldFiles = 2;
        QCOMPARE(m_files->state(row, 0).step, Step::Absent);
        QCOMPARE(m_files->state(row, 1).step, Step::Held);
        m_files->take(keyOf(0), {Step::Moving, 5, 10});
        QCOMPARE(m_files->state(row, 0).done, 5U);
    }

    void aPendingMessageIsNamedByItsUuid()
    {
        TimelineItem item = test::pendingItem(9);
        item.attachments.resize(1);
        const TimelineRow row = rowOf(item);
        QCOMPARE(m_files->keyOf(row, 0), (FileKey{test::someConversation, {}, test::uuidOf(9), 0}));
        QCOMPARE(m_files->state(row, 0).step, Step::Waiting);
        TimelineItem sent = test::ownItem(6, 9);
        sent.attachments.resize(1);
        QCOMPARE(m_files->keyOf(rowOf(sent), 0), (FileKey{test::someConversation, Seq(6), {}, 0}));
    }

    void anotherConversationIsForgotten()
    {
        const TimelineRow row = rowWith({1000});
        m_files->take(keyOf(0), {Step::Held, 0, 1000});
        m_session->session.chat().open(ConversationId(8));
        m_files->take(keyOf(0), {Step::Held, 0, 1000});
        QCOMPARE(m_files->state(row, 0).step, Step::Absent);
    }

private:
    std::unique_ptr<test::RecordedSession> m_session;
    std::unique_ptr<MessageFiles> m_files;
    QList<FileKey> m_asked;
    QList<FileKey> m_fetched;
};

TIDEMARK_SUITE(TestMessageFiles, QCoreApplication)

} // namespace tidemark::message_files_test

#include "test_message_files.moc"
