#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/signin/flow_fixture.h"
#include "ui/signin/local_server_text.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace tidemark::local_sign_in_test {

using namespace Qt::StringLiterals;
using protocol::ErrorCode;
using test::fill;
using test::FlowFixture;
using test::part;
using Kind = LocalServerProblem::Kind;

namespace {

/// A flow that offers this computer, with its open dialog.
struct LocalFixture : FlowFixture {
    explicit LocalFixture(const LocalOffer& offer = {})
        : FlowFixture({}, [this] { return known; }), known(offer)
    {
        flow.begin(known.isChosen ? ServerList(url) : ServerList());
        dialog = flow.dialog();
        test::setActiveWindow(dialog);
    }
    [[nodiscard]] QPushButton& change() const { return *part<QPushButton>(dialog, u"changeServer"_s); }
    [[nodiscard]] QPushButton& submit() const { return *part<QPushButton>(dialog, u"submit"_s); }
    [[nodiscard]] QString state() const { return part<QLabel>(dialog, u"state"_s)->text(); }
    void enter() const
    {
        fill(*dialog, {});
        submit().click();
    }

    const QUrl url{u"ws://127.0.0.1:40123"_s};
    LocalOffer known;
    SignInDialog* dialog = nullptr;
};

} // namespace

/// The sign-in with the server on this computer.
class TestLocalSignIn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void withoutALocalServerThereIsOnlyTheAddress()
    {
        FlowFixture fixture;
        fixture.flow.begin({});
        QVERIFY(part<QPushButton>(fixture.flow.dialog(), u"changeServer"_s)->isHidden());
    }

    void theButtonChangesBetweenAddressAndThisComputer()
    {
        LocalFixture fixture;
        const auto* address = part<QLineEdit>(fixture.dialog, u"server"_s);
        const auto* create = part<QCheckBox>(fixture.dialog, u"create"_s);
        const auto* about = part<QLabel>(fixture.dialog, u"aboutLocal"_s);
        QVERIFY(address->isVisible() && create->isVisible() && !about->isVisible());
        QCOMPARE(fixture.change().accessibleDescription(), about->text());
        QCOMPARE(fixture.change().shortcut(), QKeySequence(u"Alt+U"_s));
        fixture.change().click();
        QVERIFY(!address->isVisible() && !create->isVisible() && about->isVisible());
        QCOMPARE(fixture.submit().text(), u"Create account"_s);
        QCOMPARE(fixture.dialog->focusWidget(), part<QLineEdit>(fixture.dialog, u"name"_s));
        QVERIFY2(about->height() >= about->heightForWidth(about->width()), "all of the text is shown");
        QCOMPARE(fixture.change().shortcut(), QKeySequence(u"Alt+U"_s));
        fixture.change().click();
        QVERIFY(address->isVisible() && create->isVisible() && !about->isVisible());
        QCOMPARE(fixture.submit().text(), u"Sign in"_s);
    }

    void theServerStartsBeforeTheAccountIsMade()
    {
        LocalFixture fixture;
        QSignalSpy wanted(&fixture.flow, &SignInFlow::localServerWanted);
        QSignalSpy made(&fixture.flow, &SignInFlow::localAccountReady);
        fixture.change().click();
        fixture.enter();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toBool(), false);
        QVERIFY(fixture.submitted.empty());
        QVERIFY(!fixture.submit().isEnabled() && !fixture.change().isEnabled());
        QVERIFY(fixture.state().contains(u"Starting"));
        fixture.flow.takeLocalServer(fixture.url);
        QCOMPARE(fixture.servers, QList<ServerList>{ServerList(fixture.url)});
        QCOMPARE(fixture.submitted.size(), 1);
        QCOMPARE(std::get<input::RegisterAccount>(fixture.submitted[0]).name, std::string("anna"));
        QCOMPARE(made.size(), 0);
        fixture.answer({});
        QCOMPARE(made.size(), 1);
        QCOMPARE(made[0][0].toString(), u"anna"_s);
        // A server that starts again later sends nothing again.
        fixture.flow.takeLocalServer(fixture.url);
        QCOMPARE(fixture.submitted.size(), 1);
    }

    void anAccountThatIsThereSignsIn()
    {
        LocalFixture fixture({u"anna"_s, true, false});
        QVERIFY(part<QLabel>(fixture.dialog, u"aboutLocal"_s)->isVisible());
        QCOMPARE(part<QLineEdit>(fixture.dialog, u"name"_s)->text(), u"anna"_s);
        QCOMPARE(fixture.submit().text(), u"Sign in"_s);
        fixture.enter();
        fixture.flow.takeLocalServer(fixture.url);
        QVERIFY(std::holds_alternative<input::SignIn>(fixture.submitted.at(0)));
    }

    void anAccountWhoseAnswerWasLostSignsIn()
    {
        LocalFixture fixture;
        QSignalSpy made(&fixture.flow, &SignInFlow::localAccountReady);
        fixture.change().click();
        fixture.enter();
        fixture.flow.takeLocalServer(fixture.url);
        fixture.answer(ErrorCode::NameTaken);
        QCOMPARE(fixture.submitted.size(), 2);
        QVERIFY(std::holds_alternative<input::SignIn>(fixture.submitted[1]));
        QCOMPARE(made.size(), 0);
        fixture.answer(ErrorCode::BadCredentials);
        QVERIFY(fixture.state().contains(u"password"));
        QVERIFY(fixture.submit().isEnabled());
    }

    void aProblemIsShownWhereTheUserWaits()
    {
        LocalFixture fixture;
        QVERIFY(!fixture.flow.takeLocalProblem(u"No."_s));
        fixture.change().click();
        fixture.enter();
        QVERIFY(fixture.flow.takeLocalProblem(u"No."_s));
        QCOMPARE(fixture.state(), u"No."_s);
        QVERIFY(fixture.submit().isEnabled() && fixture.change().isEnabled());
        // The server that starts after all does not sign in unasked.
        fixture.flow.takeLocalServer(fixture.url);
        QVERIFY(fixture.submitted.empty());
        fixture.change().click();
        QVERIFY2(fixture.state().isEmpty(), "the problem was that of this computer");
    }

    void theServerGoesOnIfTheUserSaysSo()
    {
        LocalFixture fixture;
        QSignalSpy wanted(&fixture.flow, &SignInFlow::localServerWanted);
        auto* outlives = part<QCheckBox>(fixture.dialog, u"outlives"_s);
        QVERIFY(!outlives->isVisible());
        fixture.change().click();
        QVERIFY(outlives->isVisible() && !outlives->isChecked());
        outlives->click();
        fixture.enter();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toBool(), true);
        const LocalFixture later({u"anna"_s, true, true});
        QVERIFY(part<QCheckBox>(later.dialog, u"outlives"_s)->isChecked());
    }

    void anotherServerMakesNoLocalAccount()
    {
        LocalFixture fixture;
        QSignalSpy made(&fixture.flow, &SignInFlow::localAccountReady);
        fill(*fixture.dialog);
        fixture.submit().click();
        fixture.answer({});
        QCOMPARE(fixture.submitted.size(), 1);
        QCOMPARE(made.size(), 0);
    }

    void problemsInWords_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("words");
        QTest::newRow("no program") << int(Kind::NoProgram) << QString()
                                    << u"tidemark-server was not found"_s;
        QTest::newRow("folder") << int(Kind::Folder) << u"/data/server"_s
                                << u"/data/server cannot be written"_s;
        QTest::newRow("port") << int(Kind::PortTaken) << QString() << u"port 40123"_s;
        QTest::newRow("ended") << int(Kind::Ended) << u"no memory"_s << u"It said: no memory"_s;
        QTest::newRow("silent") << int(Kind::Ended) << QString() << u"has ended. Try again."_s;
    }
    void problemsInWords()
    {
        QFETCH(const int, kind);
        QFETCH(const QString, detail);
        QFETCH(const QString, words);
        const QString text = localServerText({static_cast<Kind>(kind), detail, 40123});
        QVERIFY2(text.contains(words), qPrintable(text));
    }
};

TIDEMARK_SUITE(TestLocalSignIn, QApplication)

} // namespace tidemark::local_sign_in_test

#include "test_local_sign_in.moc"
