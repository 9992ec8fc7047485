#include "app/lab/window/counters_panel.h"

#include "app/lab/playing/lab_controller.h"
#include "ui/look/fonts.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

namespace tidemark::lab {

void NumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant state = index.data(NumbersModel::StateRole);
    if (!state.isValid()) {
        return;
    }
    switch (static_cast<NumberState>(state.toInt())) {
    case NumberState::Wrong:
        option->palette.setColor(QPalette::Text, m_theme.error);
        option->font = semibold(option->font);
        break;
    case NumberState::Differs:
        option->palette.setColor(QPalette::Text, m_theme.onWarning);
        break;
    case NumberState::Missing:
        option->palette.setColor(QPalette::Text, m_theme.dim);
        break;
    case NumberState::Right:
        break;
    }
}

QSize NumberDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int betweenColumns = 16;
    return QStyledItemDelegate::sizeHint(option, index) + QSize(betweenColumns, 0);
}

CountersPanel::CountersPanel(LabController& controller, QWidget* parent)
    : QWidget(parent), m_model(controller), m_ways(new ComboBox(this)), m_table(new QTableView(this))
{
    QLabel* label = plainLabel(tr("&Compare with:"), this);
    label->setBuddy(m_ways);
    for (const NamedWay& one : allWays) {
        if (one.way != Way::Tidemark) {
            m_ways->addItem(wayText(one.way), static_cast<int>(one.way));
        }
    }
    m_ways->setAccessibleName(tr("Way of the counters"));
    connect(m_ways, &QComboBox::activated, this, [this, &controller](int row) {
        controller.setWay(static_cast<Way>(m_ways->itemData(row).toInt()));
    });
    m_table->setModel(&m_model);
    m_table->setItemDelegate(&m_delegate);
    m_table->setAccessibleName(tr("Numbers of Tidemark and of the counters"));
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QTableView::SelectRows);
    m_table->setSelectionMode(QTableView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QTableView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(NumbersModel::NameColumn,
                                                      QHeaderView::ResizeToContents);
    connect(&controller, &LabController::moved, this, [this] {
        if (const QModelIndex wrong = m_model.firstWrong(); wrong.isValid()) {
            m_table->scrollTo(wrong, QTableView::PositionAtTop);
        }
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 0);
    line->addWidget(label);
    line->addWidget(m_ways, 1);
    column->addLayout(line);
    column->addWidget(m_table, 1);
}

void CountersPanel::setTheme(const Theme& theme)
{
    m_delegate.setTheme(theme);
    m_table->viewport()->update();
}

} // namespace tidemark::lab
