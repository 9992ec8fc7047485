#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/signin/flow_fixture.h"
#include "ui/widgets/prompts.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace tidemark::sign_in_test {

using namespace Qt::StringLiterals;

using test::fill;
using test::FlowFixture;
using test::part;

class TestSignIn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void needsAllFields()
    {
        SignInDialog dialog;
        auto* button = part<QPushButton>(&dialog, u"submit"_s);
        QVERIFY(!button->isEnabled());
        fill(dialog);
        QVERIFY(button->isEnabled());
        part<QLineEdit>(&dialog, u"password"_s)->clear();
        QVERIFY(!button->isEnabled());
    }

    void asksOnceAndIsBusyMeanwhile()
    {
        SignInDialog dialog;
        QList<SignInRequest> requests;
        connect(&dialog, &SignInDialog::requested, &dialog,
                [&](const SignInRequest& request) { requests.append(request); });
        fill(dialog);
        auto* button = part<QPushButton>(&dialog, u"submit"_s);
        button->click();
        QCOMPARE(requests, (QList<SignInRequest>{
                               {QUrl(u"ws://localhost:7000"_s), u"anna"_s, u"secret password"_s, false}}));
        QVERIFY(!button->isEnabled() && !part<QLineEdit>(&dialog, u"name"_s)->isEnabled());
        dialog.showError(u"No."_s);
        QVERIFY(button->isEnabled());
        QCOMPARE(part<QLabel>(&dialog, u"state"_s)->text(), u"No."_s);
    }

    void escapeDoesNotEndTheProgram()
    {
        FlowFixture fixture;
        QSignalSpy givenUp(&fixture.flow, &SignInFlow::givenUp);
        fixture.flow.begin({});
        fixture.flow.takeAccount({});
        QVERIFY(fixture.flow.dialog() != nullptr);
        QTest::keyClick(part<QLineEdit>(fixture.flow.dialog(), u"name"_s), Qt::Key_Escape);
        QVERIFY(givenUp.isEmpty());
        QVERIFY(fixture.flow.dialog() != nullptr && fixture.flow.dialog()->isVisible());
        // The window's button does.
        fixture.flow.dialog()->close();
        QCOMPARE(givenUp.size(), 1);
    }

    void itSaysThatItHasComeToTheFront()
    {
        FlowFixture fixture;
        bool isThere = false;
        connect(&fixture.flow, &SignInFlow::dialogShown, &fixture.window,
                [&] { isThere = fixture.flow.dialog() != nullptr; });
        fixture.flow.begin(QUrl(u"wss://chat.example"_s));
        QVERIFY(isThere);
    }

    void wrongAddressesAreNotSent()
    {
        SignInDialog dialog;
        QSignalSpy requested(&dialog, &SignInDialog::requested);
        fill(dialog, u"https://example.org"_s);
        part<QPushButton>(&dialog, u"submit"_s)->click();
        QCOMPARE(requested.size(), 0);
        QVERIFY(part<QLabel>(&dialog, u"state"_s)->text().contains(u"address"));
    }

    void aListOfServersIsOneService()
    {
        SignInDialog dialog;
        QList<SignInRequest> requests;
        connect(&dialog, &SignInDialog::requested, &dialog,
                [&](const SignInRequest& request) { requests.append(request); });
        fill(dialog, u"a.example, wss://b.example:8443"_s);
        part<QPushButton>(&dialog, u"submit"_s)->click();
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests[0].servers.toText(), u"wss://a.example,wss://b.example:8443"_s);
    }

    void thePartOfAListThatIsWrongIsNamedAndSelected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wrong");
        QTest::newRow("no address") << u"a.example, b example,c.example"_s << u"b example"_s;
        QTest::newRow("unsafe") << u"a.example,ws://b.example"_s << u"ws://b.example"_s;
    }
    void thePartOfAListThatIsWrongIsNamedAndSelected()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, wrong);
        SignInDialog dialog;
        QSignalSpy requested(&dialog, &SignInDialog::requested);
        fill(dialog, text);
        part<QPushButton>(&dialog, u"submit"_s)->click();
        QCOMPARE(requested.size(), 0);
        QVERIFY(part<QLabel>(&dialog, u"state"_s)->text().contains(wrong));
        QCOMPARE(part<QLineEdit>(&dialog, u"server"_s)->selectedText(), wrong);
    }

    void aPasswordIsSentToNoServerThatOthersCanListenTo()
    {
        SignInDialog dialog;
        QSignalSpy requested(&dialog, &SignInDialog::requested);
        fill(dialog, u"ws://127.evil.example:7000"_s);
        part<QPushButton>(&dialog, u"submit"_s)->click();
        QCOMPARE(requested.size(), 0);
        QVERIFY(part<QLabel>(&dialog, u"state"_s)->text().contains(u"wss://"));
        QCOMPARE(part<QLineEdit>(&dialog, u"password"_s)->text(), u"secret password"_s);
        fill(dialog, u"127.evil.example:7000"_s);
        part<QPushButton>(&dialog, u"submit"_s)->click();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<SignInRequest>().servers.at(0).scheme(), u"wss"_s);
    }

    void creatingSaysSo()
    {
        SignInDialog dialog;
        part<QCheckBox>(&dialog, u"create"_s)->setChecked(true);
        QCOMPARE(part<QPushButton>(&dialog, u"submit"_s)->text(), u"Create account"_s);
    }

    void flowAsksByDialogUntilItWorks()
    {
        FlowFixture fixture;
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        SignInDialog* dialog = fixture.flow.dialog();
        QVERIFY(dialog != nullptr);
        fill(*dialog, u"localhost:2"_s);
        part<QPushButton>(dialog, u"submit"_s)->click();
        QCOMPARE(fixture.servers, QList<ServerList>{ServerList(QUrl(u"ws://localhost:2"_s))});
        QVERIFY(std::holds_alternative<input::SignIn>(fixture.submitted.back()));
        fixture.answer(protocol::ErrorCode::BadCredentials);
        QVERIFY(part<QLabel>(dialog, u"state"_s)->text().contains(u"wrong"));

        part<QCheckBox>(dialog, u"create"_s)->setChecked(true);
        part<QPushButton>(dialog, u"submit"_s)->click();
        QVERIFY(std::holds_alternative<input::RegisterAccount>(fixture.submitted.back()));
        QCOMPARE(std::get<input::RegisterAccount>(fixture.submitted.back()).name, std::string("anna"));
        fixture.flow.takeAccount(u"anna"_s);
        QVERIFY(!dialog->isVisible());
    }

    void errorsInWords_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("word");
        using protocol::ErrorCode;
        QTest::newRow("password") << static_cast<int>(ErrorCode::BadCredentials) << u"password"_s;
        QTest::newRow("taken") << static_cast<int>(ErrorCode::NameTaken) << u"taken"_s;
        QTest::newRow("unreachable") << static_cast<int>(ErrorCode::Unavailable) << u"cannot be reached"_s;
        QTest::newRow("certificate") << static_cast<int>(ErrorCode::CertificateRefused) << u"certificate"_s;
        QTest::newRow("disabled") << static_cast<int>(ErrorCode::AccountDisabled) << u"operator"_s;
        QTest::newRow("closed") << static_cast<int>(ErrorCode::RegistrationClosed) << u"new accounts"_s;
        QTest::newRow("version") << static_cast<int>(ErrorCode::ProtocolVersion) << u"version"_s;
    }
    void errorsInWords()
    {
        QFETCH(int, error);
        QFETCH(QString, word);
        QVERIFY(signInErrorText(static_cast<protocol::ErrorCode>(error)).contains(word));
    }

    void commandLineGoesFirst()
    {
        FlowFixture fixture({u"anna"_s, u"secret"_s, {}});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QVERIFY(fixture.flow.dialog() == nullptr);
        QVERIFY(std::holds_alternative<input::SignIn>(fixture.submitted.back()));
        fixture.answer(protocol::ErrorCode::Unavailable);
        QVERIFY(fixture.flow.dialog() != nullptr);
        QCOMPARE(part<QLineEdit>(fixture.flow.dialog(), u"name"_s)->text(), u"anna"_s);
    }

    void tokensGoWithoutPassword()
    {
        FlowFixture fixture({u"anna"_s, {}, std::string(32, 'x')});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QVERIFY(std::holds_alternative<input::UseToken>(fixture.submitted.back()));
    }

    void otherAnswersAreNotOurs()
    {
        FlowFixture fixture({u"anna"_s, u"secret"_s, {}});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        change::CommandDone other;
        other.command = CommandId(77);
        other.error = protocol::ErrorCode::NotAllowed;
        fixture.flow.takeCommandDone(other);
        QVERIFY(fixture.flow.dialog() == nullptr);
    }

    void theFieldToCorrectHasTheKeyboard()
    {
        SignInDialog dialog;
        fill(dialog);
        dialog.show();
        test::setActiveWindow(&dialog);
        dialog.showError(u"Taken."_s, SignInDialog::Field::Name);
        auto* name = part<QLineEdit>(&dialog, u"name"_s);
        QCOMPARE(dialog.focusWidget(), name);
        QTest::keyClicks(name, u"anna2"_s);
        QCOMPARE(part<QLabel>(&dialog, u"state"_s)->text(), QString());
    }

    void longErrorsAreShownWhole()
    {
        SignInDialog dialog;
        dialog.show();
        dialog.showError(u"many words that do not fit "_s.repeated(12));
        const auto* state = part<QLabel>(&dialog, u"state"_s);
        dialog.grab();
        QVERIFY(state->height() >= state->heightForWidth(state->width()));
    }

    void anotherAccountTakesNothingUnasked()
    {
        FlowFixture fixture({u"bo"_s, u"secret"_s, {}});
        fixture.flow.setKept({u"anna"_s, 2});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QVERIFY(fixture.submitted.empty());
        auto* question = fixture.window.findChild<Question*>();
        QVERIFY(question != nullptr);
        QVERIFY(question->text().contains(u"2 messages of anna"));
        question->reject();
        QVERIFY(fixture.submitted.empty());
        QVERIFY(fixture.flow.dialog() != nullptr);
    }

    void signedOutTheSameCanComeBackAtOnce()
    {
        FlowFixture fixture;
        fixture.flow.takeAccount({});
        fixture.flow.setKept({u"anna"_s, 0});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QCOMPARE(part<QLineEdit>(fixture.flow.dialog(), u"server"_s)->text(), u"ws://localhost:1"_s);
        QCOMPARE(part<QLineEdit>(fixture.flow.dialog(), u"name"_s)->text(), u"anna"_s);
    }

    void theSameAccountIsNotAsked()
    {
        FlowFixture fixture({u"anna"_s, u"secret"_s, {}});
        fixture.flow.setKept({u"anna"_s, 2});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QVERIFY(std::holds_alternative<input::SignIn>(fixture.submitted.back()));
    }

    void aUserSignedOutElsewhereSeesWhy()
    {
        FlowFixture fixture({u"anna"_s, u"secret"_s, {}});
        fixture.flow.takeAccount(u"anna"_s);
        const auto says = [&fixture](const QString& words) {
            for (const QLabel* label : fixture.flow.dialog()->findChildren<QLabel*>()) {
                if (label->text().contains(words)) {
                    return true;
                }
            }
            return false;
        };
        // Either may come first. The command line's account does not sign the user in again.
        fixture.flow.takeAccount({});
        fixture.flow.takeConnection({ConnectionPhase::SignedOut, {}, protocol::ErrorCode::TokenRevoked});
        QVERIFY(says(u"has been signed out"_s));
        fixture.flow.setKept({u"anna"_s, 1});
        fixture.flow.begin(QUrl(u"ws://localhost:1"_s));
        QVERIFY(fixture.submitted.empty());
        QCOMPARE(part<QLineEdit>(fixture.flow.dialog(), u"name"_s)->text(), u"anna"_s);
        QVERIFY(says(u"has been signed out"_s));
        // The next time it is the user who signs out.
        fixture.flow.takeConnection({ConnectionPhase::Connecting, {}, {}});
        fixture.flow.takeAccount(u"anna"_s);
        QTRY_VERIFY(fixture.flow.dialog() == nullptr);
        fixture.flow.takeConnection({ConnectionPhase::SignedOut, {}, {}});
        fixture.flow.takeAccount({});
        QVERIFY(!says(u"has been signed out"_s));
    }

    void signedOutAsksAgain()
    {
        FlowFixture fixture;
        fixture.flow.takeAccount(u"anna"_s);
        QVERIFY(fixture.flow.dialog() == nullptr);
        fixture.flow.takeAccount({});
        QVERIFY(fixture.flow.dialog() != nullptr);
    }
};

TIDEMARK_SUITE(TestSignIn, QApplication)

} // namespace tidemark::sign_in_test

#include "test_sign_in.moc"
