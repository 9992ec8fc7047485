#include "app/lab/window/lab_window.h"

#include "app/lab/playing/lab_words.h"
#include "app/lab/playing/walk.h"
#include "app/lab/running/library.h"
#include "app/lab/window/counters_panel.h"
#include "app/lab/window/event_list.h"
#include "app/lab/window/log_band.h"
#include "app/lab/window/story_panel.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr QSize minWindow{800, 600};
constexpr QSize usualWindow{1160, 800};
constexpr int storyMinimum = 250;
constexpr int usualStory = 340;
constexpr int countersMinimum = 340;
constexpr int usualCounters = 470;
constexpr int paneMargin = 8;

QSplitter* splitterOf(Qt::Orientation orientation, const QList<QWidget*>& panes, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    for (QWidget* pane : panes) {
        splitter->addWidget(pane);
    }
    return splitter;
}

} // namespace

LabWindow::LabWindow(LabLook& look, Language language, sim::Defect defect)
    : m_look(look), m_defect(defect), m_controller(defect), m_player(m_controller), m_hands(m_controller)
{
    setWindowTitle(tr("Tidemark laboratory"));
    setMinimumSize(minWindow);
    resize(usualWindow.boundedTo(screen()->availableSize()));
    makePanes();
    makeMenus();
    makeViewMenu(language);
    makeToolBar();
    connectPanes();
    applyTheme();
}

LabWindow::~LabWindow() = default;

QWidget* LabWindow::makePicturePane()
{
    auto* pane = new QWidget(this);
    m_picture = new WorldPicture(m_controller);
    m_world = new QScrollArea(pane);
    m_world->setWidget(m_picture);
    m_world->setFocusPolicy(Qt::NoFocus);
    m_world->setAccessibleName(tr("World"));
    m_world->viewport()->installEventFilter(this);
    m_frame = plainLabel({}, pane);
    m_frame->setProperty("role", u"dim"_s);
    m_frame->setObjectName(u"frame"_s);
    m_frame->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_frame->setMinimumHeight(fontMetrics().height() + 4);
    m_frame->setContentsMargins(paneMargin, 0, paneMargin, 0);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_world, 1);
    column->addWidget(m_frame);
    return pane;
}

QWidget* LabWindow::makeBandPane()
{
    auto* pane = new QWidget(this);
    m_conversations = new ComboBox(pane);
    m_conversations->setAccessibleName(tr("Conversation"));
    QLabel* label = plainLabel(tr("Log &of"), pane);
    label->setBuddy(m_conversations);
    m_legend = new BandLegend(pane);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(paneMargin, 4, paneMargin, 0);
    line->addWidget(label);
    line->addWidget(m_conversations);
    line->addStretch(1);
    line->addWidget(m_legend);
    m_band = new LogBand(m_controller);
    auto* area = new QScrollArea(pane);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setAccessibleName(tr("Logs"));
    area->setWidget(m_band);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(area, 1);
    return pane;
}

void LabWindow::makePanes()
{
    m_story = new StoryPanel(m_controller, this);
    m_story->setMinimumWidth(storyMinimum);
    m_events = new EventList(m_controller, this);
    m_counters = new CountersPanel(m_controller, this);
    m_counters->setMinimumWidth(countersMinimum);
    QSplitter* top = splitterOf(Qt::Horizontal, {makePicturePane(), m_story}, this);
    top->setStretchFactor(0, 2);
    top->setStretchFactor(1, 1);
    top->setSizes({usualWindow.width() - usualStory, usualStory});
    QSplitter* bottom = splitterOf(Qt::Horizontal, {m_events, m_counters}, this);
    bottom->setStretchFactor(0, 1);
    bottom->setStretchFactor(1, 1);
    bottom->setSizes({usualWindow.width() - usualCounters, usualCounters});
    QSplitter* all = splitterOf(Qt::Vertical, {top, makeBandPane(), bottom}, this);
    all->setSizes({300, 230, 190});
    setCentralWidget(all);
}

