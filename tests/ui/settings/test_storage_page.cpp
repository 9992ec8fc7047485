#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/settings/export_dialog.h"
#include "ui/settings/storage_page.h"
#include "ui/settings/storage_text.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>

namespace tidemark::storage_page_test {

using namespace Qt::StringLiterals;
using test::summaryOf;

namespace {

QPushButton* buttonOf(const QWidget* parent, const QString& words)
{
    for (QPushButton* button : parent->findChildren<QPushButton*>()) {
        if (button->text().remove(u'&') == words) {
            return button;
        }
    }
    return nullptr;
}

bool says(const QWidget* parent, const QString& words)
{
    for (const QLabel* label : parent->findChildren<QLabel*>()) {
        if (label->isVisibleTo(parent) && label->text().contains(words)) {
            return true;
        }
    }
    return false;
}

StorageReport someReport()
{
    StorageReport report;
    report.folder = u"/home/anna/.local/share/tidemark"_s;
    report.contents.conversations = 2;
    report.contents.entries = 12345;
    report.contents.databaseBytes = 3000000;
    return report;
}

struct Fixture : test::RecordedSession {
    Fixture()
    {
        session.takeConversations({summaryOf(1, "Zoo"), summaryOf(7, "Crew: one/two")});
        page.show();
    }
    StorageController& storage() { return session.storage(); }

    QSignalSpy wanted{&session.storage(), &StorageController::reportWanted};
    StoragePage page{session, nullptr};
};

/// A dialog that outlives its closing.
struct ExportFixture : test::RecordedSession {
    ExportFixture()
    {
        session.takeConversations({summaryOf(1, "Zoo"), summaryOf(7, "Crew: one/two")});
        dialog = new ExportDialog(session.storage(), session.conversations(), ConversationId(1));
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    }
    ~ExportFixture() { delete dialog; }
    ExportFixture(const ExportFixture&) = delete;
    ExportFixture& operator=(const ExportFixture&) = delete;

    [[nodiscard]] ExportRequest request() const { return exported.last()[0].value<ExportRequest>(); }

    ExportDialog* dialog;
    QSignalSpy exported{&session.storage(), &StorageController::exportWanted};
    QSignalSpy cancelled{&session.storage(), &StorageController::cancelWanted};
};

} // namespace

class TestStoragePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theStoredDataIsShown()
    {
        Fixture fixture;
        QCOMPARE(fixture.wanted.size(), 1);
        QVERIFY(!buttonOf(&fixture.page, u"Open folder"_s)->isEnabled());
        Q_EMIT fixture.storage().reported(someReport());
        auto* place = fixture.page.findChild<QLineEdit*>();
        QCOMPARE(place->text(), someReport().folder);
        QVERIFY(place->isReadOnly());
        QVERIFY(says(&fixture.page, QLocale().formattedDataSize(3000000, 1)));
        QVERIFY(says(&fixture.page, u"2 conversations; 12,345 messages"_s));
        QVERIFY(!says(&fixture.page, u"set aside"_s));
        QVERIFY(buttonOf(&fixture.page, u"Open folder"_s)->isEnabled());
        StorageReport damaged = someReport();
        damaged.contents.damagedFiles = 1;
        Q_EMIT fixture.storage().reported(damaged);
        QVERIFY(says(&fixture.page, u"set aside"_s));
    }

