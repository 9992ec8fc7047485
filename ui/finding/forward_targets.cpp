#include "ui/finding/forward_targets.h"

#include "core/domain/request_caps.h"

#include <QPainter>
#include <QPainterPath>

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
    const bool isChosen = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isChosen ? m_colours.accent : m_colours.dim, 1.5));
    painter->setBrush(isChosen ? m_colours.accent : QColor(Qt::transparent));
    painter->drawEllipse(mark);
    if (isChosen) {
        QPainterPath tick(mark.topLeft() + QPointF(5.5, 10.5));
        tick.lineTo(mark.topLeft() + QPointF(8.8, 13.8));
        tick.lineTo(mark.topLeft() + QPointF(14.5, 6.8));
        painter->setPen(QPen(m_colours.onAccent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(tick);
    }
    painter->restore();
}

} // namespace tidemark
