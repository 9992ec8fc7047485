#pragma once

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/player.h"
#include "app/lab/window/hand_menus.h"
#include "app/lab/window/lab_look.h"
#include "ui/platform/language.h"

#include <QMainWindow>

class QComboBox;
class QLabel;
class QScrollArea;

namespace tidemark::lab {

class BandLegend;
class CountersPanel;
class EventList;
class LogBand;
class StoryPanel;

/// The window of the laboratory. It owns the controller and everything that shows it.
class LabWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `look` must live longer. `defect` is switched on in Tidemark's world.
    LabWindow(LabLook& look, Language language, sim::Defect defect = sim::Defect::None);
    ~LabWindow() override;

    [[nodiscard]] LabController& controller() { return m_controller; }
    [[nodiscard]] Player& player() { return m_player; }
    [[nodiscard]] WorldPicture& picture() { return *m_picture; }
    /// Shows a scenario. If it cannot be played, says so and keeps the other one.
    void load(const Scenario& scenario);
    /// Opens a built-in scenario or a file.
    void openScenario(const std::string& nameOrFile);
    /// Writes the scenario, or the chart of the events so far. Tells the user of a failure.
    void saveScenario(const QString& file);
    void saveChart(const QString& file);

Q_SIGNALS:
    void themeChosen(tidemark::ThemeChoice choice);
    /// The window must be made again in this language.
    void languageChosen(tidemark::Language language);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makePanes();
    [[nodiscard]] QWidget* makeBandPane();
    [[nodiscard]] QWidget* makePicturePane();
    void makeMenus();
    void makeFileMenu();
    void makePlayMenu();
    void makeViewMenu(Language language);
    void makeToolBar();
    QAction* addCommand(QMenu& menu, const QString& text, const QKeySequence& key,
                        const std::function<void()>& run);
    void connectPanes();
    void applyTheme();
    void takeScenario();
    void takeMoment();
    void chooseConversation(const std::string& conversation);
    void chooseDevice(const std::string& device);
    void showMenu(const WorldTarget& target, const QPoint& at);
    void act(const Action& action);
    void say(const QString& text, const QString& explanation);
    void askForScenario();
    void askForFile();
    void askWhereToSave();
    void askWhereToSaveChart();
    void playAtRandom();
    void write(const QString& file, const QByteArray& bytes);

    LabLook& m_look;
    sim::Defect m_defect;
    LabController m_controller;
    Player m_player;
    HandMenus m_hands;
    WorldPicture* m_picture = nullptr;
    QScrollArea* m_world = nullptr;
    QLabel* m_frame = nullptr;
    StoryPanel* m_story = nullptr;
    QComboBox* m_conversations = nullptr;
    LogBand* m_band = nullptr;
    BandLegend* m_legend = nullptr;
    EventList* m_events = nullptr;
    CountersPanel* m_counters = nullptr;
    QComboBox* m_paces = nullptr;
    QLabel* m_time = nullptr;
    QAction* m_run = nullptr;
    QAction* m_back = nullptr;
    QAction* m_step = nullptr;
    QAction* m_start = nullptr;
    QAction* m_rest = nullptr;
    QAction* m_endFaults = nullptr;
    std::string m_device;
    std::string m_conversation;
};

} // namespace tidemark::lab
