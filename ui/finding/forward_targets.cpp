#include "ui/finding/forward_targets.h"

#include "core/domain/request_caps.h"
#include "ui/widgets/choice_mark.h"

#include <QPainter>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int markSide = 20;
constexpr int markRoom = markSide + 12;

SwitchRow rowAt(const QModelIndex& index)
{
    return index.data(QuickSwitchModel::RowRole).value<SwitchRow>();
}

} // namespace

bool ForwardTargets::isChosen(ConversationId conversation) const
{
    return std::any_of(m_chosen.begin(), m_chosen.end(),
                       [conversation](const SwitchRow& one) { return one.row.id == conversation; });
}

QVariant ForwardTargets::data(const QModelIndex& index, int role) const
{
    if (role == Qt::CheckStateRole) {
        return isChosen(rowAt(index).row.id) ? Qt::Checked : Qt::Unchecked;
    }
    const QVariant found = QIdentityProxyModel::data(index, role);
    return role == Qt::AccessibleTextRole && isChosen(rowAt(index).row.id)
               ? tr("%1, chosen", "a conversation").arg(found.toString())
               : found;
}

bool ForwardTargets::toggle(const QModelIndex& index)
{
    const SwitchRow row = rowAt(index);
    if (!row.row.id.isValid()) {
        return true;
    }
    if (m_chosen.removeIf([&row](const SwitchRow& one) { return one.row.id == row.row.id; }) == 0) {
        if (m_chosen.size() >= static_cast<qsizetype>(caps::maxForwardTargets)) {
            return false;
        }
        m_chosen.append(row);
    }
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole, Qt::AccessibleTextRole});
    return true;
}

ForwardDelegate::ForwardDelegate(const Theme& theme, QObject* parent)
    : SwitchDelegate(parent), m_colours(theme)
{
    setTheme(theme);
}

void ForwardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    QStyleOptionViewItem inner(option);
    inner.rect.setRight(option.rect.right() - markRoom);
    SwitchDelegate::paint(painter, inner, index);
    const QRectF mark(option.rect.right() - markSide - 4.5, option.rect.center().y() - markSide / 2.0 + 0.5,
                      markSide, markSide);
    paintChoiceMark(*painter, mark, m_colours, index.data(Qt::CheckStateRole).toInt() == Qt::Checked);
}

} // namespace tidemark
