#include "app/lab/window/log_band.h"

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"
#include "ui/look/fonts.h"
#include "ui/widgets/plain_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPolygonF>

namespace tidemark::lab {

namespace {

constexpr int cellRadius = 4;
constexpr int legendCell = 14;
constexpr int legendGap = 5;
constexpr int legendSpace = 14;

/// The look of one cell, which the band and its legend share.
void paintEntry(QPainter& painter, const Theme& theme, const QRect& place, const BandCell& cell)
{
    const QRectF inside = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(
        QPen(cell.isUnread ? theme.accent : theme.frame, 1, cell.isHeld ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(cell.isUnread ? theme.accent : cell.isRead ? theme.tint : theme.background);
    painter.drawRoundedRect(inside, cellRadius, cellRadius);
    if (cell.isBelowFloor) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(theme.dim, Qt::BDiagPattern));
        painter.drawRoundedRect(inside, cellRadius, cellRadius);
    }
}

QPolygonF triangleAt(double x, double top)
{
    constexpr double half = 4;
    constexpr double height = 7;
    return QPolygonF({{x, top}, {x - half, top + height}, {x + half, top + height}});
}

} // namespace

LogBand::LogBand(LabController& controller, QWidget* parent) : QWidget(parent), m_controller(controller)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Log of the conversation"));
    connect(&controller, &LabController::moved, this, &LogBand::takeMoment);
}

void LogBand::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void LogBand::setConversation(const std::string& conversation)
{
    m_conversation = conversation;
    takeMoment();
}

void LogBand::takeMoment()
{
    if (!m_controller.isLoaded()) {
        return;
    }
    m_layout = BandLayout(m_controller.moment(), m_conversation, width(), fontMetrics().height());
    setMinimumHeight(m_layout.height());
    QStringList words;
    for (const DeviceAtMoment& device : m_controller.moment().devices) {
        if (const BadgeAtMoment* badge = badgeIn(device, m_conversation)) {
            words += bandText(device, *badge);
        }
    }
    setAccessibleDescription(words.join(QLatin1Char('\n')));
    update();
}

void LogBand::resizeEvent(QResizeEvent* /*event*/)
{
    takeMoment();
}

QString LogBand::formulaOf(const std::string& device) const
{
    const DeviceAtMoment* holder = deviceIn(m_controller.moment(), device);
    const BadgeAtMoment* badge = holder == nullptr ? nullptr : badgeIn(*holder, m_conversation);
    return badge == nullptr ? QString() : formulaText(badge->formula, badge->number.shown);
}

void LogBand::paintCell(QPainter& painter, const BandCell& cell) const
{
    paintEntry(painter, m_theme, cell.place, cell);
    painter.setPen(cell.isUnread ? m_theme.onAccent : cell.isHeld ? m_theme.text : m_theme.dim);
    painter.drawText(cell.place, Qt::AlignCenter, QString::number(cell.seq.value));
}

void LogBand::paintMark(QPainter& painter, int x, int top, bool isFilled) const
{
    painter.setPen(QPen(m_theme.text, 1));
    painter.setBrush(isFilled ? QBrush(m_theme.text) : QBrush(Qt::NoBrush));
    painter.drawPolygon(triangleAt(x, top));
}

void LogBand::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont small = resized(font(), -1);
    for (const BandRow& row : m_layout.rows()) {
        painter.setFont(semibold(font()));
        painter.setPen(m_theme.text);
        painter.drawText(
            row.name, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(textOf(row.device), Qt::ElideRight, row.name.width() - 6));
        painter.setFont(small);
        if (row.leavesOut) {
            painter.drawText(QRect(row.name.right(), row.name.top(), 24, row.name.height()), Qt::AlignCenter,
                             QStringLiteral("…"));
        }
        for (const BandCell& cell : row.cells) {
            paintCell(painter, cell);
        }
        if (row.confirmedX != row.cursorX) {
            paintMark(painter, row.confirmedX, row.name.bottom() + 1, false);
        }
        paintMark(painter, row.cursorX, row.name.bottom() + 1, true);
        painter.setPen(m_theme.dim);
        painter.drawText(row.formula, Qt::AlignLeft | Qt::AlignVCenter, formulaOf(row.device));
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QString LogBand::cellText(const BandCell& cell) const
{
    QStringList words{tr("Entry %1").arg(cell.seq.value)};
    words += cell.isHeld ? tr("held by the device") : tr("not held by the device");
    if (cell.isBelowFloor) {
        words += tr("below the floor");
    }
    words += cell.isRead ? tr("read") : cell.isUnread ? tr("unread") : tr("does not count");
    return words.join(QStringLiteral(", "));
}

bool LogBand::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const BandCell* cell = m_layout.cellAt(help->pos())) {
            showPlainTip(help->globalPos(), cellText(*cell), this, cell->place);
        }
        return true;
    }
    return QWidget::event(event);
}

BandLegend::BandLegend(QWidget* parent) : QWidget(parent) {}

void BandLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

namespace {

struct LegendEntry {
    QString words;
    BandCell cell;
    bool isMark = false;
    bool isFilled = false;
};

QList<LegendEntry> legendEntries()
{
    BandCell unread;
    unread.isHeld = true;
    unread.isUnread = true;
    BandCell read;
    read.isHeld = true;
    read.isRead = true;
    BandCell missing;
    BandCell below = read;
    below.isBelowFloor = true;
    return {{BandLegend::tr("unread"), unread},         {BandLegend::tr("read"), read},
            {BandLegend::tr("not held"), missing},      {BandLegend::tr("below the floor"), below},
            {BandLegend::tr("cursor"), {}, true, true}, {BandLegend::tr("confirmed"), {}, true, false}};
}

} // namespace

QSize BandLegend::sizeHint() const
{
    int width = 0;
    for (const LegendEntry& entry : legendEntries()) {
        width += legendCell + legendGap + fontMetrics().horizontalAdvance(entry.words) + legendSpace;
    }
    return {width, fontMetrics().height() + 4};
}

void BandLegend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int x = 1;
    for (const LegendEntry& entry : legendEntries()) {
        const QRect place(x, (height() - legendCell) / 2, legendCell, legendCell);
        if (entry.isMark) {
            painter.setPen(QPen(m_theme.text, 1));
            painter.setBrush(entry.isFilled ? QBrush(m_theme.text) : QBrush(Qt::NoBrush));
            painter.drawPolygon(triangleAt(place.center().x(), place.top() + 3));
        } else {
            paintEntry(painter, m_theme, place, entry.cell);
        }
        x += legendCell + legendGap;
        painter.setPen(m_theme.dim);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, entry.words);
        x += fontMetrics().horizontalAdvance(entry.words) + legendSpace;
    }
}

} // namespace tidemark::lab
