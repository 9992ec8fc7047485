#include "ui/timeline/timeline_overlays.h"

#include "core/models/matching/text_spans.h"
#include "core/models/timeline/timeline_row.h"
#include "ui/look/metrics.h"
#include "ui/look/motion.h"
#include "ui/look/painting.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/row_stack_view.h"
#include "ui/timeline/selection_controller.h"
#include "ui/widgets/empty_page.h"

#include <QPainter>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dayStayMs = 1000; ///< how long the day floats after scrolling
constexpr int dayFadeMs = 160;
constexpr int copiedStayMs = 1800;
constexpr int dayAt = 8;  ///< the distance of the day, or of the status, from the viewport's upper edge
constexpr int dayGap = 6; ///< between the day and the next one that pushes it away
constexpr int statusMargin = 8;
constexpr int emptyMargin = 24;

} // namespace

TimelineOverlays::TimelineOverlays(RowStackView& view, const SelectionController& selection)
    : QObject(&view), m_view(view), m_viewport(*view.viewport()), m_selection(selection), m_dayStay(this),
      m_dayFade(this), m_copiedStay(this)
{
    m_dayStay.setObjectName(QStringLiteral("dayStay"));
    m_dayStay.setSingleShot(true);
    m_dayStay.setInterval(dayStayMs);
    m_dayFade.setObjectName(QStringLiteral("dayFade"));
    m_dayFade.setDuration(dayFadeMs);
    m_dayFade.setStartValue(1.0);
    m_dayFade.setEndValue(0.0);
    m_copiedStay.setObjectName(QStringLiteral("copiedStay"));
    m_copiedStay.setSingleShot(true);
    m_copiedStay.setInterval(copiedStayMs);
    connect(&m_dayFade, &QVariantAnimation::valueChanged, &m_viewport, qOverload<>(&QWidget::update));
    connect(&m_dayStay, &QTimer::timeout, this, [this] {
        if (motionTime(m_view).count() > 0) {
            m_dayFade.start();
        }
        m_viewport.update();
    });
    connect(&m_copiedStay, &QTimer::timeout, &m_viewport, qOverload<>(&QWidget::update));
}

void TimelineOverlays::reset()
{
    m_pointedTarget.clear();
    m_dayStay.stop();
    m_dayFade.stop();
    m_copiedStay.stop();
}

void TimelineOverlays::paintOverRows(QPainter& painter) const
{
    if (m_view.count() > 0) {
        paintFloatingDay(painter);
        paintStatus(painter);
    }
}

// ---- the day

TimelineOverlays::FloatingDay TimelineOverlays::floatingDay() const
{
    if (!m_view.isLaidOut() || m_view.optionFor(0).rect.top() > 0) {
        return {};
    }
    const auto isDay = [this](int row) { return m_view.keyAt(row).kind == TimelineRowKind::Day; };
    const int first = m_view.rowNear(dayAt);
    int day = first;
    while (day >= 0 && !isDay(day)) {
        --day;
    }
    if (day < 0) {
        return {};
    }
    const auto topOf = [this](int row) { return m_view.optionFor(row).rect.top(); };
    const auto labelOf = [&](int row) { return m_view.layoutFor(row)->label.translated(0, topOf(row)); };
    QRect pill = labelOf(day);
    if (pill.top() >= dayAt) {
        return {};
    }
    pill.moveTop(dayAt);
    for (int row = first + 1; m_view.hasRow(row) && topOf(row) <= pill.bottom() + dayGap; ++row) {
        if (isDay(row)) {
            pill.moveBottom(std::min(pill.bottom(), labelOf(row).top() - dayGap));
        }
    }
    return {day, pill};
}

double TimelineOverlays::floatingDayStrength() const
{
    if (m_selection.value().hasRows() || m_copiedStay.isActive()) {
        return 0; // the number of selected messages stands there
    }
    if (m_dayStay.isActive()) {
        return 1;
    }
    const bool isFading = m_dayFade.state() == QAbstractAnimation::Running && motionTime(m_view).count() > 0;
    return isFading ? m_dayFade.currentValue().toDouble() : 0;
}

void TimelineOverlays::floatDay()
{
    m_dayFade.stop();
    m_dayStay.start();
}

