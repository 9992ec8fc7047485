#include "core/models/words/error_text.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/info/readers_dialog.h"
#include "ui/chat/info/why_dialog.h"
#include "ui/chat/undo_bar.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/receipt_text.h"
#include "ui/session/reading/reading_text.h"
#include "ui/settings/devices_dialog.h"
#include "ui/settings/devices_page.h"
#include "ui/settings/reading_page.h"
#include "ui/timeline/message_menu.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QRadioButton>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

namespace tidemark::reading_dialogs_test {

using namespace Qt::StringLiterals;
using test::someMoment;
using test::summaryOf;

namespace {

const QDate today(2026, 11, 19);

ConversationSummary unreadOf(std::uint64_t id, std::uint64_t unread)
{
    ConversationSummary summary = summaryOf(id, "c" + std::to_string(id));
    summary.cursor.readSeq = Seq(6);
    summary.counts.unread = unread;
    return summary;
}

struct Fixture : test::RecordedSession {
    explicit Fixture(QSize size = {1100, 720})
    {
        session.takeConversations({unreadOf(1, 3), unreadOf(7, 2)});
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(size);
        window.show();
        // Shortcuts belong to the active window, and here no window manager activates it.
        test::setActiveWindow(&window);
        window.grab();
    }
    void answerLast(change::CommandDone done = {})
    {
        done.command = CommandId(lastCommand);
        session.commands().take(done);
    }
    [[nodiscard]] UndoBar* barIn(QWidget* pane) const { return pane->findChild<UndoBar*>(); }

    MainWindow window{session};
    SidePane* side = window.findChild<SidePane*>();
    ChatPane* chat = window.findChild<ChatPane*>();
    ComposerField* field = window.findChild<ComposerField*>();
};

QRadioButton* radioOf(const QWidget* dialog, const QString& words)
{
    for (QRadioButton* button : dialog->findChildren<QRadioButton*>()) {
        if (button->text() == words) {
            return button;
        }
    }
    return nullptr;
}

bool says(const QWidget* dialog, const QString& words)
{
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        if (label->isVisibleTo(dialog) && label->text().contains(words)) {
            return true;
        }
    }
    return false;
}

} // namespace

