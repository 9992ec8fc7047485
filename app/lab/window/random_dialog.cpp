#include "app/lab/window/random_dialog.h"

#include "app/lab/playing/lab_words.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr int maxSeed = 1000000000;
constexpr int usualSeeds = 100;
constexpr int stateWidth = 360;

} // namespace

RandomDialog::RandomDialog(sim::Defect defect, QWidget* parent)
    : QDialog(parent), m_play(defect), m_ways(new ComboBox(this)), m_seed(new QSpinBox(this)),
      m_seeds(new QSpinBox(this)), m_state(wrappedLabel({}, {}, this)),
      m_start(new QPushButton(tr("&Start"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Play at random"));
    for (const NamedWay& one : allWays) {
        m_ways->addItem(wayText(one.way), static_cast<int>(one.way));
    }
    m_ways->setCurrentIndex(1);
    m_seed->setRange(1, maxSeed);
    m_seeds->setRange(1, maxSeed);
    m_seeds->setValue(usualSeeds);
    m_state->setMinimumWidth(stateWidth);
    m_state->setObjectName(u"state"_s);
    m_start->setDefault(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_start, QDialogButtonBox::ActionRole);
    auto* form = new QGridLayout;
    const auto addField = [&](const QString& words, QWidget* field) {
        QLabel* label = plainLabel(words, this);
        label->setBuddy(field);
        const int row = form->rowCount();
        form->addWidget(label, row, 0);
        form->addWidget(field, row, 1);
    };
    addField(tr("&Way to count"), m_ways);
    addField(tr("&First seed"), m_seed);
    addField(tr("&Number of seeds"), m_seeds);
    auto* column = new QVBoxLayout(this);
    column->addWidget(
        wrappedLabel(tr("People, devices, actions and faults are made up until a number is wrong at rest. "
                        "Then everything is removed that is not needed for it."),
                     u"dim"_s, this));
    column->addLayout(form);
    column->addWidget(m_state);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_start, &QPushButton::clicked, this, &RandomDialog::toggle);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_play, &RandomPlay::progressed, this, &RandomDialog::showProgress);
    connect(&m_play, &RandomPlay::found, this, &RandomDialog::takeFound);
    connect(&m_play, &RandomPlay::nothingFound, this,
            [this] { m_state->setText(tr("Every number was right, with every seed.")); });
}

void RandomDialog::toggle()
{
    if (m_play.phase() != RandomPlay::Phase::Idle) {
        m_play.stop();
        return;
    }
    m_play.start(static_cast<Way>(m_ways->currentData().toInt()), static_cast<std::uint64_t>(m_seed->value()),
                 static_cast<std::uint64_t>(m_seeds->value()));
}

void RandomDialog::showProgress()
{
    switch (m_play.phase()) {
    case RandomPlay::Phase::Idle:
        m_state->setText({});
        break;
    case RandomPlay::Phase::Searching:
        m_state->setText(tr("Seed %1: playing").arg(m_play.seed()));
        break;
    case RandomPlay::Phase::Shrinking:
        m_state->setText(tr("Seed %1: a number is wrong. %Ln actions are left.", nullptr,
                            static_cast<int>(m_play.actions()))
                             .arg(m_play.seed()));
        break;
    }
    m_start->setText(m_play.phase() == RandomPlay::Phase::Idle ? tr("&Start") : tr("&Stop"));
}

void RandomDialog::takeFound(const Scenario& scenario)
{
    Q_EMIT found(scenario);
    accept();
}

} // namespace tidemark::lab
