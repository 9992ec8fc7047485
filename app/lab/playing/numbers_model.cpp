#include "app/lab/playing/numbers_model.h"

#include "app/lab/playing/lab_controller.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

NumbersModel::NumbersModel(LabController& controller, QObject* parent)
    : QAbstractTableModel(parent), m_controller(controller)
{
    connect(&controller, &LabController::moved, this, &NumbersModel::takeMoment);
    takeMoment();
}

int NumbersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int NumbersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant NumbersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = m_rows.at(static_cast<std::size_t>(index.row()));
    const bool isNumber = index.column() == TidemarkColumn || index.column() == CountersColumn;
    const Cell& cell = index.column() == TidemarkColumn ? row.tidemark : row.counters;
    if (role == StateRole) {
        return isNumber ? QVariant(static_cast<int>(cell.state)) : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (isNumber) {
        return cell.words;
    }
    return row.name;
}

QVariant NumbersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Number");
    case TidemarkColumn:
        return tr("Tidemark");
    case CountersColumn:
        return tr("Counters");
    default:
        return {};
    }
}

QModelIndex NumbersModel::firstWrong() const
{
    const auto found = std::ranges::find_if(m_rows, [](const Row& row) {
        return row.tidemark.state == NumberState::Wrong || row.counters.state == NumberState::Wrong;
    });
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), 0);
}

NumbersModel::Cell NumbersModel::cellOf(const Moment& moment, const std::string& device,
                                        const std::string& conversation, bool isAtRest)
{
    const Cell missing{u"–"_s, NumberState::Missing};
    const DeviceAtMoment* found = deviceIn(moment, device);
    if (found == nullptr || !found->isOn || !found->isSignedIn) {
        return missing;
    }
    const auto cellWith = [isAtRest](const ShownNumber& number) {
        return Cell{numberText(number, isAtRest), stateOf(number, isAtRest)};
    };
    if (conversation.empty()) {
        return cellWith(found->total);
    }
    const BadgeAtMoment* badge = badgeIn(*found, conversation);
    return badge == nullptr ? missing : cellWith(badge->number);
}

std::vector<NumbersModel::Row> NumbersModel::rowsNow() const
{
    std::vector<Row> rows;
    if (!m_controller.isLoaded()) {
        return rows;
    }
    const bool isAtRest = m_controller.isAtRest();
    const auto add = [&](const DeviceAtMoment& device, const std::string& conversation) {
        const QString name = conversation.empty() ? tr("total") : textOf(conversation);
        rows.push_back({u"%1: %2"_s.arg(textOf(device.name), name),
                        cellOf(m_controller.moment(), device.name, conversation, isAtRest),
                        cellOf(m_controller.counters(), device.name, conversation, isAtRest)});
    };
    for (const DeviceAtMoment& device : m_controller.moment().devices) {
        for (const std::string& conversation : conversationsOf(m_controller.scenario(), device.person)) {
            add(device, conversation);
        }
        add(device, {});
    }
    return rows;
}

void NumbersModel::takeMoment()
{
    std::vector<Row> rows = rowsNow();
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t place = 0; place < rows.size(); ++place) {
        if (rows[place] != m_rows[place]) {
            m_rows[place] = std::move(rows[place]);
            const int row = static_cast<int>(place);
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
}

} // namespace tidemark::lab
