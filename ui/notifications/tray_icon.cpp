#include "ui/notifications/tray_icon.h"

#include "core/models/words/badge.h"
#include "ui/look/painting.h"
#include "ui/platform/desktop_id.h"

#include <QPainter>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QColor badgeGround(0xd6336c);

/// Paints the number at the lower right, as large as is readable.
void paintNumber(QPainter& painter, int size, const QString& text)
{
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(std::max(8, size * 9 / 16));
    const int height = std::max(9, size * 10 / 16);
    int width = QFontMetrics(font).horizontalAdvance(text) + size / 5;
    while (width > size && font.pixelSize() > 6) {
        font.setPixelSize(font.pixelSize() - 1);
        width = QFontMetrics(font).horizontalAdvance(text) + size / 8;
    }
    width = std::clamp(width, height, size);
    const QRect place(size - width, size - height, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(badgeGround);
    painter.drawRoundedRect(place, height / 2.0, height / 2.0);
    painter.setPen(Qt::white);
    painter.setFont(font);
    painter.drawText(place, Qt::AlignCenter, text);
}

/// Returns the icon with `text` on it.
QIcon numbered(const QIcon& icon, const QString& text)
{
    if (text.isEmpty()) {
        return icon;
    }
    QIcon result;
    for (const int size : {16, 22, 24, 32, 48, 64}) {
        QPixmap pixmap = icon.pixmap(QSize(size, size), 1.0)
                             .scaled(size, size, Qt::KeepAspectRatio, Qt::SmoothTransformation);
        QPainter painter(&pixmap);
        paintNumber(painter, size, text);
        painter.end();
        result.addPixmap(pixmap);
    }
    return result;
}

/// Returns the text of a badge, but marks a lower bound by "+", because there is no room for more.
QString trayTextOf(const ShownTotal& total)
{
    const QString text = badgeText(total.count, total.exact).remove(u"≥ "_s);
    return total.exact || total.count == 0 ? text : text + u'+';
}

} // namespace

TrayIcon::TrayIcon(QObject* parent)
    : QObject(parent), m_plain(QIcon::fromTheme(desktopId, programIcon())), m_drawn(m_plain)
{
    m_menu.addAction(tr("&Open Tidemark"), this, &TrayIcon::openWanted);
    m_menu.addSeparator();
    m_menu.addAction(tr("&Quit"), this, &TrayIcon::quitWanted);
    m_icon.setContextMenu(&m_menu);
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger) {
            Q_EMIT toggleWanted();
        }
    });
    connect(&m_icon, &QSystemTrayIcon::messageClicked, this, &TrayIcon::messageClicked);
    show(ShownTotal());
    m_icon.show();
}

void TrayIcon::show(const ShownTotal& total)
{
    // The number is sent very often while many messages arrive: redraw only if it has changed.
    const QString text = trayTextOf(total);
    if (std::exchange(m_text, text) != text) {
        m_drawn = numbered(m_plain, text);
    }
    m_icon.setIcon(m_drawn);
    const QString hint = hintOf(total);
    const QString words = hint.isEmpty() ? u"Tidemark"_s : QString(u"Tidemark – "_s + hint);
    m_icon.setToolTip(words); // lint-allow: plain-tip (only a number, no text of others)
}

void TrayIcon::addMenu(QMenu& menu)
{
    m_menu.insertMenu(m_menu.actions().at(1), &menu);
}

void TrayIcon::showNotice(const QString& title, const QString& words)
{
    m_icon.showMessage(title, words, m_plain); // lint-allow: plain-message (no service reads markup in it)
}

} // namespace tidemark
