// The whole client with its store and its window runs against the real hub. Names begin with the ids of
// rows.tsv.
#include "core/client/client.h"
#include "core/models/conversations/conversation_row.h"
#include "core/models/words/badge.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"
#include "tests/support/items.h"
#include "ui/session/chat_session.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/window/client_link.h"
#include "ui/window/main_window.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>

namespace tidemark::client_test {

using namespace Qt::StringLiterals;
using tidemark::test::HubServer;

namespace {

constexpr qint64 pageBytes = 4096;

/// alice's client and window, and the parts between them.
struct Desk {
    Desk(HubServer& server, const QString& profile, bool offline = false)
        : client(options(server, profile, offline))
    {
        linkClient(client, session, signIn, window);
        QObject::connect(&client, &Client::storeNotice, &session,
                         [this](const QString& notice) { notices.append(notice); });
        client.open();
    }

    static ClientOptions options(HubServer& server, const QString& profile, bool offline)
    {
        ClientOptions options;
        options.profileDirectory = profile;
        options.servers = QUrl(u"ws://localhost:1"_s);
        options.offline = offline;
        options.engine.readDebounce = Milliseconds(0);
        options.engine.backoffBase = Milliseconds(1);
        options.engine.backoffCap = Milliseconds(20);
        options.makeTransport = server.transports();
        return options;
    }

    [[nodiscard]] ClientState state()
    {
        QSignalSpy loaded(&client, &Client::stateLoaded);
        client.requestState();
        return loaded.wait() ? loaded[0][0].value<ClientState>() : ClientState();
    }
    [[nodiscard]] quint64 unread(ConversationId conversation)
    {
        const ConversationSummary* summary = session.conversations().summary(conversation);
        return summary != nullptr ? summary->counts.unread : 0;
    }
    /// The sum of the rows' numbers that are part of the total, as the list shows them.
    [[nodiscard]] quint64 sumOfRows()
    {
        quint64 sum = 0;
        for (int row = 0; row < session.conversations().rowCount(); ++row) {
            const auto shown = session.conversations()
                                   .index(row)
                                   .data(ConversationListModel::RowRole)
                                   .value<ConversationRow>();
            const auto* summary =
                session.conversations().summary(session.conversations().conversationAt(row));
            sum += summary->settings.muted || summary->settings.archived ? 0 : shown.badge.toULongLong();
        }
        return sum;
    }

