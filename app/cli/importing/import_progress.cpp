#include "app/cli/importing/import_progress.h"

#include "app/cli/running/output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tidemark::cli {

namespace {

constexpr qint64 terminalIntervalMs = 200;
constexpr qint64 fileIntervalMs = 5000;
constexpr int barWidth = 30;

double rateOf(std::uint64_t count, qint64 elapsedMs)
{
    return double(count) * 1000 / double(std::max<qint64>(elapsedMs, 1));
}

} // namespace

ImportProgress::ImportProgress(std::uint64_t total) : m_total(total), m_isTerminal(isatty(STDERR_FILENO) == 1)
{
    m_sinceStart.start();
    m_sinceShown.start();
}

void ImportProgress::show(std::uint64_t done)
{
    if (!m_firstDone || done < m_lastDone) {
        m_firstDone = m_lastDone = done;
    }
    const qint64 elapsed = m_sinceShown.elapsed();
    if (elapsed < (m_isTerminal ? terminalIntervalMs : fileIntervalMs)) {
        return;
    }
    const double now = rateOf(done - m_lastDone, elapsed);
    m_rate = m_rate > 0 ? m_rate * 0.7 + now * 0.3 : now;
    m_lastDone = done;
    m_sinceShown.start();
    draw(done, m_rate);
}

void ImportProgress::draw(std::uint64_t done, double perSecond)
{
    const QByteArray text = progressText(done, m_total, perSecond).toUtf8();
    std::fprintf(stderr, m_isTerminal ? "\r%s\033[K" : "%s\n", text.constData());
    std::fflush(stderr);
    m_barIsShown = m_isTerminal;
}

void ImportProgress::printMessage(const QString& message)
{
    if (m_barIsShown) {
        std::fputs("\r\033[K", stderr);
        m_barIsShown = false;
    }
    cli::printMessage(message);
}

void ImportProgress::finish(std::uint64_t done)
{
    draw(done, rateOf(done - m_firstDone.value_or(done), m_sinceStart.elapsed()));
    if (m_barIsShown) {
        std::fputc('\n', stderr);
    }
}

QString progressText(std::uint64_t done, std::uint64_t total, double perSecond)
{
    const double share = total == 0 ? 1.0 : double(done) / double(total);
    const int filled = int(share * barWidth);
    return QStringLiteral("[%1%2] %3 %  %4 of %5  %6 messages/s")
        .arg(QString(filled, QLatin1Char('=')), QString(barWidth - filled, QLatin1Char(' ')))
        .arg(int(share * 100), 3)
        .arg(done)
        .arg(total)
        .arg(perSecond, 0, 'f', 0);
}

} // namespace tidemark::cli