    void whetherAllMessagesAreKept()
    {
        test::RecordedSession recorded;
        Preferences& preferences = recorded.session.preferences();
        const QSignalSpy known(&preferences, &Preferences::historyKnown);
        const QSignalSpy kept(&preferences, &Preferences::chosen);
        QVERIFY(Preferences::keys().contains(u"keep-history"_s));
        preferences.take(u"keep-history"_s, {});
        QCOMPARE(known.size(), 1);
        QVERIFY2(known[0][0].toBool(), "without a stored choice all messages are downloaded");
        preferences.take(u"keep-history"_s, u"off"_s);
        QCOMPARE(known.size(), 2);
        QVERIFY(!known[1][0].toBool());

        const StoragePage page(recorded.session, nullptr);
        auto* box = page.findChild<QCheckBox*>(u"keep-history"_s);
        QVERIFY(!box->isChecked());
        QVERIFY(kept.isEmpty());
        box->click();
        QVERIFY(preferences.keepsHistory());
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept[0], (QList<QVariant>{u"keep-history"_s, u"on"_s}));
        QVERIFY(known[2][0].toBool());
    }

    void whatIsDownloadedAndHowMuchStays()
    {
        test::RecordedSession recorded;
        Preferences& preferences = recorded.session.preferences();
        const QSignalSpy kept(&preferences, &Preferences::chosen);
        QCOMPARE(recorded.session.files().downloadLimit(), 10000000U);
        preferences.take(u"download-megabytes"_s, u"100"_s);
        QCOMPARE(recorded.session.files().downloadLimit(), 100000000U);
        const StoragePage page(recorded.session, nullptr);
        auto* size = page.findChild<QComboBox*>(u"download-size"_s);
        QCOMPARE(size->currentText(), u"Up to 100.0 MB"_s);
        size->setCurrentIndex(0);
        Q_EMIT size->activated(0);
        QCOMPARE(recorded.session.files().downloadLimit(), 0U);
        auto* cache = page.findChild<QComboBox*>(u"cache-size"_s);
        QCOMPARE(cache->currentText(), u"2 GB"_s);
        cache->setCurrentIndex(0);
        Q_EMIT cache->activated(0);
        QCOMPARE(kept.size(), 2);
        QCOMPARE(kept[0], (QList<QVariant>{u"download-megabytes"_s, u"0"_s}));
        QCOMPARE(kept[1], (QList<QVariant>{u"file cache megabytes"_s, u"512"_s}));
    }

    void theIndexIsRebuilt()
    {
        Fixture fixture;
        QSignalSpy rebuild(&fixture.storage(), &StorageController::rebuildWanted);
        QPushButton* button = buttonOf(&fixture.page, u"Rebuild the search index"_s);
        button->click();
        QCOMPARE(rebuild.size(), 1);
        QVERIFY(!button->isEnabled());
        fixture.storage().takeIndexProgress({1200, 12345, false, {}});
        QVERIFY(says(&fixture.page, u"1,200 of 12,345"_s));
        QVERIFY(!button->isEnabled());
        // Another page that is opened meanwhile shows it too.
        StoragePage second(fixture.session, nullptr);
        QVERIFY(!buttonOf(&second, u"Rebuild the search index"_s)->isEnabled());
        fixture.storage().takeIndexProgress({12345, 12345, true, {}});
        QVERIFY(button->isEnabled());
        QVERIFY(says(&fixture.page, u"Done"_s));
        fixture.storage().takeIndexProgress({0, 0, true, u"no room"_s});
        QVERIFY(says(&fixture.page, u"no room"_s));
    }

    void everythingIsChecked()
    {
        Fixture fixture;
        QSignalSpy check(&fixture.storage(), &StorageController::checkWanted);
        QPushButton* button = buttonOf(&fixture.page, u"Check and repair"_s);
        button->click();
        button->click();
        fixture.storage().check();
        QCOMPARE(check.size(), 1);
        QVERIFY(!button->isEnabled());
        StorageCheck result;
        result.audit.checked = 2;
        fixture.storage().takeCheck(result);
        QVERIFY(button->isEnabled());
        QVERIFY(says(&fixture.page, u"No problems found"_s));
        QCOMPARE(fixture.wanted.size(), 2);
    }

    void resultsInWords()
    {
        StorageCheck check;
        check.audit.differences.resize(2);
        check.audit.repaired = true;
        check.wasIndexBad = true;
        QCOMPARE(checkText(check),
                 u"2 counts were wrong and have been repaired. The search index was damaged "
                 "and is being built again."_s);
        check.problem = u"The disk is full."_s;
        QCOMPARE(checkText(check), u"The database could not be checked: The disk is full."_s);
        check = {};
        check.wasDamaged = true;
        check.notices = QStringList{u"set aside"_s};
        QCOMPARE(checkText(check), u"set aside"_s);

        ExportResult result{1, ExportResult::End::Written, {}, u"/tmp/a.txt"_s, 1, 0};
        QCOMPARE(exportText(result), u"1 message or notice was written to “a.txt”."_s);
        result.items = 5;
        result.missing = 3;
        QCOMPARE(exportText(result), u"5 messages and notices were written to “a.txt”. 3 entries are not on "
                                     "this computer; the file shows the gaps."_s);
        result.missing = 0;
        result.files = 2;
        QCOMPARE(exportText(result),
                 u"5 messages and notices were written to “a.txt”. 2 pictures and files are "
                 "in the folder “a.txt.files”."_s);
        result.files = 0;
        result.missingFiles = 1;
        QCOMPARE(exportText(result),
                 u"5 messages and notices were written to “a.txt”. 1 picture or file could not be copied, "
                 "because it is not on this computer or cannot be read."_s);
        result.end = ExportResult::End::Failed;
        result.problem = u"The disk is full."_s;
        QCOMPARE(exportText(result), u"Nothing was written. The disk is full."_s);
    }

    void thePageOffersTheOpenConversation()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        buttonOf(&fixture.page, u"Export a conversation…"_s)->click();
        auto* dialog = fixture.page.findChild<ExportDialog*>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->findChild<QComboBox*>()->currentText(), u"Crew: one/two"_s);
        dialog->close();
    }

    void theChosenConversationIsExported()
    {
        ExportFixture fixture;
        const auto fields = fixture.dialog->findChildren<QComboBox*>();
        QCOMPARE(fields.at(0)->currentText(), u"Zoo"_s);
        fields.at(0)->setCurrentIndex(0);
        fields.at(1)->setCurrentIndex(1);
        fixture.dialog->exportTo(u"/tmp/crew.jsonl"_s);
        QCOMPARE(fixture.request().conversation, ConversationId(7));
        QCOMPARE(fixture.request().path, u"/tmp/crew.jsonl"_s);
        QVERIFY(fixture.request().format->gap({Seq(1), Seq(2)}, false).starts_with('{'));
        QVERIFY(!buttonOf(fixture.dialog, u"Export…"_s)->isEnabled());
        Q_EMIT fixture.session.storage().exportProgressed({fixture.request().tag, 10, 40});
        QVERIFY(says(fixture.dialog, u"10 of 40"_s));
        Q_EMIT fixture.session.storage().exportFinished(
            {fixture.request().tag + 1, ExportResult::End::Written, {}, {}, 0, 0});
        QVERIFY(says(fixture.dialog, u"10 of 40"_s));
        Q_EMIT fixture.session.storage().exportFinished(
            {fixture.request().tag, ExportResult::End::Written, {}, u"/tmp/crew.jsonl"_s, 40, 12345});
        QVERIFY(says(fixture.dialog, u"written to “crew.jsonl”"_s));
        const int needed = fixture.dialog->layout()->totalHeightForWidth(fixture.dialog->width());
        QVERIFY2(fixture.dialog->height() >= needed, "the dialog shows the whole text");
        QVERIFY(buttonOf(fixture.dialog, u"Export…"_s)->isEnabled());
    }

    void closingWhileItIsWrittenCancels()
    {
        ExportFixture fixture;
        fixture.dialog->exportTo(u"/tmp/zoo.txt"_s);
        fixture.dialog->close();
        QCOMPARE(fixture.cancelled.size(), 1);
        QVERIFY(fixture.dialog->isVisible());
        Q_EMIT fixture.session.storage().exportFinished(
            {fixture.request().tag, ExportResult::End::Cancelled, {}, {}, 0, 0});
        QVERIFY(says(fixture.dialog, u"Nothing was written"_s));
        fixture.dialog->close();
        QVERIFY(!fixture.dialog->isVisible());
    }

    void aPlaceIsAskedFor()
    {
        ExportFixture fixture;
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        buttonOf(fixture.dialog, u"Export…"_s)->click();
        auto* place = fixture.dialog->findChild<QFileDialog*>();
        QVERIFY(place != nullptr);
        QCOMPARE(place->acceptMode(), QFileDialog::AcceptSave);
        const QString suggested = place->selectedFiles().value(0);
        QVERIFY2(suggested.endsWith(u".txt"_s) && suggested.contains(u"/Zoo "_s), qPrintable(suggested));
        Q_EMIT place->fileSelected(u"/tmp/zoo.txt"_s);
        QCOMPARE(fixture.request().path, u"/tmp/zoo.txt"_s);
        Q_EMIT fixture.session.storage().exportFinished(
            {fixture.request().tag, ExportResult::End::Written, {}, {}, 0, 0});
    }

    void theMenuOfAConversationOffersIt()
    {
        test::RecordedSession recorded;
        recorded.session.takeConversations({summaryOf(1, "Zoo"), summaryOf(7, "Crew")});
        MainWindow window(recorded.session);
        window.show();
        // The offscreen platform prints this for every menu.
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support grabbing the keyboard");
        Q_EMIT window.findChild<SidePane*>()->conversationMenuWanted(ConversationId(7), {10, 10}, false);
        auto* menu = window.findChild<ConversationMenu*>();
        QVERIFY(menu != nullptr);
        Q_EMIT menu->exportWanted();
        menu->close();
        auto* dialog = window.findChild<ExportDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QCOMPARE(dialog->findChild<QComboBox*>()->currentText(), u"Crew"_s);
    }

    void titlesBecomeFileNames_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << u"Crew"_s << u"Crew"_s;
        QTest::newRow("separators") << u"a/b\\c: d"_s << u"a b c d"_s;
        QTest::newRow("hidden") << u"..x"_s << u"x"_s;
        QTest::newRow("nothing left") << u"///"_s << u"conversation"_s;
        QTest::newRow("Chinese") << u"产品讨论组"_s << u"产品讨论组"_s;
    }
    void titlesBecomeFileNames()
    {
        QFETCH(QString, title);
        QFETCH(QString, name);
        QCOMPARE(fileNameOf(title), name);
    }
};

TIDEMARK_SUITE(TestStoragePage, QApplication)

} // namespace tidemark::storage_page_test

#include "test_storage_page.moc"
