#include "app/lab/playing/event_model.h"
#include "app/lab/playing/numbers_model.h"
#include "app/lab/running/run.h"
#include "app/lab/scenario/scenario_text.h"
#include "app/lab/window/counters_panel.h"
#include "app/lab/window/event_list.h"
#include "app/lab/window/lab_window.h"
#include "app/lab/window/log_band.h"
#include "app/lab/window/random_dialog.h"
#include "app/lab/window/scenario_dialog.h"
#include "tests/lab/window/moment_digest.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tidemark::lab_window_test {

using namespace Qt::StringLiterals;
using namespace lab;
using lab::test::builtIn;
using lab::test::digestOf;
namespace test = tidemark::test;

namespace {

struct Shown {
    explicit Shown(const std::string& name, ThemeChoice theme = ThemeChoice::Light)
        : look(theme), window(look, Language::English)
    {
        window.load(builtIn(name));
        window.show();
        test::setActiveWindow(&window);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&window, key, modifiers);
    }
    template <typename T>
    T* find(const QString& name = {})
    {
        return window.findChild<T*>(name);
    }
    /// Chooses an entry of a menu by the beginnings of the texts on the way.
    void choose(QMenu* menu, const QStringList& way)
    {
        for (const QString& text : way) {
            const QList<QAction*> actions = menu->actions();
            const auto found = std::ranges::find_if(
                actions, [&](const QAction* action) { return action->text().startsWith(text); });
            QVERIFY2(found != actions.end(), qPrintable(text));
            if (QMenu* inside = (*found)->menu()) {
                menu = inside;
                Q_EMIT menu->aboutToShow();
            } else {
                (*found)->trigger();
            }
        }
    }
    LabController& controller() { return window.controller(); }

    LabLook look;
    LabWindow window;
};

} // namespace

class TestLabWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysPlayAndStep()
    {
        Shown shown("read-offline");
        const std::string start = digestOf(shown.controller());
        shown.press(Qt::Key_F10);
        shown.press(Qt::Key_F10);
        const std::string second = digestOf(shown.controller());
        QVERIFY(second != start);
        shown.press(Qt::Key_F10);
        shown.press(Qt::Key_F9);
        QCOMPARE(digestOf(shown.controller()), second);
        shown.press(Qt::Key_F5);
        QVERIFY(shown.window.player().isPlaying());
        shown.press(Qt::Key_F5);
        QVERIFY(!shown.window.player().isPlaying());
        shown.press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY(shown.controller().isAtRest());
        shown.press(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(digestOf(shown.controller()), start);
    }

    void eventsLeadToTheirMoment()
    {
        Shown shown("read-offline");
        shown.controller().goTo(60);
        const std::string last = digestOf(shown.controller());
        auto* events = shown.find<EventList>();
        const std::vector<Event>& known = shown.controller().events();
        const int count = static_cast<int>(known.size());
        std::size_t place = 19;
        while (known[place].step == known[place + 1].step || known[place].step == known[place - 1].step) {
            ++place; // several events of one step are one moment
        }
        const int row = static_cast<int>(place);
        const QModelIndex clicked = events->model()->index(row, 0);
        events->scrollTo(clicked);
        QTest::mouseClick(events->viewport(), Qt::LeftButton, {}, events->visualRect(clicked).center());
        QCOMPARE(shown.controller().position(), place + 1);
        QCOMPARE(events->model()->rowCount(), count);
        QVERIFY(!events->model()->index(row + 1, 0).data(EventModel::IsPastRole).toBool());
        QVERIFY(events->model()->index(row, 0).data(EventModel::IsPastRole).toBool());
        events->setCurrentIndex(events->model()->index(count - 1, 0));
        QTest::keyClick(events, Qt::Key_Return);
        QCOMPARE(digestOf(shown.controller()), last);
    }

    void modelsKeepTheirPromises()
    {
        LabController controller;
        EventModel events(controller);
        NumbersModel numbers(controller);
        const QAbstractItemModelTester first(&events, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester second(&numbers,
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const char* name : {"read-offline", "muted"}) {
            QVERIFY(!controller.load(builtIn(name)));
            QCOMPARE(events.rowCount(), 0);
            controller.goTo(50);
            QCOMPARE(events.rowCount(), static_cast<int>(controller.events().size()));
            controller.goTo(20);
            QVERIFY(!controller.act(lab::test::actionOf(Verb::Kill, "phone")));
            QCOMPARE(events.rowCount(), static_cast<int>(controller.events().size()));
            controller.runToRest();
        }
        QVERIFY(events.index(0).data(Qt::AccessibleTextRole).toString().contains(u" s: "));
    }

    void wrongCountersAreMarkedByWordAndSign()
    {
        Shown shown("read-offline");
        QTableView& table = shown.find<CountersPanel>()->table();
        const auto cell = [&](int column) { return table.model()->index(0, column).data().toString(); };
        shown.controller().runToRest();
        QCOMPARE(cell(NumbersModel::NameColumn), u"phone: crew"_s);
        QCOMPARE(cell(NumbersModel::TidemarkColumn), u"✓ 2"_s);
        QCOMPARE(cell(NumbersModel::CountersColumn), u"✗ 0, should be 2"_s);
        const QString verdict = shown.find<QLabel>(u"verdict"_s)->text();
        QVERIFY(verdict.contains(u"✓ At rest, every number of Tidemark is right."_s));
        QVERIFY(verdict.contains(u"✗ 4 numbers of the counters are wrong."_s));
        QComboBox& ways = shown.find<CountersPanel>()->ways();
        ways.setFocus();
        QTest::keyClick(&ways, Qt::Key_Down);
        QCOMPARE(shown.controller().way(), Way::Lock);
        shown.press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(shown.find<QLabel>(u"verdict"_s)->text().isEmpty());
    }

    void actionsByKeyboard()
    {
        Shown shown("first-read");
        shown.controller().goTo(40);
        DeviceCard* card = shown.window.picture().card("laptop");
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Return);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        const QList<QAction*> actions = menu->actions();
        const auto off = std::ranges::find_if(
            actions, [](const QAction* action) { return action->text() == u"Switch off"_s; });
        QVERIFY(off != actions.end());
        menu->setActiveAction(*off);
        QTest::keyClick(menu, Qt::Key_Return);
        QVERIFY(!deviceIn(shown.controller().moment(), "laptop")->isOn);
        QVERIFY(card->accessibleName().contains(u"off"_s));
    }

    void aClickOnALinkOpensItsMenu()
    {
        Shown shown("first-read");
        LinkKnob* knob = shown.window.picture().knob("phone");
        QTest::mouseClick(knob, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QVERIFY(!menu->actions().isEmpty());
        menu->close();
    }

    void everythingIsInTheMenu()
    {
        Shown shown("cut-servers");
        shown.controller().goTo(10);
        QMenu* hands = shown.window.menuBar()->actions().at(2)->menu();
        Q_EMIT hands->aboutToShow();
        shown.choose(hands, {u"Link of phone"_s, u"Cut"_s});
        QVERIFY(deviceIn(shown.controller().moment(), "phone")->isCut);
        QVERIFY(shown.window.picture().knob("phone")->accessibleName().contains(u"cut"_s));
        Q_EMIT hands->aboutToShow();
        shown.choose(hands, {u"server2"_s, u"Kill"_s, u"Now"_s});
        QVERIFY(!shown.controller().moment().servers.at(1).isUp);
        QVERIFY(shown.window.picture().serverCard(1)->accessibleName().contains(u"dead"_s));
        Q_EMIT hands->aboutToShow();
        shown.choose(hands, {u"Device desk"_s, u"Send 5 messages"_s});
        QCOMPARE(shown.controller().scenario().actions.size(), builtIn("cut-servers").actions.size() + 3);
    }

    void savedFilesGiveTheSameResult()
    {
        const QTemporaryDir folder;
        Shown shown("read-offline");
        shown.controller().goTo(60);
        Action mark = lab::test::actionOf(Verb::Kill, "laptop");
        mark.moment = KillMoment::AfterCommit;
        QVERIFY(!shown.controller().act(mark));
        shown.controller().runToRest();
        const QString file = folder.filePath(u"mine.scenario"_s);
        shown.window.saveScenario(file);
        shown.window.saveChart(folder.filePath(u"chart.svg"_s));
        const auto saved = scenarioNamed(QFile::encodeName(file).toStdString());
        QVERIFY(saved);
        const Outcome outcome = play(saved.value(), Way::Tidemark);
        QVERIFY(outcome.isRight());
        for (const ShownNumber& number : outcome.numbers) {
            const DeviceAtMoment* device = deviceIn(shown.controller().moment(), number.device);
            const ShownNumber& ours =
                number.conversation.empty() ? device->total : badgeIn(*device, number.conversation)->number;
            QCOMPARE(ours.shown, number.shown);
        }
        QFile chart(folder.filePath(u"chart.svg"_s));
        QVERIFY(chart.open(QIODevice::ReadOnly));
        QVERIFY(chart.readAll().startsWith("<svg "));
    }

    void everyWidgetHasAName()
    {
        Shown shown("read-offline");
        shown.controller().goTo(60);
        int named = 0;
        for (const QWidget* one : shown.window.findChildren<QWidget*>()) {
            if (one->focusPolicy() == Qt::NoFocus || !one->isVisible()) {
                continue;
            }
            QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(one));
            QVERIFY2(reader != nullptr && !reader->text(QAccessible::Name).isEmpty(),
                     one->metaObject()->className());
            ++named;
        }
        QVERIFY(named > 15);
        QVERIFY(shown.find<LogBand>()->accessibleDescription().contains(u"read to"_s));
    }

    void framesAreReadByKeys()
    {
        Shown shown("first-read");
        for (int step = 0; step < 50 && shown.controller().moment().frames.size() < 2; ++step) {
            shown.controller().stepForward();
        }
        QVERIFY(shown.controller().moment().frames.size() >= 2);
        auto* words = shown.find<QLabel>(u"frame"_s);
        WorldPicture& picture = shown.window.picture();
        QTest::keyClick(&picture, Qt::Key_Right);
        const QString first = words->text();
        QVERIFY(first.contains(u" → "_s));
        QTest::keyClick(&picture, Qt::Key_Right);
        QVERIFY(words->text() != first);
        QTest::keyClick(&picture, Qt::Key_Left);
        QCOMPARE(words->text(), first);
        const FrameAtMoment& frame = shown.controller().moment().frames.back();
        QTest::mouseMove(&picture, picture.placeOf(frame)->toPoint());
        QVERIFY(words->text().contains(QString::fromStdString(frame.words)));
    }

    void theWalkGoesOnAndBack()
    {
        Shown shown("first-read");
        const QList<QPushButton*> buttons = shown.window.findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QPushButton* back = buttons.at(0);
        QPushButton* next = buttons.at(1);
        QVERIFY(!back->isEnabled());
        for (std::uint32_t step = 2; step <= 6; ++step) {
            QVERIFY(next->isEnabled());
            next->click();
            QCOMPARE(shown.controller().scenario().walk, step);
            QVERIFY(!shown.find<QLabel>(u"about"_s)->text().isEmpty());
        }
        QVERIFY(!next->isEnabled());
        back->click();
        QCOMPARE(shown.controller().scenario().walk, 5U);
    }

    void scenariosAreChosenByKeyboard()
    {
        Shown shown("first-read");
        shown.press(Qt::Key_L, Qt::ControlModifier);
        auto* dialog = shown.find<ScenarioDialog>();
        QVERIFY(dialog != nullptr);
        auto* list = dialog->findChild<QListWidget*>();
        QVERIFY(list->count() >= 20);
        QVERIFY(list->item(1)->text().contains(u"tdesktop 5603"_s));
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(shown.controller().scenario().walk, 2U);
    }

    void randomPlayOpensWhatItFinds()
    {
        Shown shown("first-read");
        shown.press(Qt::Key_R, Qt::ControlModifier);
        auto* dialog = shown.find<RandomDialog>();
        QVERIFY(dialog != nullptr);
        dialog->play().start(Way::TwoSteps, 1, 20);
        for (int turn = 0; dialog->play().phase() != RandomPlay::Phase::Idle && turn < 200000; ++turn) {
            dialog->play().turn();
        }
        QVERIFY(QString::fromStdString(shown.controller().scenario().title).startsWith(u"Random play"_s));
        QVERIFY(!play(shown.controller().scenario(), Way::TwoSteps).isRight());
    }

    void darkIsDark()
    {
        Shown shown("first-read", ThemeChoice::Dark);
        const QImage dark = shown.window.grab().toImage();
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 60);
        QVERIFY(dark.pixelColor(dark.width() / 3, dark.height() / 3).lightness() < 60);
        shown.look.choose(ThemeChoice::Light);
        const QImage light = shown.window.grab().toImage();
        QVERIFY(light.pixelColor(light.width() / 3, light.height() / 3).lightness() > 200);
    }

    void smallWindowsHaveRoom()
    {
        Shown shown("read-before-counting");
        shown.window.resize(800, 600);
        QCOMPARE(shown.window.size(), QSize(800, 600));
        for (const QWidget* pane : {static_cast<QWidget*>(shown.find<EventList>()),
                                    static_cast<QWidget*>(shown.find<CountersPanel>()),
                                    static_cast<QWidget*>(shown.find<LogBand>())}) {
            QVERIFY(pane->isVisible());
            QVERIFY(pane->visibleRegion().boundingRect().height() > 40);
        }
    }
};

TIDEMARK_SUITE(TestLabWindow, QApplication)

} // namespace tidemark::lab_window_test

#include "test_lab_window.moc"