    Client client;
    ChatSession session{{[this] { return client.newCommand(); }, &Client::newUuid}};
    MainWindow window{session};
    SignInFlow signIn{{[this] { return client.newCommand(); }, &Client::newToken},
                      {u"alice"_s, {}, std::string("alice").append(27, '.')},
                      &window};
    QStringList notices;
};

} // namespace

class TestFailuresClient : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<HubServer>();
        static_cast<void>(m_server->addPeer("alice"));
        m_bob = m_server->addPeer("bob");
    }
    void cleanup()
    {
        m_desk.reset();
        m_server.reset();
    }

    void fa1_theTotalIsTheSumOfTheListAndEachBadgeLeadsToItsMessages()
    {
        const ConversationId first = group(3);
        const ConversationId second = group(5);
        const ConversationId muted = group(7);
        const ConversationId archived = group(11);
        const ConversationId left = group(13);
        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_desk->session.totals().unread, 39U);
        m_desk->session.memberships().changeSettings(muted, {true, false, false});
        m_desk->session.memberships().changeSettings(archived, {false, true, false});
        m_desk->session.memberships().leave(left);
        QTRY_COMPARE(m_desk->session.totals().unread, 8U);
        QCOMPARE(m_desk->sumOfRows(), 8U);
        QCOMPARE(m_desk->window.windowTitle(), u"(8) Tidemark"_s);
        QCOMPARE(m_desk->session.conversations().rowOfConversation(left), -1);
        QTRY_VERIFY(m_desk->state().quiescent);
        for (const ConversationId conversation : {first, second, muted, archived}) {
            // Archived conversations have a filter of their own.
            m_desk->session.chooseFilter(conversation == archived ? ConversationFilter::Archived
                                                                  : ConversationFilter::All);
            const int row = m_desk->session.conversations().rowOfConversation(conversation);
            QVERIFY(row >= 0);
            m_desk->session.chat().open(m_desk->session.conversations().conversationAt(row));
            // The user can look at every counted message.
            const quint64 unread = m_desk->unread(conversation);
            QTRY_VERIFY(m_desk->session.chat().timeline().rowOfSeq(Seq(2)) >= 0);
            for (quint64 seq = 2; seq < 2 + unread; ++seq) {
                QVERIFY(m_desk->session.chat().timeline().rowOfSeq(Seq(seq)) >= 0);
            }
        }
    }

    void fb2_everyNumberOnScreenIsTheSameAlsoAfterReadingAll()
    {
        const ConversationId first = group(950);
        const ConversationId second = group(4);
        const ConversationId muted = group(6);
        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_desk->session.totals().unread, 960U);
        m_desk->session.memberships().changeSettings(muted, {true, false, false});
        QTRY_COMPARE(m_desk->window.windowTitle(), u"(954) Tidemark"_s);
        QCOMPARE(m_desk->unread(first) + m_desk->unread(second), 954U);
        QCOMPARE(m_desk->session.totals().mutedUnread, m_desk->unread(muted));

        m_desk->session.marks().markAllRead();
        QTRY_COMPARE(m_desk->window.windowTitle(), u"Tidemark"_s);
        QTRY_COMPARE(m_desk->unread(first) + m_desk->unread(second) + m_desk->unread(muted), 0U);
        QCOMPARE(m_desk->session.totals(), Totals{});
        for (int row = 0; row < m_desk->session.conversations().rowCount(); ++row) {
            QCOMPARE(m_desk->session.conversations()
                         .index(row)
                         .data(ConversationListModel::RowRole)
                         .value<ConversationRow>()
                         .badge,
                     QString());
        }
        QTRY_VERIFY(m_desk->state().flushed);
        for (const ConversationId conversation : {first, second, muted}) {
            const auto member = m_server->store().members().find(conversation, alice);
            QCOMPARE(member->cursor.readSeq, m_server->store().conversations().find(conversation)->head);
        }
    }

    void fd1_readOfflineAndKilledIsThereOfflineAndSentOnline()
    {
        const ConversationId conversation = group(10);
        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_desk->session.totals().unread, 10U);
        QTRY_VERIFY(m_desk->state().quiescent);
        m_desk.reset();

        const QString killed = m_folder->filePath(u"killed"_s);
        QVERIFY(QDir().mkdir(killed));
        {
            Desk offline(*m_server, profile(), true);
            QSignalSpy done(&offline.client, &Client::commandDone);
            offline.client.submit(input::MarkRead{offline.client.newCommand(), conversation, Seq(8)});
            QVERIFY(done.wait());
            // The files now contain what a killed process leaves.
            for (const QString& suffix : {QString(), u"-wal"_s}) {
                QVERIFY(QFile::copy(database() + suffix, killed + u"/tidemark.sqlite"_s + suffix));
            }
            QVERIFY(QFile::copy(profile() + u"/token"_s, killed + u"/token"_s));
        }
        {
            Desk offline(*m_server, killed, true);
            QTRY_COMPARE(offline.unread(conversation), 3U);
            QCOMPARE(offline.state().snapshot.intents.size(), std::size_t(1));
            QCOMPARE(m_server->store().members().find(conversation, alice)->cursor.readSeq, Seq(1));
        }
        m_desk = std::make_unique<Desk>(*m_server, killed);
        QTRY_COMPARE(m_server->store().members().find(conversation, alice)->cursor.readSeq, Seq(8));
        QTRY_VERIFY(m_desk->state().flushed);
        QCOMPARE(m_desk->state().snapshot.totals.unread, 3U);
    }

    void fi1_aDamagedPageCostsAPullAndNoReadState()
    {
        const ConversationId conversation = group(2000, std::string(200, 'x'));
        const ConversationId other = group(3);
        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_desk->session.totals().unread, 2003U);
        m_desk->client.submit(input::MarkRead{{}, other, {}});
        QTRY_VERIFY(m_desk->state().quiescent);
        m_desk.reset();
        {
            Desk offline(*m_server, profile(), true);
            QSignalSpy done(&offline.client, &Client::commandDone);
            offline.client.submit(input::MarkRead{offline.client.newCommand(), conversation, Seq(1501)});
            QVERIFY(done.wait());
        }
        QFile file(database());
        QVERIFY(file.open(QFile::ReadWrite));
        const qint64 page = file.size() / pageBytes - 30;
        QVERIFY(page > 60 && file.seek(page * pageBytes) && file.write(QByteArray(64, '\xee')) == 64);
        file.close();

        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_server->store().members().find(conversation, alice)->cursor.readSeq, Seq(1501));
        QTRY_VERIFY(m_desk->state().quiescent);
        QVERIFY(m_desk->notices.size() == 1 && m_desk->notices[0].contains(u"tidemark.sqlite.corrupt-1"_s));
        const ClientState found = m_desk->state();
        QCOMPARE(found.snapshot.totals.unread, 500U);
        QVERIFY(found.snapshot.totals.exact);
        for (const Snapshot::Conversation& one : found.snapshot.conversations) {
            QVERIFY(one.held.covers({}, one.conversation.serverHead));
        }
        QCOMPARE(m_desk->unread(other), 0U);
    }

    void fs6_committedDataIsCompleteWheneverTheProgramDies()
    {
        const ConversationId conversation = group(1);
        m_desk = std::make_unique<Desk>(*m_server, profile());
        QTRY_COMPARE(m_desk->session.totals().unread, 1U);
        for (int round = 1; round <= 5; ++round) {
            say(conversation, 20);
            QTRY_COMPARE(m_desk->session.totals().unread, 1U + 20U * quint64(round));
            const QString left = m_folder->filePath(u"left-%1"_s.arg(round));
            for (const QString& suffix : {QString(), u"-wal"_s}) {
                QVERIFY(QFile::copy(database() + suffix, left + suffix));
            }
            auto opened = ClientStore::open(left);
            QVERIFY(opened.has_value());
            // If badge, total and messages were not written together, opening would repair them.
            QCOMPARE(opened->notices, QStringList());
            QVERIFY(opened->store->audit().empty());
            QVERIFY(opened->store->load().totals.unread > 1);
        }
    }

    void fs9_repairingRecountsEverything()
    {
        const auto store = test::preparedStore();
        QVERIFY(store
                && test::ingest(*store, test::room,
                                {test::message(1, test::anna), test::message(2, test::anna),
                                 test::message(3, test::me)}));
        LocalConversation wrong = test::conversation(test::room, Seq(3));
        wrong.counts = {41, 7};
        Totals total;
        total.unread = 40;
        QVERIFY(store->apply({write::PutConversation{wrong}, write::PutTotals{total}}));
        QVERIFY(!store->audit().empty());
        QVERIFY(store->repair());
        QVERIFY(store->audit().empty());
        QCOMPARE(store->load().conversations.at(0).conversation.counts, (ReadCounts{2, 0}));
        QCOMPARE(store->load().totals.unread, 2U);
    }

    void fh1_theListOfMessagesFollowsTheLogAndNoClock()
    {
        const auto store = test::preparedStore();
        std::vector<Entry> log;
        for (std::uint64_t seq = 1; seq <= 6; ++seq) {
            Entry entry = test::message(seq, seq % 2 == 0 ? test::anna : test::bert, "text");
            entry.at = UnixMs{1000000 - static_cast<std::int64_t>(seq) * 1000}; // the clock goes back
            log.push_back(entry);
        }
        QVERIFY(store && test::ingestToHead(*store, test::room, {log.begin() + 3, log.end()}));
        QVERIFY(test::ingest(*store, test::room, {log.begin(), log.begin() + 3}));
        QVERIFY(test::ingest(*store, test::room, log));
        const TimelinePage page = store->timeline(test::room, {TimelineQuery::Anchor::End, {}, 60});
        QCOMPARE(page.items.size(), std::size_t(6));
        for (std::size_t i = 0; i < page.items.size(); ++i) {
            QCOMPARE(page.items[i].seq, Seq(i + 1));
        }
    }

