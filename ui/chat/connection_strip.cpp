#include "ui/chat/connection_strip.h"

#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

ConnectionStrip::ConnectionStrip(QWidget* parent)
    : QWidget(parent), m_label(plainLabel({}, this)), m_retry(new QToolButton(this))
{
    m_retry->setText(tr("Try now"));
    m_label->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 3, 6, 3);
    row->addWidget(m_label, 1);
    row->addWidget(m_retry);
    constexpr int showDelayMs = 800;
    m_showTimer.setSingleShot(true);
    m_showTimer.setInterval(showDelayMs);
    connect(&m_showTimer, &QTimer::timeout, this, &QWidget::show);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, [this] {
        m_retryInSeconds = std::max(0, m_retryInSeconds - 1);
        refresh();
    });
    connect(m_retry, &QToolButton::clicked, this, &ConnectionStrip::retryWanted);
    hide();
}

void ConnectionStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    refresh();
    update();
}

void ConnectionStrip::setStatus(const ConnectionStatus& status, int retryInMs)
{
    using Phase = ConnectionPhase;
    m_isLost = status.phase == Phase::Waiting || status.phase == Phase::Offline
               || (m_isLost && status.phase == Phase::Connecting);
    m_status = status;
    if (m_isLost && status.phase == Phase::Connecting) {
        // Each new try would change the look for a moment.
        m_status.phase = Phase::Waiting;
        retryInMs = 0;
    }
    m_retryInSeconds = retryInMs < 0 ? -1 : (retryInMs + 999) / 1000;
    if (m_retryInSeconds > 0) {
        m_second.start();
    } else {
        m_second.stop();
    }
    refresh();
}

void ConnectionStrip::setRemaining(quint64 remaining)
{
    m_remaining = remaining;
    refresh();
}

QString ConnectionStrip::text() const
{
    return m_shown.words;
}

void ConnectionStrip::refresh()
{
    m_shown = connectionText(m_status, m_retryInSeconds, m_remaining);
    const QColor colour = m_shown.isWarning ? m_theme.onWarning : m_theme.dim;
    m_label->setText(m_shown.words);
    m_label->setStyleSheet(u"color: %1;"_s.arg(colour.name()));
    m_retry->setStyleSheet(u"QToolButton { color: %1; font-weight: 600; }"_s.arg(colour.name()));
    m_retry->setVisible(m_shown.canRetry);
    if (m_shown.words.isEmpty() || m_shown.isWarning) {
        m_showTimer.stop();
        setVisible(!m_shown.words.isEmpty());
    } else if (!isVisible() && !m_showTimer.isActive()) {
        m_showTimer.start();
    }
    update();
}

void ConnectionStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_shown.isWarning ? m_theme.warning : m_theme.side);
}

} // namespace tidemark
