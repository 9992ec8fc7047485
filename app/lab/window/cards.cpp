#include "app/lab/window/cards.h"

#include "app/lab/playing/lab_words.h"
#include "ui/look/fonts.h"
#include "ui/look/painting.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr int padding = 6;
constexpr int cardRadius = 8;
constexpr int leastRow = 22;

/// The sign before a device's state.
QString stateSign(const DeviceAtMoment& device)
{
    if (!device.isOn || !device.isSignedIn) {
        return u"○"_s;
    }
    return device.isOnline && !device.isCut ? u"●"_s : u"✕"_s;
}

} // namespace

WorldThing::WorldThing(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

void WorldThing::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void WorldThing::paintCard(QPainter& painter, const QColor& ground, int radius) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal width = hasFocus() ? 2 : 1;
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.frame, width));
    painter.setBrush(ground);
    const qreal inside = width / 2;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inside, inside, -inside, -inside), radius, radius);
}

void WorldThing::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuWanted(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center())
                                                                     : event->globalPos());
}

void WorldThing::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT menuWanted(mapToGlobal(rect().center()));
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void WorldThing::focusInEvent(QFocusEvent* event)
{
    QAbstractButton::focusInEvent(event);
    Q_EMIT focused();
}

void DeviceCard::showDevice(const DeviceAtMoment& device, const std::vector<std::string>& conversations,
                            bool isAtRest, bool isChosen, const std::string& conversation)
{
    m_device = device;
    m_conversations = conversations;
    m_isAtRest = isAtRest;
    m_isChosen = isChosen;
    m_conversation = conversation;
    setAccessibleName(deviceText(device, isAtRest));
    update();
}

QRect DeviceCard::rowAt(std::size_t row) const
{
    const int line = fontMetrics().height();
    const int height = std::max(line + 2, leastRow);
    return {padding, padding + line + static_cast<int>(row) * height, width() - 2 * padding, height};
}

void DeviceCard::paintHeader(QPainter& painter) const
{
    const QRect header(padding + 2, padding - 1, width() - 2 * padding - 4, fontMetrics().height() + 2);
    const QString state = u"%1 %2"_s.arg(stateSign(m_device), deviceState(m_device));
    const bool isWell = m_device.isOnline && m_device.isOn && m_device.isSignedIn && !m_device.isCut;
    painter.setPen(isWell ? theme().accent : theme().error);
    painter.drawText(header, Qt::AlignRight | Qt::AlignVCenter, state);
    const int stateWidth = fontMetrics().horizontalAdvance(state) + padding;
    painter.setFont(semibold(font()));
    painter.setPen(m_device.isOn ? theme().text : theme().dim);
    painter.drawText(
        header.adjusted(0, 0, -stateWidth, 0), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(textOf(m_device.name), Qt::ElideRight, header.width() - stateWidth));
    painter.setFont(font());
}

void DeviceCard::paintRow(QPainter& painter, std::size_t row) const
{
    const std::string& conversation = m_conversations.at(row);
    const QRect place = rowAt(row);
    if (conversation == m_conversation) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().tint);
        painter.drawRoundedRect(place, 4, 4);
    }
    const QRect inside = place.adjusted(4, 0, -4, 0);
    const BadgeAtMoment* badge = badgeIn(m_device, conversation);
    painter.setPen(badge == nullptr ? theme().dim : theme().text);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(textOf(conversation), Qt::ElideRight, inside.width() / 3));
    if (badge == nullptr) {
        painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, u"–"_s);
        return;
    }
    const NumberState state = stateOf(badge->number, m_isAtRest);
    QString number = QString::number(badge->number.shown);
    if (!badge->number.isExact) {
        number.prepend(u"≥ "_s);
    }
    if (state == NumberState::Wrong) {
        number.prepend(u"✗ "_s);
    }
    const QFont small = badgeFont(font());
    const QSize size = badgeSize(number, small);
    const QRect pill(inside.right() - size.width() + 1, inside.center().y() - size.height() / 2, size.width(),
                     size.height());
    const bool isLoud = badge->number.shown > 0 && !badge->isMuted;
    paintBadge(painter, pill, number,
               state == NumberState::Wrong ? theme().error
               : isLoud                    ? theme().accent
                                           : theme().badgeMuted,
               state == NumberState::Wrong || isLoud ? theme().onAccent : theme().onBadgeMuted, small);
    painter.setFont(resized(font(), -1));
    painter.setPen(theme().dim);
    const QString cursor = tr("read to %1").arg(badge->cursor.readSeq.value);
    const QString whole = badge->isOpen ? tr("open, %1").arg(cursor) : cursor;
    const int room = inside.width() * 2 / 3 - size.width() - 2 * padding;
    const bool hasRoom = painter.fontMetrics().horizontalAdvance(whole) <= room;
    painter.drawText(inside.adjusted(0, 0, -size.width() - padding, 0), Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(hasRoom ? whole : cursor, Qt::ElideRight, room));
    painter.setFont(font());
}

void DeviceCard::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintCard(painter, m_isChosen ? theme().hover : theme().side, cardRadius);
    paintHeader(painter);
    for (std::size_t row = 0; row < m_conversations.size(); ++row) {
        paintRow(painter, row);
    }
}

void DeviceCard::mousePressEvent(QMouseEvent* event)
{
    WorldThing::mousePressEvent(event);
    for (std::size_t row = 0; row < m_conversations.size(); ++row) {
        if (rowAt(row).contains(event->pos())) {
            Q_EMIT conversationChosen(m_conversations[row]);
            return;
        }
    }
}

void ServerCard::showServer(const QString& name, const QString& state, bool isUp, bool isDatabase)
{
    m_name = name;
    m_state = state;
    m_isUp = isUp;
    m_isDatabase = isDatabase;
    setAccessibleName(state.isEmpty() ? name : tr("%1: %2", "a server, its state").arg(name, state));
    update();
}

void ServerCard::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintCard(painter, theme().side, m_isDatabase ? height() / 2 : cardRadius);
    const QRect inside = rect().adjusted(padding, padding - 1, -padding, 1 - padding);
    painter.setFont(semibold(font()));
    painter.setPen(theme().text);
    if (m_state.isEmpty()) {
        painter.drawText(inside, Qt::AlignCenter, m_name);
        return;
    }
    painter.drawText(inside, Qt::AlignHCenter | Qt::AlignTop, m_name);
    painter.setFont(font());
    painter.setPen(m_isUp ? theme().accent : theme().error);
    painter.drawText(inside, Qt::AlignHCenter | Qt::AlignBottom,
                     u"%1 %2"_s.arg(m_isUp ? u"●"_s : u"✕"_s,
                                    fontMetrics().elidedText(m_state, Qt::ElideRight, inside.width() - 16)));
}

void LinkKnob::showLink(const QString& name, bool isCut, bool hasFaults)
{
    m_isCut = isCut;
    m_hasFaults = hasFaults;
    setAccessibleName(name);
    update();
}

void LinkKnob::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintCard(painter, theme().background, height() / 2);
    painter.setPen(m_isCut || m_hasFaults ? theme().error : theme().dim);
    painter.drawText(rect(), Qt::AlignCenter, m_isCut ? u"✕"_s : m_hasFaults ? u"!"_s : u"⋯"_s);
}

} // namespace tidemark::lab
