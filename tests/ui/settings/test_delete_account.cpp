#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/settings/account_page.h"
#include "ui/settings/delete_account_prompt.h"
#include "ui/settings/settings_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

#include <algorithm>
#include <memory>

namespace tidemark::delete_account_test {

using namespace Qt::StringLiterals;

namespace {

/// The account's page, with the prompt that its button opens.
struct Asked : test::RecordedSession {
    explicit Asked(bool removesTexts = false) : page(makeAccountPage(session))
    {
        ConnectionStatus online{ConnectionPhase::Online, {}, {}};
        online.limits.removesDeletedTexts = removesTexts;
        session.connection().take(online, -1);
        page->show();
        page->findChild<QPushButton*>(u"delete-account"_s)->click();
        prompt = page->findChild<DeleteAccountPrompt*>();
    }
    [[nodiscard]] QLineEdit* field() const { return prompt->findChild<QLineEdit*>(u"password"_s); }
    [[nodiscard]] QPushButton* button() const { return prompt->findChild<QPushButton*>(u"delete"_s); }
    [[nodiscard]] bool says(const QString& words) const
    {
        const auto labels = prompt->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&words](const QLabel* label) { return label->text().contains(words); });
    }
    void answer(std::optional<protocol::ErrorCode> error)
    {
        session.commands().take({all<input::DeleteAccount>().back().command, error});
    }

    std::unique_ptr<SettingsPage> page;
    QPointer<DeleteAccountPrompt> prompt;
};

} // namespace

class TestDeleteAccount : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void itSaysWhatGoesAndWhatStays()
    {
        const Asked keeps;
        QVERIFY(keeps.prompt != nullptr);
        QVERIFY(keeps.says(u"permanently"_s));
        QVERIFY(keeps.says(u"Your messages stay"_s));
        const Asked removes(true);
        QVERIFY(removes.says(u"deleted for everyone"_s));
        QVERIFY(!removes.says(u"Your messages stay"_s));
    }

    void enterDeletesNothing()
    {
        const Asked asked;
        QVERIFY(!asked.button()->isEnabled());
        asked.field()->setText(u"secret"_s);
        QVERIFY(asked.button()->isEnabled());
        QVERIFY(!asked.button()->isDefault());
        QTest::keyClick(asked.field(), Qt::Key_Return);
        QVERIFY(asked.all<input::DeleteAccount>().empty());
    }

    void thePasswordIsSentOnceAndTheAnswerClosesIt()
    {
        Asked asked;
        asked.field()->setText(u"secret"_s);
        asked.button()->click();
        QCOMPARE(asked.all<input::DeleteAccount>().size(), std::size_t(1));
        QCOMPARE(asked.all<input::DeleteAccount>().back().password, std::string("secret"));
        QVERIFY(!asked.button()->isEnabled());
        asked.answer(std::nullopt);
        QVERIFY(asked.prompt == nullptr || !asked.prompt->isVisible());
    }

    void aWrongPasswordKeepsItOpen()
    {
        Asked asked;
        asked.field()->setText(u"a guess"_s);
        asked.button()->click();
        asked.answer(protocol::ErrorCode::BadCredentials);
        QVERIFY(asked.prompt != nullptr && asked.prompt->isVisible());
        QVERIFY(!asked.prompt->findChild<QLabel*>(u"state"_s)->text().isEmpty());
        QCOMPARE(asked.field()->text(), u"a guess"_s);
        QVERIFY(asked.button()->isEnabled());
    }

    void withoutAConnectionNothingIsSent()
    {
        Asked asked;
        asked.session.connection().take({ConnectionPhase::Waiting, {}, {}}, -1);
        asked.field()->setText(u"secret"_s);
        asked.button()->click();
        QVERIFY(asked.all<input::DeleteAccount>().empty());
        QVERIFY(asked.says(u"no connection"_s));
    }
};

TIDEMARK_SUITE(TestDeleteAccount, QApplication)

} // namespace tidemark::delete_account_test

#include "test_delete_account.moc"