private:
    [[nodiscard]] QString profile() const { return m_folder->filePath(u"alice"_s); }
    [[nodiscard]] QString database() const { return profile() + u"/tidemark.sqlite"_s; }

    /// A group of bob's in which he has sent messages to alice: seqs 2 to 1 + messages.
    ConversationId group(int messages, const std::string& text = "message")
    {
        const auto answer =
            m_server->request(m_bob, protocol::CreateGroup{Client::newUuid(), "group", {"alice"}});
        const auto* states = std::get_if<protocol::States>(&answer);
        const ConversationId made = states != nullptr ? states->states.at(0).id : ConversationId();
        say(made, messages, text);
        return made;
    }
    void say(ConversationId conversation, int messages, const std::string& text = "message")
    {
        std::vector<protocol::ClientFrame> frames;
        for (int i = 0; i < messages; ++i) {
            content::Message content;
            content.text = text;
            frames.emplace_back(protocol::Send{conversation, Client::newUuid(), {}, content});
        }
        m_server->requestAll(m_bob, frames);
    }

    static constexpr UserId alice{1};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    server::ConnectionId m_bob;
    std::unique_ptr<Desk> m_desk;
};

TIDEMARK_SUITE(TestFailuresClient, QApplication)

} // namespace tidemark::client_test

#include "test_client.moc"
