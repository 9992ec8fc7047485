#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/ui/recorded_session.h"
#include "ui/conversations/filter_pill.h"
#include "ui/look/painting.h"
#include "ui/settings/devices_page.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/storage_page.h"
#include "ui/timeline/jump_button.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/search_field.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>

namespace tidemark::settings_test {

using namespace Qt::StringLiterals;

namespace {

struct Settings : test::RecordedSession {
    explicit Settings(QSize size = {780, 580})
    {
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.resize(size);
        dialog.show();
        test::setActiveWindow(&dialog);
        dialog.grab();
    }
    void type(const QString& words)
    {
        search->setText(words);
        dialog.grab();
    }
    /// The shown rows by the names of their controls, from top to bottom.
    [[nodiscard]] QStringList shown() const
    {
        QStringList names;
        for (const QWidget* one : area->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QComboBox*>(one) != nullptr
                                   || qobject_cast<const QAbstractButton*>(one) != nullptr;
            if (isControl && one->isVisible() && !one->objectName().isEmpty()) {
                names += one->objectName();
            }
        }
        return names;
    }
    /// The names of the parts, and the text that replaces an empty result.
    [[nodiscard]] QStringList headings() const
    {
        QStringList words;
        for (const QLabel* label :
             area->widget()->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (label->isVisible()) {
                words += label->text();
            }
        }
        return words;
    }

    SettingsDialog dialog{session};
    SearchField* search = dialog.findChild<SearchField*>();
    QListWidget* parts = dialog.findChild<QListWidget*>(u"parts"_s);
    QComboBox* part = dialog.findChild<QComboBox*>(u"part"_s);
    QScrollArea* area = dialog.findChild<QScrollArea*>();
};

QString labelled(const QWidget* control)
{
    const auto* button = qobject_cast<const QAbstractButton*>(control);
    return button != nullptr ? button->text() : control->accessibleName();
}

} // namespace

class TestSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void keysLookThroughTheLanguagesWithoutChoosing()
    {
        Settings settings;
        auto* language = settings.dialog.findChild<QComboBox*>(u"language"_s);
        QSignalSpy chosen(&settings.session.preferences(), &Preferences::languageChosen);
        const int before = language->currentIndex();
        for (const int key : {int(Qt::Key_Down), int(Qt::Key_Up), int(Qt::Key_End), int(Qt::Key_E)}) {
            QTest::keyClick(language, Qt::Key(key));
            language->hidePopup();
        }
        QCOMPARE(language->currentIndex(), before);
        QVERIFY(chosen.isEmpty());
        // A choice in the list counts.
        language->showPopup();
        QTest::keyClick(language->view(), Qt::Key_Down);
        QTest::keyClick(language->view(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
    }

    void onePartIsShown()
    {
        Settings settings;
        QCOMPARE(settings.parts->count(), 10);
        QVERIFY(settings.parts->isVisible() && !settings.part->isVisible());
        QCOMPARE(settings.headings(), QStringList{u"Appearance"_s});
        QCOMPARE(settings.shown(),
                 (QStringList{u"theme"_s, u"text-size"_s, u"language"_s, u"play-animations"_s}));
        QTest::keyClick(settings.parts, Qt::Key_Down);
        QCOMPARE(settings.headings(), QStringList{u"Writing"_s});
        QCOMPARE(settings.shown(), (QStringList{u"send-key"_s, u"show-typing"_s, u"share-drafts"_s}));
    }

    void narrowTheyAreInABox()
    {
        Settings settings({390, 640});
        QVERIFY(!settings.parts->isVisible() && settings.part->isVisible());
        QCOMPARE(settings.headings(), QStringList());
        QTest::keyClick(settings.part, Qt::Key_End);
        QVERIFY(settings.dialog.findChild<StoragePage*>()->isVisible());
        QCOMPARE(settings.shown(), (QStringList{u"keep-history"_s, u"download-size"_s, u"cache-size"_s}));
        settings.dialog.resize(780, 580);
        QVERIFY(settings.parts->isVisible() && !settings.part->isVisible());
        QCOMPARE(settings.parts->currentRow(), 9);
    }

    void nothingIsWiderThanTheWindow_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrowest") << 320;
        QTest::newRow("narrow") << 390;
        QTest::newRow("wide") << 600;
    }
    void nothingIsWiderThanTheWindow()
    {
        QFETCH(int, width);
        Settings settings({width, 500});
        for (int i = 0; i < settings.part->count(); ++i) {
            settings.dialog.showPart(static_cast<SettingsPart>(i));
            settings.dialog.grab();
            QCOMPARE(settings.area->widget()->width(), settings.area->viewport()->width());
            for (const QWidget* one : settings.area->widget()->findChildren<QWidget*>()) {
                const QPoint corner = one->mapTo(settings.area->widget(), QPoint(one->width(), 0));
                QVERIFY2(!one->isVisible() || corner.x() <= settings.area->widget()->width(),
                         qPrintable(one->objectName()));
            }
        }
    }

