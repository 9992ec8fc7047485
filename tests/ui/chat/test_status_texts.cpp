// Window title, connection strip, header and prompts: the words around the conversations.
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/connection_strip.h"
#include "ui/chat/connection_text.h"
#include "ui/widgets/prompts.h"
#include "ui/window/window_title.h"

#include <QToolButton>

namespace tidemark::status_texts_test {

using namespace Qt::StringLiterals;

class TestStatusTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void titles()
    {
        ShownTotal totals;
        QCOMPARE(windowTitleOf(totals, {}), u"Tidemark"_s);
        QCOMPARE(windowTitleOf(totals, u"phone"_s), u"Tidemark – phone"_s);
        totals.count = 31;
        QCOMPARE(windowTitleOf(totals, {}), u"(31) Tidemark"_s);
        QCOMPARE(windowTitleOf(totals, u"phone"_s), u"(31) Tidemark – phone"_s);
        totals.exact = false;
        QCOMPARE(windowTitleOf(totals, {}), u"(≥ 31) Tidemark"_s);
        totals.count = 12345;
        totals.exact = true;
        QCOMPARE(windowTitleOf(totals, {}), u"(12,345) Tidemark"_s);
    }

    void theStripKeepsItsLookWhileItTriesAgain()
    {
        ConnectionStrip strip;
        strip.setTheme(themeFor(ThemeChoice::Light, {}));
        ConnectionStatus status;
        status.phase = ConnectionPhase::Connecting;
        strip.setStatus(status, -1);
        QVERIFY2(!strip.text().contains(u"No connection"_s), "the first try at the start is no loss");
        status.phase = ConnectionPhase::Waiting;
        strip.setStatus(status, 5000);
        QVERIFY(strip.text().startsWith(u"No connection."_s));
        const bool canRetry = strip.findChild<QToolButton*>()->isVisibleTo(&strip);
        status.phase = ConnectionPhase::Connecting;
        strip.setStatus(status, -1);
        QVERIFY(strip.text().startsWith(u"No connection."_s));
        QCOMPARE(strip.findChild<QToolButton*>()->isVisibleTo(&strip), canRetry);
        status.phase = ConnectionPhase::Online;
        strip.setStatus(status, -1);
        QVERIFY(strip.text().isEmpty());
        status.phase = ConnectionPhase::Connecting;
        strip.setStatus(status, -1);
        QVERIFY(!strip.text().contains(u"No connection"_s));
    }

    void connections()
    {
        ConnectionStatus status;
        status.phase = ConnectionPhase::Online;
        QCOMPARE(connectionText(status, -1, 0), ConnectionText());
        QCOMPARE(connectionText(status, -1, 3), ConnectionText());
        QVERIFY(connectionText(status, -1, 12000).words.contains(u"12,000"));
        status.isUnanswered = true;
        QVERIFY(connectionText(status, -1, 12000).words.contains(u"Waiting for the server"));
        QVERIFY(connectionText(status, -1, 0).isWarning && !connectionText(status, -1, 0).canRetry);
        status.isUnanswered = false;
        status.phase = ConnectionPhase::Waiting;
        QVERIFY(connectionText(status, 7, 0).words.contains(u"7 s"));
        QVERIFY(connectionText(status, 7, 0).isWarning && connectionText(status, 7, 0).canRetry);
        QVERIFY(!connectionText(status, -1, 0).words.contains(u"-1"));
        status.error = protocol::ErrorCode::ProtocolVersion;
        QVERIFY(connectionText(status, 7, 0).words.contains(u"version"));
        status.error = protocol::ErrorCode::CertificateRefused;
        QVERIFY(connectionText(status, 7, 0).words.contains(u"certificate"));
        status = {};
        status.phase = ConnectionPhase::Offline;
        QVERIFY(connectionText(status, -1, 0).isWarning);
        status.phase = ConnectionPhase::Connecting;
        QVERIFY(!connectionText(status, -1, 0).isWarning);
        status.phase = ConnectionPhase::SignedOut;
        status.error = protocol::ErrorCode::TokenRevoked;
        QVERIFY(connectionText(status, -1, 0).words.contains(u"signed out"));
    }

    void connectionWordsAreDifferent()
    {
        QStringList words;
        for (const auto phase :
             {ConnectionPhase::SignedOut, ConnectionPhase::Offline, ConnectionPhase::Waiting,
              ConnectionPhase::Connecting, ConnectionPhase::Syncing, ConnectionPhase::Online}) {
            words += connectionWord(phase);
        }
        QCOMPARE(words.size(), 6);
        QCOMPARE(words.removeDuplicates(), 0);
    }

    void namesInALine()
    {
        QCOMPARE(namesIn(u" Anna Meier, Bo;张伟，李四、 Anna Meier,,"_s),
                 (QStringList{u"Anna Meier"_s, u"Bo"_s, u"张伟"_s, u"李四"_s}));
        QVERIFY(namesIn(u" ,; "_s).isEmpty());
    }

    void subtitles()
    {
        ConversationSummary summary = test::summaryOf(1, "Crew");
        QCOMPARE(subtitleOf(summary), u"3 members"_s);
        summary.memberCount = 1;
        QCOMPARE(subtitleOf(summary), u"Only you"_s);
        summary.isMember = false;
        summary.memberCount = 0;
        QCOMPARE(subtitleOf(summary), u"You are no longer a member"_s);
    }
};

TIDEMARK_SUITE(TestStatusTexts, QApplication)

} // namespace tidemark::status_texts_test

#include "test_status_texts.moc"
