#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/settings/account_page.h"
#include "ui/settings/password_prompt.h"
#include "ui/settings/settings_page.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

#include <memory>

namespace tidemark::password_prompt_test {

using namespace Qt::StringLiterals;

namespace {

/// The account's page, with the prompt that its button opens.
struct Asked : test::RecordedSession {
    Asked() : page(makeAccountPage(session))
    {
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        page->show();
        page->findChild<QPushButton*>(u"change-password"_s)->click();
        prompt = page->findChild<PasswordPrompt*>();
    }
    [[nodiscard]] QLineEdit* field(const QString& name) const { return prompt->findChild<QLineEdit*>(name); }
    [[nodiscard]] QPushButton* button() const { return prompt->findChild<QPushButton*>(u"change"_s); }
    [[nodiscard]] QString said() const { return prompt->findChild<QLabel*>(u"state"_s)->text(); }
    void fill(const QString& repeated = u"new secret"_s)
    {
        field(u"old"_s)->setText(u"old secret"_s);
        field(u"new"_s)->setText(u"new secret"_s);
        field(u"repeated"_s)->setText(repeated);
    }
    void answer(std::optional<protocol::ErrorCode> error)
    {
        session.commands().take({all<input::ChangePassword>().back().command, error});
    }
    [[nodiscard]] bool keepsWhatWasTyped() const
    {
        return prompt != nullptr && prompt->isVisible() && field(u"old"_s)->isEnabled()
               && field(u"old"_s)->text() == u"old secret" && field(u"new"_s)->text() == u"new secret"
               && field(u"repeated"_s)->text() == u"new secret" && button()->isEnabled();
    }

    std::unique_ptr<SettingsPage> page;
    QPointer<PasswordPrompt> prompt;
};

} // namespace

class TestPasswordPrompt : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theServerIsAskedOnceAndTheEndIsSaid()
    {
        Asked asked;
        QVERIFY(!asked.button()->isEnabled());
        asked.fill();
        asked.button()->click();
        QVERIFY2(!asked.button()->isEnabled(), "the button waits for the answer");
        const auto requests = asked.all<input::ChangePassword>();
        QCOMPARE(requests.size(), std::size_t(1));
        QCOMPARE(requests[0].oldPassword, std::string("old secret"));
        QCOMPARE(requests[0].newPassword, std::string("new secret"));
        QVERIFY2(requests[0].revokeOthers, "signing out other devices is the default");
        asked.answer({});
        QTRY_VERIFY(asked.prompt == nullptr);
        QStringList words;
        for (const QLabel* label : asked.page->findChildren<QLabel*>()) {
            words += label->text();
        }
        QVERIFY2(words.contains(u"The password was changed."_s), qPrintable(words.join(u'\n')));
    }

    void othersStaySignedInWhereThatIsWanted()
    {
        Asked asked;
        asked.fill();
        asked.prompt->findChild<QCheckBox*>(u"sign-out-others"_s)->click();
        asked.button()->click();
        QVERIFY(!asked.all<input::ChangePassword>().at(0).revokeOthers);
    }

    void nothingIsReadableOverAShoulder()
    {
        const Asked asked;
        for (const QLineEdit* field : asked.prompt->findChildren<QLineEdit*>()) {
            QCOMPARE(field->echoMode(), QLineEdit::Password);
        }
    }

    void aSlipInTheSecondOneIsNotSent()
    {
        Asked asked;
        asked.fill(u"new secrat"_s);
        asked.button()->click();
        QVERIFY(asked.all<input::ChangePassword>().empty());
        QVERIFY(asked.said().contains(u"differ"));
    }

    void aRefusalIsShownInThePrompt_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, protocol::ErrorCode error, const QString& said) {
            QTest::newRow(name) << static_cast<int>(error) << said;
        };
        row("wrong", protocol::ErrorCode::BadCredentials, u"old password is wrong"_s);
        row("short", protocol::ErrorCode::PasswordInvalid, u"8 to 1024 characters"_s);
        row("busy", protocol::ErrorCode::Unavailable, u"Try again"_s);
    }
    void aRefusalIsShownInThePrompt()
    {
        QFETCH(const int, error);
        QFETCH(const QString, said);
        Asked asked;
        asked.fill();
        asked.button()->click();
        asked.answer(static_cast<protocol::ErrorCode>(error));
        QVERIFY2(asked.said().contains(said), qPrintable(asked.said()));
        QVERIFY(asked.keepsWhatWasTyped());
        asked.button()->click();
        QCOMPARE(asked.all<input::ChangePassword>().size(), std::size_t(2));
    }

    void withoutAConnectionNothingIsLost()
    {
        Asked asked;
        asked.fill();
        asked.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        asked.button()->click();
        QVERIFY(asked.all<input::ChangePassword>().empty());
        QVERIFY(asked.said().contains(u"no connection"));
        QVERIFY(asked.keepsWhatWasTyped());

        asked.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        asked.button()->click();
        asked.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        asked.answer(protocol::ErrorCode::Unavailable);
        QVERIFY2(asked.said().contains(u"may have changed already"), qPrintable(asked.said()));
        QVERIFY(asked.keepsWhatWasTyped());
    }
};

TIDEMARK_SUITE(TestPasswordPrompt, QApplication)

} // namespace tidemark::password_prompt_test

#include "test_password_prompt.moc"