    void thePlaceIsKeptWhileTheWindowChanges()
    {
        Settings settings({390, 400});
        settings.dialog.showPart(SettingsPart::Reading);
        settings.dialog.grab();
        QScrollBar* bar = settings.area->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 40);
        bar->setValue(30);
        settings.dialog.resize(392, 400);
        settings.dialog.grab();
        QCOMPARE(bar->value(), 30);
        settings.dialog.showPart(SettingsPart::Notifications);
        QCOMPARE(bar->value(), 0);
    }

    void searchFindsInAllParts_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("headings");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("a label") << u"theme"_s << QStringList{u"Appearance"_s} << QStringList{u"theme"_s};
        QTest::newRow("an explanation")
            << u"dates"_s << QStringList{u"Appearance"_s} << QStringList{u"language"_s};
        QTest::newRow("a choice") << u"ctrl+enter"_s << QStringList{u"Writing"_s}
                                  << QStringList{u"send-key"_s};
        QTest::newRow("a part") << u"badges"_s << QStringList{u"Badges"_s}
                                << QStringList{u"count-of"_s, u"count-muted"_s};
        QTest::newRow("case and width")
            << u"ＴＨＥＭＥ"_s << QStringList{u"Appearance"_s} << QStringList{u"theme"_s};
        QTest::newRow("words in any order")
            << u"closed tray"_s << QStringList{u"Desktop"_s} << QStringList{u"stay-in-tray"_s};
        QTest::newRow("a part and a word of it")
            << u"reading receipts"_s << QStringList{u"Reading and privacy"_s} << QStringList{u"receipts"_s};
        QTest::newRow("nothing") << u"xyzzy"_s << QStringList{u"No setting contains “xyzzy”."_s}
                                 << QStringList{};
        QTest::newRow("a part with a page of its own")
            << u"sign out"_s << QStringList{u"Devices"_s} << QStringList{};
        QTest::newRow("several parts")
            << u"muted"_s << QStringList{u"Notifications"_s, u"Badges"_s}
            << QStringList{u"notify-about"_s, u"notify-reactions"_s, u"count-muted"_s};
    }
    void searchFindsInAllParts()
    {
        QFETCH(QString, typed);
        QFETCH(QStringList, headings);
        QFETCH(QStringList, names);
        Settings settings;
        settings.type(typed);
        QCOMPARE(settings.headings(), headings);
        QCOMPARE(settings.shown(), names);
        QVERIFY(!settings.parts->isEnabled());
        settings.type({});
        QVERIFY(settings.parts->isEnabled());
        QCOMPARE(settings.headings(), QStringList{u"Appearance"_s});
    }

    void quietDevicesAreTheAccounts()
    {
        Settings settings;
        settings.dialog.showPart(SettingsPart::Notifications);
        auto* box = settings.dialog.findChild<QCheckBox*>(u"notify-waits"_s);
        QVERIFY(box != nullptr && box->isChecked() && box->isEnabled());
        box->click();
        const auto asked = settings.all<input::SetAccountSettings>();
        QCOMPARE(asked.size(), 1U);
        QCOMPARE(asked.front().quietWhileActive, std::optional(false));
        QVERIFY2(!asked.front().receipts && !asked.front().reading, "the switch changes no other setting");
        // A refused change returns to the old value.
        change::CommandDone refused;
        refused.command = asked.front().command;
        refused.error = protocol::ErrorCode::Unavailable;
        settings.session.commands().take(refused);
        QVERIFY(box->isChecked());
        AccountSettings elsewhere;
        elsewhere.quietWhileActive = false;
        settings.session.account().takeSettings(elsewhere);
        QVERIFY(!box->isChecked());
        settings.session.connection().take({ConnectionPhase::Offline, {}, {}}, -1);
        QVERIFY(!box->isEnabled());
    }

    void theKeyboardIsEnough()
    {
        Settings settings;
        QCOMPARE(QApplication::focusWidget(), settings.search);
        QTest::keyClicks(settings.search, u"closed tray"_s);
        QTest::keyClick(settings.search, Qt::Key_Down);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"stay-in-tray"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(settings.session.preferences().desktop().staysInTray);
        QTest::keyClick(&settings.dialog, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), settings.search);
        QTest::keyClick(settings.search, Qt::Key_Escape);
        QVERIFY(settings.dialog.isVisible());
        QCOMPARE(settings.search->text(), QString());
        QTest::keyClick(settings.search, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), settings.parts);
        QTest::keyClick(settings.parts, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"theme"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), settings.parts);
        QTest::keyClick(settings.parts, Qt::Key_Escape);
        QVERIFY(!settings.dialog.isVisible());
    }

    void enterInTheFieldGoesToTheFirstFound()
    {
        Settings settings;
        QTest::keyClicks(settings.search, u"sound"_s);
        QTest::keyClick(settings.search, Qt::Key_Return);
        QVERIFY(settings.dialog.isVisible());
        QCOMPARE(QApplication::focusWidget()->objectName(), u"notify-sound"_s);
    }

    void everyControlSaysWhatItIs()
    {
        Settings settings;
        for (const QWidget* one : settings.area->widget()->findChildren<QWidget*>()) {
            const bool isPopup = one->window() != &settings.dialog;
            if (isPopup || (one->focusPolicy() & Qt::TabFocus) == 0) {
                continue;
            }
            QVERIFY2(!labelled(one).isEmpty(), one->metaObject()->className());
            QVERIFY2(!one->accessibleDescription().isEmpty(), qPrintable(labelled(one)));
        }
        QVERIFY(!settings.parts->accessibleName().isEmpty() && !settings.search->accessibleName().isEmpty());
    }

    void noKeyMeansTwoSettings()
    {
        Settings settings;
        QStringList keys;
        for (const QLabel* label : settings.dialog.findChildren<QLabel*>()) {
            keys += QKeySequence::mnemonic(label->buddy() != nullptr ? label->text() : QString()).toString();
        }
        for (const QAbstractButton* button : settings.dialog.findChildren<QAbstractButton*>()) {
            keys += QKeySequence::mnemonic(button->text()).toString();
        }
        keys.removeAll(QString());
        QVERIFY(keys.size() > 10);
        QCOMPARE(keys.removeDuplicates(), 0);
    }

    void aWheelChangesNothing()
    {
        Settings settings;
        const QSignalSpy kept(&settings.session, &ChatSession::settingChosen);
        auto* theme = settings.dialog.findChild<QComboBox*>(u"theme"_s);
        theme->setFocus();
        const QPointF middle = theme->rect().center();
        QWheelEvent turn(middle, theme->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(theme, &turn);
        QCOMPARE(theme->currentIndex(), 0);
        QVERIFY(kept.isEmpty());
    }

    void aPartMayBeAWidgetOfItsOwn()
    {
        Settings settings;
        const auto* devices = settings.dialog.findChild<DevicesPage*>();
        const auto* storage = settings.dialog.findChild<StoragePage*>();
        settings.dialog.showPart(SettingsPart::Devices);
        settings.dialog.grab();
        QVERIFY(devices->isVisible() && !storage->isVisible());
        QCOMPARE(settings.headings(), QStringList{u"Devices"_s});
        QVERIFY(devices->isAncestorOf(QApplication::focusWidget()));
        QVERIFY2(devices->height() > settings.area->viewport()->height() / 2,
                 "the list of devices fills the page");
        settings.type(u"INDEX"_s);
        QCOMPARE(settings.headings(), QStringList{u"Storage"_s});
        QVERIFY(storage->isVisible() && !devices->isVisible());
        settings.type(u"theme"_s);
        QVERIFY(!storage->isVisible());
    }

    void theResultOfACheckIsShown()
    {
        Settings settings({780, 420});
        settings.dialog.showPart(SettingsPart::Storage);
        settings.dialog.grab();
        const auto* page = settings.dialog.findChild<StoragePage*>();
        for (QPushButton* button : page->findChildren<QPushButton*>()) {
            if (button->text() == u"Check and re&pair") {
                button->click();
            }
        }
        const QWidget* viewport = settings.area->viewport();
        const auto isSeen = [page, viewport] {
            const QList<ProgressLine*> lines = page->findChildren<ProgressLine*>();
            return std::any_of(lines.begin(), lines.end(), [viewport](const ProgressLine* one) {
                const QRect place(one->mapTo(viewport, QPoint()), one->size());
                return one->isVisible() && viewport->rect().contains(place);
            });
        };
        QTRY_VERIFY(isSeen());
    }

    void theMenuOpensTheRightPart()
    {
        test::RecordedSession fixture;
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        MainWindow window(fixture.session);
        window.show();
        test::setActiveWindow(&window);
        Q_EMIT window.findChild<SidePane*>()->privacyWanted();
        auto* dialog = window.findChild<SettingsDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        test::setActiveWindow(dialog);
        QCOMPARE(dialog->findChild<QListWidget*>(u"parts"_s)->currentRow(), 2);
        QVERIFY(qobject_cast<QRadioButton*>(dialog->focusWidget()) != nullptr);
        QVERIFY(qobject_cast<QRadioButton*>(dialog->focusWidget())->isChecked());
        // Light or dark applies at once, here too.
        const QIcon before = dialog->findChild<SearchField*>()->actions().first()->icon();
        fixture.session.preferences().chooseTheme(ThemeChoice::Dark);
        QVERIFY(dialog->findChild<SearchField*>()->actions().first()->icon().cacheKey() != before.cacheKey());
        fixture.session.preferences().chooseTheme(ThemeChoice::Light);
    }

    // ---- badges

    void theTotalIsCountedAsChosen_data()
    {
        QTest::addColumn<bool>("countsConversations");
        QTest::addColumn<bool>("countsMuted");
        QTest::addColumn<quint64>("count");
        QTest::addColumn<quint64>("mentions");
        QTest::addColumn<bool>("exact");
        QTest::newRow("messages") << false << false << quint64(12) << quint64(2) << true;
        QTest::newRow("messages, all") << false << true << quint64(111) << quint64(6) << false;
        QTest::newRow("conversations") << true << false << quint64(3) << quint64(2) << true;
        QTest::newRow("conversations, all") << true << true << quint64(8) << quint64(6) << false;
    }
    void theTotalIsCountedAsChosen()
    {
        QFETCH(bool, countsConversations);
        QFETCH(bool, countsMuted);
        QFETCH(quint64, count);
        QFETCH(quint64, mentions);
        QFETCH(bool, exact);
        using Unit = BadgeChoices::Unit;
        const Totals totals{12, 2, 3, 99, true, 4, 5, false};
        const Unit unit = countsConversations ? Unit::Conversations : Unit::Messages;
        QCOMPARE(shownTotal(totals, {unit, countsMuted}), (ShownTotal{count, mentions, exact, unit}));
    }

    void theRestIsInOtherConversations()
    {
        const Totals totals{12, 2, 3, 99, true, 4, 5, true};
        ConversationSummary open = test::summaryOf(7, "one");
        open.counts = {5, 1, 0};
        QCOMPARE(totalsWithout(totals, open), (Totals{7, 1, 2, 99, true, 4, 5, true}));
        open.settings.muted = true;
        QCOMPARE(totalsWithout(totals, open), (Totals{12, 2, 3, 94, true, 3, 4, true}));
        open.settings.archived = true;
        QCOMPARE(totalsWithout(totals, open), totals);
    }

    void theNumberIsSaidInItsUnit()
    {
        using Unit = BadgeChoices::Unit;
        QCOMPARE(hintOf({12, 2, true, Unit::Messages}), u"12 unread messages, 2 mention you"_s);
        QCOMPARE(hintOf({1, 2, true, Unit::Conversations}), u"1 conversation with unread messages"_s);
        QCOMPARE(hintOf({3, 0, false, Unit::Conversations}),
                 u"at least 3 conversations with unread messages"_s);
        QCOMPARE(hintOf({0, 0, true, Unit::Conversations}), QString());
    }

    void everyPlaceShowsTheSame()
    {
        test::RecordedSession fixture;
        QSignalSpy kept(&fixture.session, &ChatSession::settingChosen);
        MainWindow window(fixture.session);
        fixture.session.takeTotals({12, 2, 3, 99, true, 4, 5, true});
        const auto allOf = [&window] {
            for (const FilterPill* pill : window.findChildren<FilterPill*>()) {
                if (pill->filter() == ConversationFilter::All) {
                    return pill->content().count;
                }
            }
            return QString();
        };
        QCOMPARE(window.windowTitle(), u"(12) Tidemark"_s);
        SettingsDialog dialog(fixture.session);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QSignalSpy received(&fixture.session, &ChatSession::totalsChanged);
        QTest::keyClick(dialog.findChild<QComboBox*>(u"count-of"_s), Qt::Key_Down);
        QCOMPARE(kept.takeLast(), (QVariantList{u"count-of"_s, u"conversations"_s}));
        QCOMPARE(received.size(), 1);
        QCOMPARE(window.windowTitle(), u"(3) Tidemark"_s);
        QCOMPARE(allOf(), u"3"_s);
        QTest::keyClick(dialog.findChild<QComboBox*>(u"count-muted"_s), Qt::Key_Down);
        QCOMPARE(kept.takeLast(), (QVariantList{u"count-muted"_s, u"on"_s}));
        QCOMPARE(window.windowTitle(), u"(8) Tidemark"_s);
        QCOMPARE(allOf(), u"8"_s);
        fixture.session.preferences().chooseShowsTyping(false);
        QVERIFY2(received.size() == 2, "other choices change no number");
    }

    void theChoiceIsKept()
    {
        Preferences preferences;
        preferences.take(u"count-of"_s, u"conversations"_s);
        preferences.take(u"count-muted"_s, u"on"_s);
        preferences.take(u"count-of"_s, u"moons"_s);
        QCOMPARE(preferences.badges(), (BadgeChoices{BadgeChoices::Unit::Conversations, true}));
    }

    // ---- size of text

    void textFollowsAtOnce()
    {
        const QFont before = QApplication::font();
        {
            test::RecordedSession fixture;
            QSignalSpy kept(&fixture.session, &ChatSession::settingChosen);
            MainWindow window(fixture.session);
            window.show();
            SettingsDialog dialog(fixture.session, {}, &window);
            dialog.setAttribute(Qt::WA_DeleteOnClose, false);
            dialog.show();
            auto* size = dialog.findChild<QComboBox*>(u"text-size"_s);
            QCOMPARE(size->currentText(), u"100%"_s);
            const QSize badge = badgeSize(u"3"_s, badgeFont(window.font()));
            const int field = size->height();
            const JumpButton button;
            const int round = button.sizeHint().height();
            QTest::keyClick(size, Qt::Key_End);
            QCOMPARE(kept.takeLast(), (QVariantList{u"text-size"_s, u"160"_s}));
            QCOMPARE(QApplication::font().pointSizeF(), before.pointSizeF() * 1.6);
            QTRY_COMPARE(dialog.findChild<QLabel*>()->font().pointSizeF(), before.pointSizeF() * 1.6);
            QCOMPARE(window.findChild<SidePane*>()->font().pointSizeF(), before.pointSizeF() * 1.6);
            QVERIFY(badgeSize(u"3"_s, badgeFont(window.font())).height() > badge.height());
            QTRY_VERIFY(size->height() > field);
            QVERIFY2(button.sizeHint().height() > round, "the button has room for its badge");
            const auto* parts = dialog.findChild<QListWidget*>(u"parts"_s);
            QTRY_VERIFY2(parts->viewport()->width() >= parts->sizeHintForColumn(0), "no word is cut");
            // The desktop's font changes and becomes the new base.
            QFont larger = before;
            larger.setPointSizeF(before.pointSizeF() + 2);
            QApplication::setFont(larger);
            QTRY_COMPARE(QApplication::font().pointSizeF(), (before.pointSizeF() + 2) * 1.6);
            QTest::keyClick(size, Qt::Key_Home);
            QCOMPARE(QApplication::font().pointSizeF(), (before.pointSizeF() + 2) * 0.8);
        }
        QCOMPARE(QApplication::font().pointSizeF(), before.pointSizeF() + 2);
        QApplication::setFont(before);
    }

    void onlyOfferedSizesAreTaken()
    {
        Preferences preferences;
        preferences.take(u"text-size"_s, u"130"_s);
        for (const QString& word : {u"1000"_s, u"0"_s, u"-5"_s, u"131"_s, u"large"_s}) {
            preferences.take(u"text-size"_s, word);
        }
        QCOMPARE(preferences.textSize(), 130);
    }
};

TIDEMARK_SUITE(TestSettings, QApplication)

} // namespace tidemark::settings_test

#include "test_settings.moc"
