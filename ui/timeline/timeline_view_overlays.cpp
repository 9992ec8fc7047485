// TimelineView: what floats over the rows (the day while scrolling, a link's target, the number of selected
// messages, the hint), and the text of an empty conversation.
#include "core/models/matching/text_spans.h"
#include "core/models/timeline/timeline_model.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/timeline/timeline_delegate.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dayAt = 8;  ///< the day's distance from the viewport's upper edge or the hint
constexpr int dayGap = 6; ///< between the day and the next one that pushes it away
constexpr int statusMargin = 8;
constexpr int hintAt = 6; ///< the hint's distance from the viewport's upper edge
constexpr int hintMargin = 12;
constexpr int emptyMargin = 24;

} // namespace

TimelineView::FloatingDay TimelineView::floatingDay() const
{
    if (model() == nullptr || m_stack.count() == 0 || m_stack.count() != model()->rowCount() || scroll() < 0)
        return {};
    const auto isDay = [this](int row) { return m_stack.box(row).key.kind == TimelineRowKind::Day; };
    const int first = m_stack.rowAt(scroll() + floatingAt());
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
    if (pill.top() >= floatingAt())
        return {};
    pill.moveTop(floatingAt());
    for (int row = first + 1; row < m_stack.count() && m_stack.top(row) - scroll() <= pill.bottom() + dayGap;
         ++row) {
        if (isDay(row))
            pill.moveBottom(std::min(pill.bottom(), labelOf(row).top() - dayGap));
    }
    return {day, pill};
}

int TimelineView::floatingAt() const
{
    return m_hint.isEmpty() ? dayAt : hintRoom().bottom() + 1 + dayAt;
}

// ---- the hint, and an empty conversation

void TimelineView::setHint(const QString& words)
{
    if (std::exchange(m_hint, words) != words)
        viewport()->update();
}

QRect TimelineView::hintRoom() const
{
    const QFontMetrics words(TimelineFonts(font()).label);
    constexpr int rounding = 3; // widths are rounded: a text that just fits may be cut
    const int wanted = words.horizontalAdvance(m_hint) + rounding + 2 * metrics::hintPadding;
    const int width = std::min(wanted, viewport()->width() - 2 * hintMargin);
    return {(viewport()->width() - width) / 2, hintAt, width, hintHeight(font())};
}

bool TimelineView::isHintWhole() const
{
    return hintRoom().width() < viewport()->width() - 2 * hintMargin;
}

void TimelineView::setEmptyText(const QString& words)
{
    if (std::exchange(m_emptyText, words) == words)
        return;
    setAccessibleDescription(words);
    viewport()->update();
}

void TimelineView::paintEmptyText(QPainter& painter) const
{
    const int above = m_stack.count() > 0 ? m_stack.top(0) - scroll() : viewport()->height();
    const QRect room = QRect(0, 0, viewport()->width(), above).adjusted(emptyMargin, 0, -emptyMargin, 0);
    painter.setFont(font());
    painter.setPen(m_theme.dim);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

double TimelineView::floatingDayStrength() const
{
    if (m_selection.hasRows() || m_copiedStay.isActive())
        return 0; // the number of selected messages stands there
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
    // A message may hold thousands of links, and users do not search a long menu for one.
    constexpr qsizetype maxLinks = 20;
    QList<QUrl> links;
    for (const TextSpan& span : row.spans) {
        if (span.kind == TextSpan::Kind::Link && !links.contains(span.url))
            links.append(span.url);
        if (links.size() == maxLinks)
            break;
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
    const QString more =
        links.size() > 1 ? tr(" and %Ln more", "links", static_cast<int>(links.size()) - 1) : QString();
    return targetText(links.first()) + more;
}

QString TimelineView::statusText() const
{
    if (m_copiedStay.isActive())
        return m_copied;
    if (const QString target = shownTarget(); !target.isEmpty())
        return target;
    const int count = selectedMessages();
    if (count == 0)
        return {};
    const QString words = tr("%Ln messages selected", nullptr, static_cast<int>(count));
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
    // Elide at the right: the host name of a link stands at the beginning.
    const QString words = metrics.elidedText(status, Qt::ElideRight, room);
    const QSize size(metrics.horizontalAdvance(words) + 2 * statusMargin + 2, metrics.height() + 6);
    QRect pill(QPoint(area.left(), area.bottom() + 1 - size.height()), size);
    // A link's target may cover the corner, because the user looks at the link. The number of selected
    // messages stays, so it floats at the top and does not cover the end of the log.
    if (m_copiedStay.isActive() || shownTarget().isEmpty())
        pill.moveTopLeft({area.center().x() - size.width() / 2, floatingAt()});
    paintPill(painter, pill, words, labelFont, m_theme);
}

} // namespace tidemark