void LabWindow::connectPanes()
{
    connect(&m_look, &LabLook::changed, this, &LabWindow::applyTheme);
    connect(&m_controller, &LabController::loaded, this, &LabWindow::takeScenario);
    connect(&m_controller, &LabController::moved, this, &LabWindow::takeMoment);
    connect(&m_controller, &LabController::timePassed, this, &LabWindow::takeMoment);
    connect(&m_controller, &LabController::handsChanged, this, &LabWindow::takeMoment);
    connect(&m_player, &Player::playingChanged, this, &LabWindow::takeMoment);
    connect(&m_hands, &HandMenus::chosen, this, &LabWindow::act);
    connect(m_picture, &WorldPicture::deviceChosen, this, &LabWindow::chooseDevice);
    connect(m_picture, &WorldPicture::conversationChosen, this, &LabWindow::chooseConversation);
    connect(m_picture, &WorldPicture::menuWanted, this, &LabWindow::showMenu);
    connect(m_picture, &WorldPicture::frameShown, m_frame, &QLabel::setText);
    connect(m_conversations, &QComboBox::activated, this,
            [this](int row) { chooseConversation(m_conversations->itemData(row).toString().toStdString()); });
    connect(m_story, &StoryPanel::stepWanted, this,
            [this](std::uint32_t step) { openScenario(walkStep(step)); });
}

void LabWindow::applyTheme()
{
    const Theme& theme = m_look.theme();
    m_picture->setTheme(theme);
    m_band->setTheme(theme);
    m_legend->setTheme(theme);
    m_events->setTheme(theme);
    m_counters->setTheme(theme);
}

void LabWindow::load(const Scenario& scenario)
{
    if (const auto refusal = m_controller.load(scenario)) {
        say(tr("The scenario cannot be played."), textOf(*refusal));
    }
}

void LabWindow::openScenario(const std::string& nameOrFile)
{
    const auto scenario = scenarioNamed(nameOrFile);
    if (!scenario) {
        say(tr("The scenario cannot be opened."), QString::fromLocal8Bit(scenario.error().c_str()));
        return;
    }
    load(scenario.value());
}

void LabWindow::takeScenario()
{
    const Scenario& scenario = m_controller.scenario();
    setWindowTitle(tr("%1 – Tidemark laboratory").arg(captionText(scenarioText(scenario.title))));
    m_conversations->clear();
    for (const ConversationOf& one : scenario.conversations) {
        m_conversations->addItem(textOf(one.name), textOf(one.name));
    }
    m_device = devicesOf(scenario).front();
    m_picture->card(m_device)->setFocus();
    chooseConversation(scenario.conversations.empty() ? std::string() : scenario.conversations.front().name);
    takeMoment();
}

void LabWindow::takeMoment()
{
    const bool isLoaded = m_controller.isLoaded();
    const bool isAtRest = isLoaded && m_controller.isAtRest();
    m_run->setText(m_player.isPlaying() ? tr("&Pause") : tr("&Run"));
    m_run->setIconText(m_player.isPlaying() ? tr("Pause", "button") : tr("Run", "button"));
    m_run->setEnabled(isLoaded && !isAtRest);
    m_step->setEnabled(isLoaded && !isAtRest);
    m_rest->setEnabled(isLoaded && !isAtRest);
    m_back->setEnabled(isLoaded && m_controller.position() > 0);
    m_start->setEnabled(m_back->isEnabled());
    m_endFaults->setEnabled(isLoaded && m_controller.isHeld());
    if (isLoaded) {
        m_time->setText(timeText(m_controller.moment().at)
                        + (isAtRest ? u" – "_s + tr("at rest") : QString()));
    }
}

void LabWindow::chooseConversation(const std::string& conversation)
{
    m_conversation = conversation;
    m_conversations->setCurrentIndex(m_conversations->findData(textOf(conversation)));
    m_hands.setConversation(conversation);
    m_band->setConversation(conversation);
    m_picture->choose(m_device, m_conversation);
}

void LabWindow::chooseDevice(const std::string& device)
{
    m_device = device;
    m_picture->choose(m_device, m_conversation);
}

void LabWindow::showMenu(const WorldTarget& target, const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_hands.fill(*menu, target);
    menu->popup(at);
}

void LabWindow::act(const Action& action)
{
    if (const auto refusal = m_controller.act(action)) {
        say(tr("This cannot be done now."), textOf(*refusal));
    }
}

void LabWindow::say(const QString& text, const QString& explanation)
{
    auto* box = new MessageBox(text, explanation, MessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void LabWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_picture->setRoom(m_world->viewport()->size());
}

bool LabWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_world->viewport() && event->type() == QEvent::Resize) {
        m_picture->setRoom(m_world->viewport()->size());
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace tidemark::lab
