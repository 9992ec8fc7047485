// LabWindow: its commands, by menu, key and tool bar.
#include "app/lab/playing/lab_words.h"
#include "app/lab/running/chart.h"
#include "app/lab/scenario/scenario_text.h"
#include "app/lab/window/lab_window.h"
#include "app/lab/window/random_dialog.h"
#include "app/lab/window/scenario_dialog.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QActionGroup>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QSaveFile>
#include <QToolBar>
#include <QToolButton>

#include <array>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

QAction* LabWindow::addCommand(QMenu& menu, const QString& text, const QKeySequence& key,
                               const std::function<void()>& run)
{
    QAction* action = menu.addAction(text);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, run);
    return action;
}

void LabWindow::makeMenus()
{
    makeFileMenu();
    makePlayMenu();
    QMenu* hands = menuBar()->addMenu(tr("&Do"));
    connect(hands, &QMenu::aboutToShow, this, [this, hands] {
        hands->clear();
        if (m_controller.isLoaded()) {
            m_hands.fillAll(*hands);
        }
    });
}

void LabWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    addCommand(*menu, tr("&Choose a scenario…"), Qt::CTRL | Qt::Key_L, [this] { askForScenario(); });
    addCommand(*menu, tr("&Open a file…"), QKeySequence::Open, [this] { askForFile(); });
    addCommand(*menu, tr("Play at &random…"), Qt::CTRL | Qt::Key_R, [this] { playAtRandom(); });
    menu->addSeparator();
    addCommand(*menu, tr("&Save the scenario…"), QKeySequence::Save, [this] { askWhereToSave(); });
    addCommand(*menu, tr("Save a c&hart…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
               [this] { askWhereToSaveChart(); });
    menu->addSeparator();
    addCommand(*menu, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void LabWindow::makePlayMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Play"));
    m_start = addCommand(*menu, tr("To the be&ginning"), Qt::CTRL | Qt::Key_Home, [this] {
        m_player.setPlaying(false);
        m_controller.toStart();
    });
    m_back = addCommand(*menu, tr("One event &back"), Qt::Key_F9, [this] {
        m_player.setPlaying(false);
        m_controller.stepBack();
    });
    m_run = addCommand(*menu, tr("&Run"), Qt::Key_F5, [this] { m_player.setPlaying(!m_player.isPlaying()); });
    m_step = addCommand(*menu, tr("One event &forward"), Qt::Key_F10, [this] {
        m_player.setPlaying(false);
        m_controller.stepForward();
    });
    m_rest = addCommand(*menu, tr("To the &end"), Qt::CTRL | Qt::Key_End, [this] {
        m_player.setPlaying(false);
        m_controller.runToRest();
    });
    setPlainTip(m_rest, tr("All faults end, and the world goes on until everything rests"));
    menu->addSeparator();
    m_endFaults = addCommand(*menu, tr("End all f&aults"), Qt::Key_F8, [this] { m_controller.letRest(); });
    setPlainTip(m_endFaults, tr("Mend everything two seconds from now, and let the world come to rest"));
}

void LabWindow::makeViewMenu(Language language)
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    const auto addChoices = [&](const QString& words, const auto& choices, auto chosen, const auto& choose) {
        QMenu* inside = menu->addMenu(words);
        auto* group = new QActionGroup(inside);
        for (const auto& [value, text] : choices) {
            QAction* action = inside->addAction(text);
            action->setCheckable(true);
            action->setChecked(value == chosen);
            group->addAction(action);
            connect(action, &QAction::triggered, this, [choose, value = value] { choose(value); });
        }
    };
    addChoices(tr("&Theme"),
               std::array{std::pair{ThemeChoice::System, tr("&Like the desktop")},
                          std::pair{ThemeChoice::Light, tr("L&ight")},
                          std::pair{ThemeChoice::Dark, tr("&Dark")}},
               m_look.choice(), [this](ThemeChoice choice) {
                   m_look.choose(choice);
                   Q_EMIT themeChosen(choice);
               });
    addChoices(tr("L&anguage"),
               std::array{std::pair{Language::System, tr("&Like the desktop")},
                          std::pair{Language::English, u"&English"_s},
                          std::pair{Language::Chinese, u"&中文"_s}},
               language, [this](Language chosen) { Q_EMIT languageChosen(chosen); });
}

void LabWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Play"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_start->setIconText(tr("Beginning", "button"));
    m_back->setIconText(tr("Back", "button"));
    m_step->setIconText(tr("Forward", "button"));
    m_rest->setIconText(tr("End", "button"));
    m_endFaults->setIconText(tr("End faults", "button"));
    for (QAction* action : {m_start, m_back, m_run, m_step, m_rest}) {
        bar->addAction(action);
    }
    bar->addSeparator();
    bar->addAction(m_endFaults);
    for (QToolButton* button : bar->findChildren<QToolButton*>()) {
        button->setFocusPolicy(Qt::StrongFocus);
    }
    m_paces = new ComboBox(bar);
    m_paces->setAccessibleName(tr("Speed"));
    m_paces->addItems({tr("Slow"), tr("Normal"), tr("Fast"), tr("Fastest")});
    m_paces->setCurrentIndex(static_cast<int>(m_player.pace()));
    connect(m_paces, &QComboBox::activated, this,
            [this](int row) { m_player.setPace(static_cast<Pace>(row)); });
    m_time = plainLabel({}, bar);
    m_time->setObjectName(u"time"_s);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_time->setContentsMargins(0, 0, 8, 0);
    m_time->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addSeparator();
    bar->addWidget(m_paces);
    bar->addWidget(m_time);
}

void LabWindow::askForScenario()
{
    auto* dialog = new ScenarioDialog(this);
    connect(dialog, &ScenarioDialog::chosen, this, &LabWindow::openScenario);
    dialog->open();
}

void LabWindow::askForFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a scenario"), {},
                                                      tr("Scenarios (*.scenario);;All files (*)"));
    if (!file.isEmpty()) {
        openScenario(QFile::encodeName(file).toStdString());
    }
}

void LabWindow::askWhereToSave()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the scenario"), u"my.scenario"_s,
                                                      tr("Scenarios (*.scenario)"));
    if (!file.isEmpty()) {
        saveScenario(file);
    }
}

void LabWindow::askWhereToSaveChart()
{
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save a chart"), u"chart.svg"_s, tr("Pictures (*.svg)"));
    if (!file.isEmpty()) {
        saveChart(file);
    }
}

void LabWindow::saveScenario(const QString& file)
{
    write(file, QByteArray::fromStdString(writeScenario(m_controller.savedScenario())));
}

void LabWindow::saveChart(const QString& file)
{
    write(file, QByteArray::fromStdString(
                    chartOf(m_controller.world(), Milliseconds(0), m_controller.moment().at)));
}

void LabWindow::write(const QString& file, const QByteArray& bytes)
{
    QSaveFile saved(file);
    if (!saved.open(QIODevice::WriteOnly) || saved.write(bytes) != bytes.size() || !saved.commit()) {
        say(tr("%1 cannot be written.").arg(file), saved.errorString());
    }
}

void LabWindow::playAtRandom()
{
    auto* dialog = new RandomDialog(m_defect, this);
    connect(dialog, &RandomDialog::found, this, &LabWindow::load);
    dialog->open();
}

} // namespace tidemark::lab
