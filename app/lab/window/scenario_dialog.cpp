#include "app/lab/window/scenario_dialog.h"

#include "app/lab/playing/lab_words.h"
#include "app/lab/playing/walk.h"
#include "app/lab/running/library.h"
#include "app/lab/scenario/scenario_text.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr QSize dialogSize{620, 480};

QString rowText(const Scenario& scenario)
{
    QStringList words;
    words += scenario.walk > 0
                 ? ScenarioDialog::tr("Step %1: %2").arg(scenario.walk).arg(scenarioText(scenario.title))
                 : scenarioText(scenario.title);
    if (!scenario.about.empty()) {
        words += scenarioText(scenario.about.front());
    }
    QStringList seen;
    for (const SeenAt& one : scenario.seen) {
        seen += u"%1 (%2)"_s.arg(textOf(one.where), textOf(one.row));
    }
    if (!seen.isEmpty()) {
        words += ScenarioDialog::tr("Seen at: %1").arg(seen.join(u", "_s));
    }
    return words.join(u'\n');
}

} // namespace

ScenarioDialog::ScenarioDialog(QWidget* parent) : QDialog(parent), m_list(new QListWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Choose a scenario"));
    resize(parent == nullptr ? dialogSize : dialogSize.boundedTo(parent->window()->size()));
    m_list->setAccessibleName(tr("Scenarios"));
    m_list->setObjectName(u"parts"_s);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QListWidget::ScrollPerPixel);
    for (const std::string& name : libraryNames()) {
        const auto scenario = readScenario(libraryText(name).value_or(std::string()));
        if (scenario) {
            auto* row = new QListWidgetItem(rowText(*scenario), m_list);
            row->setData(Qt::UserRole, textOf(name));
        }
    }
    m_list->setCurrentRow(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Open)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ScenarioDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemActivated, this, &ScenarioDialog::choose);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_list);
    column->addWidget(buttons);
}

void ScenarioDialog::choose()
{
    if (const QListWidgetItem* row = m_list->currentItem()) {
        Q_EMIT chosen(row->data(Qt::UserRole).toString().toStdString());
        accept();
    }
}

} // namespace tidemark::lab
