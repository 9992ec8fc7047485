// What floats over the rows of a timeline: the day while it is scrolled, where a link leads, how many
// messages are selected.
#include "core/models/text_spans.h"
#include "core/models/timeline_model.h"
#include "ui/painting.h"
#include "ui/timeline_delegate.h"
#include "ui/timeline_view.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dayAt = 8;  ///< where the day floats, below the viewport's upper edge
constexpr int dayGap = 6; ///< between it and the next one that pushes it away
constexpr int statusMargin = 8;

} // namespace

TimelineView::FloatingDay TimelineView::floatingDay() const
{
    if (model() == nullptr || m_stack.count() == 0 || m_stack.count() != model()->rowCount() || scroll() < 0)
        return {};
    const auto isDay = [this](int row) { return m_stack.box(row).key.kind == TimelineRowKind::Day; };
    const int first = m_stack.rowAt(scroll() + dayAt);
    int day = first;
    while (day >= 0 && !isDay(day))
        --day;
    if (day < 0)
        return {};
    const auto labelOf = [this](int row) {
        const QStyleOptionViewItem option = optionFor(row);
        return m_delegate->layout(option, rowAt(row))->label.translated(0, option.rect.top());
    };
    QRect pill = labelOf(day);
    if (pill.top() >= dayAt)
        return {};
    pill.moveTop(dayAt);
    for (int row = first + 1; row < m_stack.count() && m_stack.top(row) - scroll() <= pill.bottom() + dayGap;
         ++row) {
        if (isDay(row))
            pill.moveBottom(std::min(pill.bottom(), labelOf(row).top() - dayGap));
    }
    return {day, pill};
}

double TimelineView::floatingDayStrength() const
{
    if (m_selection.hasRows())
        return 0; // how many are selected stands there
    if (m_dayStay.isActive())
        return 1;
    const bool isFading = isAnimated() && m_dayFade.state() == QAbstractAnimation::Running;
    return isFading ? m_dayFade.currentValue().toDouble() : 0;
}

void TimelineView::paintFloatingDay(QPainter& painter) const
{
    const double strength = floatingDayStrength();
    const FloatingDay day = strength > 0 ? floatingDay() : FloatingDay();
    if (day.row < 0)
        return;
    painter.save();
    painter.setOpacity(strength);
    paintPill(painter, day.pill, rowAt(day.row).text, TimelineFonts(font()).label, m_theme);
    painter.restore();
}

// ---- links

QList<QUrl> TimelineView::linksOf(const TimelineRow& row)
{
    QList<QUrl> links;
    for (const TextSpan& span : row.spans) {
        if (span.kind == TextSpan::Kind::Link && !links.contains(span.url))
            links.append(span.url);
    }
    return links;
}

QList<QUrl> TimelineView::linksAt(const QModelIndex& index, const QPoint& point) const
{
    if (!index.isValid() || index.row() >= m_stack.count())
        return {};
    const QStyleOptionViewItem option = optionFor(index.row());
    const TimelineHit hit = m_delegate->hitAt(option, index, point - option.rect.topLeft());
    return hit.kind == TimelineHit::Kind::Link ? QList<QUrl>{hit.url} : linksOf(rowAt(index.row()));
}

QString TimelineView::shownTarget() const
{
    if (!m_pointedTarget.isEmpty())
        return m_pointedTarget;
    if (!hasFocus() || !currentIndex().isValid())
        return {};
    const QList<QUrl> links = linksOf(rowAt(currentIndex().row()));
    if (links.isEmpty())
        return {};
    const QString more = links.size() > 1 ? tr(" and %1 more").arg(links.size() - 1) : QString();
    return targetText(links.first()) + more;
}

QString TimelineView::statusText() const
{
    if (const QString target = shownTarget(); !target.isEmpty())
        return target;
    const int count = selectedMessages();
    if (count == 0)
        return {};
    const QString words = count == 1 ? tr("1 message selected") : tr("%1 messages selected").arg(count);
    return words + u" · "_s + tr("%1 to copy").arg(keysOf(KeyCommand::CopyMessage));
}

void TimelineView::showTarget(const QString& target)
{
    if (std::exchange(m_pointedTarget, target) != target)
        viewport()->update();
}

void TimelineView::paintStatus(QPainter& painter) const
{
    const QString status = statusText();
    if (status.isEmpty())
        return;
    const QFont labelFont = TimelineFonts(font()).label;
    const QFontMetrics metrics(labelFont);
    const QRect area = viewport()->rect().adjusted(statusMargin, 0, -statusMargin, -statusMargin);
    const int room = std::min(area.width(), area.width() * 3 / 4) - 2 * statusMargin;
    // Whose place it is stands at the beginning.
    const QString words = metrics.elidedText(status, Qt::ElideRight, room);
    const QSize size(metrics.horizontalAdvance(words) + 2 * statusMargin + 2, metrics.height() + 6);
    QRect pill(QPoint(area.left(), area.bottom() + 1 - size.height()), size);
    // A target covers what is not looked at; a number that stays covers nothing at the end of the log.
    if (shownTarget().isEmpty())
        pill.moveTopLeft({area.center().x() - size.width() / 2, dayAt});
    paintPill(painter, pill, words, labelFont, m_theme);
}

} // namespace tidemark
