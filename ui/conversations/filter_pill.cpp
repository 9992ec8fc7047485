#include "ui/conversations/filter_pill.h"

#include "ui/look/fonts.h"
#include "ui/widgets/plain_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>

namespace tidemark {

namespace {

constexpr int paddingX = 9;
constexpr int paddingY = 4;
constexpr int beforeCount = 5;

QFont countFont(const QFont& base)
{
    return semibold(resized(base, -1));
}
/// The chosen pill's name is semibold, like its count. Every pill has room for that, so that no pill
/// moves when the user chooses one.
QFont nameFont(const QFont& base, bool isChosen)
{
    return isChosen ? countFont(base) : resized(base, -1);
}

} // namespace

FilterPill::FilterPill(ConversationFilter filter, QWidget* parent) : QRadioButton(parent), m_filter(filter)
{
    // A click must not take the keyboard focus.
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void FilterPill::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void FilterPill::setContent(const FilterText& content)
{
    if (content == m_content) {
        return;
    }
    m_content = content;
    setAccessibleName(content.spoken);
    setPlainTip(this, content.hint);
    updateGeometry();
    update();
}

QSize FilterPill::sizeHint() const
{
    const QFontMetrics name(nameFont(font(), true));
    const QFontMetrics count(countFont(font()));
    const int counted =
        m_content.count.isEmpty() ? 0 : beforeCount + count.horizontalAdvance(m_content.count);
    return {name.horizontalAdvance(m_content.name) + counted + 2 * paddingX, name.height() + 2 * paddingY};
}

void FilterPill::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hasRing = hasFocus();
    if (isChecked() || underMouse() || hasRing) {
        painter.setBrush(isChecked() ? m_theme.tint : underMouse() ? m_theme.hover : QColor(Qt::transparent));
        painter.setPen(hasRing ? QPen(m_theme.accent, 2) : QPen(Qt::NoPen));
        const QRectF area = hasRing ? QRectF(rect()).adjusted(1, 1, -1, -1) : QRectF(rect());
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2);
    }
    const int countWidth = QFontMetrics(countFont(font())).horizontalAdvance(m_content.count);
    const QRect inside = rect().adjusted(paddingX, 0, -paddingX, 0);
    const QRect nameArea =
        m_content.count.isEmpty() ? inside : inside.adjusted(0, 0, -(countWidth + beforeCount), 0);
    const QRect countArea(inside.right() + 1 - countWidth, inside.top(), countWidth, inside.height());
    const auto place = [&](QRect area) { return QStyle::visualRect(layoutDirection(), rect(), area); };
    painter.setFont(nameFont(font(), isChecked()));
    painter.setPen(isChecked() ? m_theme.accent : m_theme.dim);
    painter.drawText(place(nameArea), Qt::AlignCenter, m_content.name);
    painter.setFont(countFont(font()));
    painter.setPen(isChecked() ? m_theme.accent : m_theme.text);
    painter.drawText(place(countArea), Qt::AlignCenter, m_content.count);
}

void FilterPill::enterEvent(QEnterEvent* event)
{
    QRadioButton::enterEvent(event);
    update();
}

void FilterPill::leaveEvent(QEvent* event)
{
    QRadioButton::leaveEvent(event);
    update();
}

} // namespace tidemark