void TimelineOverlays::paintFloatingDay(QPainter& painter) const
{
    const double strength = floatingDayStrength();
    const FloatingDay day = strength > 0 ? floatingDay() : FloatingDay();
    if (day.row < 0) {
        return;
    }
    painter.save();
    painter.setOpacity(strength);
    paintPill(painter, day.pill, m_view.rowAt(day.row).text, TimelineFonts(m_view.font()).label, m_theme);
    painter.restore();
}

// ---- the status

void TimelineOverlays::setPointedTarget(const QString& target)
{
    if (std::exchange(m_pointedTarget, target) != target) {
        m_viewport.update();
    }
}

QString TimelineOverlays::shownTarget() const
{
    if (!m_pointedTarget.isEmpty()) {
        return m_pointedTarget;
    }
    if (!m_view.hasFocus() || !m_view.currentIndex().isValid()) {
        return {};
    }
    const QList<QUrl> links = linksOf(m_view.rowAt(m_view.currentIndex().row()));
    if (links.isEmpty()) {
        return {};
    }
    const QString more =
        links.size() > 1 ? tr(" and %Ln more", "links", static_cast<int>(links.size()) - 1) : QString();
    return targetText(links.first()) + more;
}

QString TimelineOverlays::statusText() const
{
    if (m_copiedStay.isActive()) {
        return m_copied;
    }
    if (const QString target = shownTarget(); !target.isEmpty()) {
        return target;
    }
    const int count = m_selection.messages();
    if (count == 0) {
        return {};
    }
    const QString words = tr("%Ln messages selected", nullptr, count);
    return words + u" · "_s + tr("%1 to copy").arg(keysOf(KeyCommand::CopyMessage));
}

void TimelineOverlays::showCopied(const QString& words)
{
    m_copied = words;
    m_copiedStay.start();
    m_viewport.update();
}

void TimelineOverlays::paintStatus(QPainter& painter) const
{
    const QString status = statusText();
    if (status.isEmpty()) {
        return;
    }
    const QFont labelFont = TimelineFonts(m_view.font()).label;
    const QFontMetrics metrics(labelFont);
    const QRect area = m_viewport.rect().adjusted(statusMargin, 0, -statusMargin, -statusMargin);
    const int room = std::min(area.width(), area.width() * 3 / 4) - 2 * statusMargin;
    // Elide at the right: the host name of a link stands at the beginning.
    const QString words = metrics.elidedText(status, Qt::ElideRight, room);
    const QSize size(metrics.horizontalAdvance(words) + 2 * statusMargin + 2, metrics.height() + 6);
    QRect pill(QPoint(area.left(), area.bottom() + 1 - size.height()), size);
    // A link's target may cover the corner, because the user looks at the link. The number of selected
    // messages stays, so it floats at the top and does not cover the end of the log.
    if (m_copiedStay.isActive() || shownTarget().isEmpty()) {
        pill.moveTopLeft({area.center().x() - size.width() / 2, dayAt});
    }
    paintPill(painter, pill, words, labelFont, m_theme);
}

// ---- an empty conversation

void TimelineOverlays::setEmptyText(const QString& words)
{
    if (std::exchange(m_emptyText, words) == words) {
        return;
    }
    m_view.setAccessibleDescription(words);
    m_viewport.update();
}

void TimelineOverlays::paintBelowRows(QPainter& painter) const
{
    if (m_emptyText.isEmpty()) {
        return;
    }
    const int above = m_view.count() > 0 ? m_view.optionFor(0).rect.top() : m_viewport.height();
    const QRect room = QRect(0, 0, m_viewport.width(), above).adjusted(emptyMargin, 0, -emptyMargin, 0);
    constexpr int drawing = 56;
    constexpr int gap = 14;
    painter.setFont(m_view.font());
    const QRect words = painter.boundingRect(room.adjusted(0, drawing + gap, 0, 0),
                                             Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    const QRect place(room.center().x() - drawing / 2, words.top() - gap - drawing, drawing, drawing);
    if (place.top() >= room.top()) {
        paintEmptyDrawing(painter, place, Glyph::Send, m_theme);
    }
    painter.setPen(m_theme.dim);
    painter.drawText(words, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

} // namespace tidemark
