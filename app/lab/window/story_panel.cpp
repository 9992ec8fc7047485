#include "app/lab/window/story_panel.h"

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"
#include "app/lab/playing/walk.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

int wrongNumbers(const Moment& moment)
{
    std::ptrdiff_t count = 0;
    for (const DeviceAtMoment& device : moment.devices) {
        count += std::ranges::count_if(device.badges,
                                       [](const BadgeAtMoment& one) { return one.number.isWrong(); });
        count += device.isSignedIn && device.total.isWrong() ? 1 : 0;
    }
    return static_cast<int>(count);
}

} // namespace

StoryPanel::StoryPanel(LabController& controller, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_title(wrappedLabel({}, u"title"_s, this)),
      m_about(wrappedLabel({}, {}, this)), m_seen(wrappedLabel({}, u"dim"_s, this)),
      m_verdict(wrappedLabel({}, {}, this)), m_area(new QScrollArea(this)), m_walk(new QWidget(this)),
      m_back(new QPushButton(tr("Previou&s step"), m_walk)), m_next(new QPushButton(tr("&Next step"), m_walk))
{
    m_verdict->setObjectName(u"verdict"_s);
    m_about->setObjectName(u"about"_s);
    m_back->setAccessibleName(tr("Previous step of the walk"));
    m_next->setAccessibleName(tr("Next step of the walk"));
    connect(m_back, &QPushButton::clicked, this,
            [this] { Q_EMIT stepWanted(m_controller.scenario().walk - 1); });
    connect(m_next, &QPushButton::clicked, this,
            [this] { Q_EMIT stepWanted(m_controller.scenario().walk + 1); });
    auto* line = new QHBoxLayout(m_walk);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_back);
    line->addStretch(1);
    line->addWidget(m_next);

    QScrollArea* area = m_area;
    area->setWidgetResizable(true);
    area->setAccessibleName(tr("Explanation"));
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* texts = new QWidget(area);
    auto* column = new QVBoxLayout(texts);
    column->setContentsMargins(12, 10, 12, 10);
    for (QLabel* label : {m_title, m_verdict, m_about, m_seen}) {
        column->addWidget(label);
    }
    column->addStretch(1);
    area->setWidget(texts);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 8);
    all->addWidget(area, 1);
    auto* margin = new QHBoxLayout;
    margin->setContentsMargins(12, 0, 12, 0);
    margin->addWidget(m_walk);
    all->addLayout(margin);

    connect(&controller, &LabController::loaded, this, &StoryPanel::takeScenario);
    connect(&controller, &LabController::moved, this, &StoryPanel::takeVerdict);
}

void StoryPanel::takeScenario()
{
    const Scenario& scenario = m_controller.scenario();
    const std::uint32_t steps = walkSteps();
    const QString title = scenarioText(scenario.title);
    m_title->setText(scenario.walk > 0 ? tr("Step %1 of %2: %3").arg(scenario.walk).arg(steps).arg(title)
                                       : title);
    QStringList about;
    for (const std::string& sentence : scenario.about) {
        about += scenarioText(sentence);
    }
    showWords(m_about, about.join(u"\n\n"_s));
    QStringList seen;
    for (const SeenAt& one : scenario.seen) {
        seen += u"%1 (%2)"_s.arg(textOf(one.where), textOf(one.row));
    }
    showWords(m_seen, seen.isEmpty() ? QString()
                                     : tr("The same trouble in other programs: %1").arg(seen.join(u"; "_s)));
    m_walk->setVisible(scenario.walk > 0);
    m_back->setEnabled(scenario.walk > 1);
    m_next->setEnabled(scenario.walk < steps);
    m_area->verticalScrollBar()->setValue(0);
    takeVerdict();
}

QString StoryPanel::verdict() const
{
    if (!m_controller.isAtRest()) {
        return {};
    }
    const int ours = wrongNumbers(m_controller.moment());
    const int theirs = wrongNumbers(m_controller.counters());
    QStringList words;
    words += ours == 0 ? tr("✓ At rest, every number of Tidemark is right.")
                       : tr("✗ At rest, %Ln numbers of Tidemark are wrong.", nullptr, ours);
    words += theirs == 0 ? tr("✓ The counters are right, too.")
                         : tr("✗ %Ln numbers of the counters are wrong.", nullptr, theirs);
    for (const std::string& finding : m_controller.findings()) {
        words += u"✗ %1"_s.arg(textOf(finding));
    }
    return words.join(u'\n');
}

void StoryPanel::takeVerdict()
{
    if (m_controller.isLoaded()) {
        showWords(m_verdict, verdict());
    }
}

} // namespace tidemark::lab