class TestReadingDialogs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theBarOffersUndo()
    {
        Fixture fixture;
        UndoBar* bar = fixture.barIn(fixture.side);
        QVERIFY(!bar->isVisible());
        fixture.session.marks().markRead(ConversationId(7));
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->text(), u"Marked as read"_s);
        QVERIFY2(!fixture.barIn(fixture.chat)->isVisible(), "only one undo bar is shown");
        bar->findChild<QToolButton*>()->click();
        QVERIFY(!bar->isVisible());
        QCOMPARE(fixture.all<input::MarkUnread>().size(), std::size_t(1));
    }

    void inANarrowWindowItIsWhereTheUserIs()
    {
        Fixture fixture({400, 700});
        fixture.session.chat().open(ConversationId(7));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        QVERIFY(fixture.barIn(fixture.chat)->isVisible());
    }

    void theBarShowsHowFarItIs()
    {
        Fixture fixture;
        fixture.session.marks().markAllRead();
        QCOMPARE(fixture.barIn(fixture.side)->text(), u"Marked 2 conversations as read\n0 of 2 synced"_s);
        ConversationSummary done = unreadOf(7, 0);
        done.cursor.readSeq = Seq(10);
        fixture.session.takeChanges({done});
        QCOMPARE(fixture.barIn(fixture.side)->text(), u"Marked 2 conversations as read\n1 of 2 synced"_s);
    }

    void theKeyUndoesUnlessTheFieldHasSomethingToUndo()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.field->setFocus();
        fixture.session.marks().markRead(ConversationId(1));
        QTest::keyClicks(fixture.field, u"typed"_s);
        QTest::keyClick(fixture.field, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(fixture.session.marks().undo().isPossible());
        QCOMPARE(fixture.window.findChild<Composer*>()->text(), QString());
        QTest::keyClick(fixture.field, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!fixture.session.marks().undo().isPossible());
        QCOMPARE(fixture.all<input::MarkUnread>().size(), std::size_t(1));
    }

    void markingAllAsksAboveAThousand()
    {
        Fixture fixture;
        QTest::keyClick(&fixture.window, Qt::Key_Escape, Qt::ShiftModifier);
        QCOMPARE(fixture.all<input::MarkAllRead>().size(), std::size_t(1));
        fixture.session.takeChanges({unreadOf(1, 12340)});
        QTest::keyClick(&fixture.window, Qt::Key_Escape, Qt::ShiftModifier);
        QCOMPARE(fixture.all<input::MarkAllRead>().size(), std::size_t(1));
        auto* question = fixture.window.findChild<Question*>();
        QVERIFY(question != nullptr);
        const QString number = QLocale().toString(12342);
        QCOMPARE(question->text(), u"Mark %1 messages in 2 conversations as read?"_s.arg(number));
        for (QAbstractButton* button : question->buttons()) {
            if (question->buttonRole(button) == QMessageBox::AcceptRole) {
                button->click();
            }
        }
        QCOMPARE(fixture.all<input::MarkAllRead>().size(), std::size_t(2));
    }

    void anUncertainNumberIsAskedAboutAsSuch()
    {
        Fixture fixture;
        ConversationSummary uncertain = unreadOf(1, 5000);
        uncertain.exact = false;
        fixture.session.takeChanges({uncertain});
        QTest::keyClick(&fixture.window, Qt::Key_Escape, Qt::ShiftModifier);
        QVERIFY(fixture.window.findChild<Question*>()->text().contains(u"at least"));
    }

    void theMenuExplainsTheBadge()
    {
        Fixture fixture;
        QSignalSpy wanted(&fixture.session.unreadExplainer(), &UnreadExplainer::explanationWanted);
        // The offscreen platform prints this for every menu.
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support grabbing the keyboard");
        Q_EMIT fixture.side->conversationMenuWanted(ConversationId(1), {10, 10}, true);
        auto* menu = fixture.window.findChild<ConversationMenu*>();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->activeAction(), menu->whyAction());
        menu->whyAction()->trigger();
        menu->close();
        QCOMPARE(wanted.size(), 1);
        auto* dialog = fixture.window.findChild<WhyDialog*>();
        QVERIFY(dialog->isVisible() && !dialog->isModal());
        Q_EMIT dialog->messageWanted(ConversationId(1), Seq(8));
        QCOMPARE(fixture.session.chat().current(), ConversationId(1));
    }

    void onlyAMessageOfOthersCanBeMarkedAsUnread_data()
    {
        using LastLine = ConversationSummary::LastLine;
        QTest::addColumn<int>("lastLine");
        QTest::addColumn<bool>("isOwn");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("a message") << int(LastLine::Message) << false << true;
        QTest::newRow("an own message") << int(LastLine::Message) << true << false;
        QTest::newRow("a notice") << int(LastLine::Notice) << false << false;
        QTest::newRow("a message taken back") << int(LastLine::Recalled) << false << false;
        QTest::newRow("nothing") << int(LastLine::None) << false << false;
    }
    void onlyAMessageOfOthersCanBeMarkedAsUnread()
    {
        QFETCH(int, lastLine);
        QFETCH(bool, isOwn);
        ConversationSummary summary = unreadOf(7, 0);
        summary.lastLine = ConversationSummary::LastLine(lastLine);
        summary.lastIsOwn = isOwn;
        summary.lastSeq = Seq(8);
        const ConversationMenu menu(summary, {});
        const QList<QAction*> actions = menu.actions();
        const bool isOffered = std::any_of(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text() == u"Mark as unread";
        });
        QTEST(isOffered, "isOffered");
    }

    void aConversationMayDifferFromTheAccount()
    {
        ConversationSummary summary = unreadOf(7, 0);
        summary.settings.muted = true;
        AccountSettings account;
        account.receipts = ReceiptPrivacy::Private;
        const ConversationMenu menu(summary, account);
        QSignalSpy wanted(&menu, &ConversationMenu::settingsWanted);
        const auto* receipts = menu.findChildren<QMenu*>().last();
        QCOMPARE(receipts->title(), u"Read receipts"_s);
        QCOMPARE(receipts->actions().size(), 3);
        QVERIFY(receipts->actions().at(0)->isChecked());
        QVERIFY(receipts->actions().at(0)->text().endsWith(u"(off)"));
        QCOMPARE(receipts->actions().at(0)->toolTip(), receiptsSeenText(true));
        QCOMPARE(receipts->actions().at(1)->toolTip(), receiptsSeenText(false));
        receipts->actions().at(1)->trigger();
        const auto settings = wanted.first().first().value<ConversationSettings>();
        QCOMPARE(settings.receipts, ReceiptPrivacy::Public);
        QVERIFY(settings.muted);
    }

    void theHeaderMarksPrivateReading()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        const auto* header = fixture.window.findChild<ChatHeader*>();
        QVERIFY2(!header->toolTip().contains(receiptsSeenText(true)), qPrintable(header->toolTip()));
        AccountSettings settings;
        settings.receipts = ReceiptPrivacy::Private;
        fixture.session.account().takeSettings(settings);
        QVERIFY(header->toolTip().contains(receiptsSeenText(true)));
        ConversationSummary own = unreadOf(7, 2);
        own.settings.receipts = ReceiptPrivacy::Public;
        fixture.session.takeChanges({own});
        QVERIFY2(!header->toolTip().contains(receiptsSeenText(true)), qPrintable(header->toolTip()));
    }

    void privacyIsTheServersToKeep()
    {
        Fixture fixture;
        const ReadingPage page(fixture.session);
        auto* receipts = page.findChild<QCheckBox*>(u"receipts"_s);
        QVERIFY(receipts->isChecked());
        QVERIFY(says(&page, receiptsSeenText(false)));
        receipts->click();
        QVERIFY(says(&page, receiptsSeenText(true)));
        QCOMPARE(fixture.all<input::SetAccountSettings>().back().receipts, ReceiptPrivacy::Private);
        change::CommandDone refused;
        refused.error = protocol::ErrorCode::TooFast;
        fixture.answerLast(refused);
        QVERIFY2(receipts->isChecked(), "a refused change is undone");
        QVERIFY(says(&page, errorText(protocol::ErrorCode::TooFast)));
        receipts->click();
        QVERIFY(!says(&page, errorText(protocol::ErrorCode::TooFast)));
        fixture.answerLast();
        fixture.session.account().takeSettings({ReceiptPrivacy::Private, 1, ReadingPolicy::WhenSeen});
        QVERIFY(!receipts->isChecked());
    }

    void aChoiceStaysUntilTheServerAnswers()
    {
        Fixture fixture;
        const ReadingPage page(fixture.session);
        radioOf(&page, policyName(ReadingPolicy::ByHand))->click();
        // Another device has changed the account meanwhile.
        fixture.session.account().takeSettings({ReceiptPrivacy::Public, 1, ReadingPolicy::OnOpening});
        QVERIFY(radioOf(&page, policyName(ReadingPolicy::ByHand))->isChecked());
        fixture.answerLast();
        fixture.session.account().takeSettings({ReceiptPrivacy::Public, 2, ReadingPolicy::OnOpening});
        QVERIFY(radioOf(&page, policyName(ReadingPolicy::OnOpening))->isChecked());
    }

    void thePolicyIsChosenForTheAccountAndForThisDevice()
    {
        Fixture fixture;
        QSignalSpy chosen(&fixture.session, &ChatSession::settingChosen);
        const ReadingPage page(fixture.session);
        for (const ReadingPolicy policy :
             {ReadingPolicy::WhenSeen, ReadingPolicy::OnOpening, ReadingPolicy::ByHand}) {
            QVERIFY(says(&page, policyExplained(policy)));
        }
        QVERIFY(radioOf(&page, policyName(ReadingPolicy::WhenSeen))->isChecked());
        radioOf(&page, policyName(ReadingPolicy::ByHand))->click();
        QCOMPARE(fixture.all<input::SetAccountSettings>().back().reading, ReadingPolicy::ByHand);
        fixture.answerLast();
        fixture.session.account().takeSettings({ReceiptPrivacy::Public, 1, ReadingPolicy::ByHand});
        QVERIFY(radioOf(&page, policyName(ReadingPolicy::ByHand))->isChecked());
        auto* device = page.findChild<QComboBox*>(u"device-policy"_s);
        QCOMPARE(device->currentIndex(), 0);
        QTest::keyClick(device, Qt::Key_Down);
        QTest::keyClick(device, Qt::Key_Down);
        QCOMPARE(chosen.back(), (QVariantList{u"reading-policy"_s, u"on-opening"_s}));
        QCOMPARE(fixture.session.chat().reading().policy(), ReadingPolicy::OnOpening);
        QTest::keyClick(device, Qt::Key_Home);
        QCOMPARE(chosen.back(), (QVariantList{u"reading-policy"_s, QString()}));
        QCOMPARE(fixture.session.chat().reading().policy(), ReadingPolicy::ByHand);
    }

    void thisDevicesPolicyComesFromTheProfile()
    {
        Fixture fixture;
        fixture.session.takeSetting(u"reading-policy"_s, u"by-hand"_s);
        fixture.session.takeSetting(u"server"_s, u"when-seen"_s);
        QCOMPARE(fixture.session.chat().reading().policy(), ReadingPolicy::ByHand);
        const ReadingPage page(fixture.session);
        QCOMPARE(page.findChild<QComboBox*>()->currentText(), policyName(ReadingPolicy::ByHand));
    }

    void offlineOnlyThisDeviceCanBeChanged()
    {
        Fixture fixture;
        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        const ReadingPage page(fixture.session);
        auto* receipts = page.findChild<QCheckBox*>(u"receipts"_s);
        QVERIFY(!receipts->isEnabled());
        QVERIFY(!radioOf(&page, policyName(ReadingPolicy::ByHand))->isEnabled());
        QVERIFY(says(&page, u"only the rule for this device"_s));
        QTest::keyClick(page.findChild<QComboBox*>(), Qt::Key_End);
        QCOMPARE(fixture.session.chat().reading().devicePolicy(), ReadingPolicy::ByHand);
        QVERIFY(fixture.all<input::SetAccountSettings>().empty());
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        QVERIFY(receipts->isEnabled() && !says(&page, u"only this device"_s));
    }

    void noHintIsCutInTheNarrowestWindow()
    {
        ChatHeader header;
        header.setBackVisible(true);
        header.resize(360, header.height());
        header.show();
        for (const ReadingPause pause :
             {ReadingPause::ByHand, ReadingPause::Locked, ReadingPause::NotActive, ReadingPause::Covered,
              ReadingPause::MarkedUnread, ReadingPause::Idle, ReadingPause::Untouched}) {
            header.setHint(pauseText(pause));
            QVERIFY(!pauseText(pause).isEmpty());
            QVERIFY2(header.isHintWhole(), qPrintable(pauseText(pause)));
        }
        header.setHint(u"words that are far too long for a window of three hundred and sixty pixels"_s);
        QVERIFY(!header.isHintWhole());
        QVERIFY2(header.toolTip().contains(u"far too long"_s), "the tip has them all");
        QVERIFY(pauseText(ReadingPause::None).isEmpty());
        QVERIFY(pauseText(ReadingPause::Idle).contains(u" 2 min"_s));
    }

    void readersComeWithNamesAndTimes()
    {
        Fixture fixture;
        ReadersDialog dialog(fixture.session, {ConversationId(7), Seq(9)}, themeFor(ThemeChoice::Light, {}));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        const auto asked = fixture.all<input::GetReaders>();
        QCOMPARE(asked.size(), std::size_t(1));
        QCOMPARE(asked[0].seq, Seq(9));
        protocol::Readers readers;
        readers.users = {{UserId(2), "Anna"}, {UserId(3), "Bo"}};
        readers.readAt = {UnixMs{someMoment}, UnixMs{}};
        readers.memberCount = 8;
        readers.readerCount = 2;
        fixture.answerLast({.result = readers});
        QVERIFY(says(&dialog, u"Read by 2 of 7"_s));
        const auto rows = dialog.findChild<PlainList*>()->rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows.at(0).title, u"Anna"_s);
        QVERIFY(rows.at(0).text.contains(u"14:02"));
        QCOMPARE(rows.at(1).text, u"Has read it"_s);
    }

    void moreOfManyReadersComeAsTheyAreScrolledTo()
    {
        Fixture fixture;
        ReadersDialog dialog(fixture.session, {ConversationId(7), Seq(9)}, themeFor(ThemeChoice::Light, {}));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        auto* list = dialog.findChild<PlainList*>();
        const auto asked = [&] { return fixture.all<input::GetReaders>().size(); };
        const auto receivePage = [&](std::uint64_t first, std::uint64_t last) {
            protocol::Readers page;
            for (std::uint64_t id = first; id <= last; ++id) {
                page.users.push_back({UserId(id), "reader " + std::to_string(id)});
            }
            page.memberCount = 501;
            page.readerCount = 250;
            fixture.answerLast({.result = page});
            dialog.grab();
        };
        receivePage(1, 200);
        QVERIFY(says(&dialog, u"Read by 250 of 500"_s));
        QCOMPARE(list->count(), 200);
        QCOMPARE(asked(), std::size_t(1));
        list->scrollToBottom();
        QCOMPARE(asked(), std::size_t(2));
        QCOMPARE(fixture.all<input::GetReaders>().back().seq, Seq(9));
        QCOMPARE(fixture.all<input::GetReaders>().back().after, UserId(200));
        list->scrollToTop();
        list->scrollToBottom();
        QCOMPARE(asked(), std::size_t(2)); // the answer has not come yet

        change::CommandDone refused;
        refused.error = protocol::ErrorCode::TooFast;
        fixture.answerLast(refused);
        QCOMPARE(list->count(), 200);
        list->scrollToTop();
        list->scrollToBottom();
        QCOMPARE(asked(), std::size_t(3));
        QCOMPARE(fixture.all<input::GetReaders>().back().after, UserId(200));
        receivePage(201, 250);
        QVERIFY(says(&dialog, u"Read by 250 of 500"_s));
        QCOMPARE(list->count(), 250);
        list->scrollToBottom();
        QCOMPARE(asked(), std::size_t(3));
    }

    void formerMembersDoNotMakeMoreReadersThanMembers()
    {
        protocol::Readers readers;
        readers.users.resize(3);
        readers.memberCount = 3;
        QCOMPARE(readersText(readers), u"Read by 3"_s);
        readers.memberCount = 4;
        QCOMPARE(readersText(readers), u"Read by 3 of 3"_s);
    }

    void ownMessagesHaveReaders()
    {
        TimelineRow row;
        row.seq = Seq(9);
        QVERIFY(!MessageMenu(row).hasReaders());
        row.isOwn = true;
        MessageMenu menu(row);
        QVERIFY(menu.hasReaders());
        menu.setReaders(u"Read by 2 of 7"_s);
        QSignalSpy wanted(&menu, &MessageMenu::readersWanted);
        for (QAction* action : menu.actions()) {
            if (action->text() == u"Read by 2 of 7…") {
                action->trigger();
            }
        }
        QCOMPARE(wanted.size(), 1);
    }

    void devicesInWords_data()
    {
        QTest::addColumn<bool>("isConnected");
        QTest::addColumn<bool>("agrees");
        QTest::addColumn<qint64>("agreedAt");
        QTest::addColumn<QString>("words");
        QTest::newRow("same") << true << true << qint64(someMoment) << u"In sync as of 14:02"_s;
        QTest::newRow("same when it left") << false << true << qint64(someMoment) << u"In sync as of 14:02"_s;
        QTest::newRow("differs") << true << false << qint64(someMoment)
                                 << u"Out of sync since 14:02: repairing"_s;
        QTest::newRow("new") << true << false << qint64(0) << u"Updating"_s;
        QTest::newRow("behind") << false << false << qint64(someMoment)
                                << u"In sync as of 14:02. Updates when it connects"_s;
        QTest::newRow("never") << false << false << qint64(0) << u"Not compared yet"_s;
    }
    void devicesInWords()
    {
        QFETCH(bool, isConnected);
        QFETCH(bool, agrees);
        QFETCH(qint64, agreedAt);
        QFETCH(QString, words);
        protocol::Device device;
        device.isConnected = isConnected;
        device.agrees = agrees;
        device.agreedAt = UnixMs{agreedAt};
        QCOMPARE(agreementText(device, today), words);
    }

    void thisDeviceComesFirst()
    {
        Fixture fixture;
        DevicesDialog dialog(fixture.session, themeFor(ThemeChoice::Dark, {}));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        QCOMPARE(fixture.all<input::GetDevices>().size(), std::size_t(1));
        std::vector<protocol::Device> devices{
            {DeviceId(1), "phone", {}, true, UnixMs{someMoment}, {}, false},
            {DeviceId(2), "laptop", {}, true, UnixMs{someMoment}, UnixMs{someMoment}, true}};
        fixture.answerLast({.result = change::OwnDevices{devices, DeviceId(2)}});
        const auto rows = dialog.findChild<PlainList*>()->rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows.at(0).title, u"laptop"_s);
        QCOMPARE(rows.at(0).side, u"this device"_s);
        QCOMPARE(rows.at(1).side, u"connected"_s);
        QVERIFY(says(&dialog, u"1 device is updating"_s));
        devices.front().agrees = true;
        QCOMPARE(agreementHeadline(devices), u"All connected devices are in sync with the server."_s);
    }

    void aListIsAskedForAgainWhenTheConnectionIsBack()
    {
        Fixture fixture;
        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        DevicesDialog dialog(fixture.session, themeFor(ThemeChoice::Light, {}));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        QVERIFY(fixture.all<input::GetDevices>().empty());
        QVERIFY(says(&dialog, u"Connect to the server"_s));
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        QCOMPARE(fixture.all<input::GetDevices>().size(), std::size_t(1));
        QVERIFY(!says(&dialog, u"Connect to the server"_s));
    }
};

TIDEMARK_SUITE(TestReadingDialogs, QApplication)

} // namespace tidemark::reading_dialogs_test

#include "test_reading_dialogs.moc"
