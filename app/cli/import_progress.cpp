#include "app/cli/import_progress.h"

#include "app/cli/json_line.h"

#include <unistd.h>

#include <cstdio>

namespace tidemark::cli {

namespace {

constexpr qint64 terminalIntervalMs = 200;
constexpr qint64 fileIntervalMs = 5000;
constexpr int barWidth = 30;

} // namespace

ImportProgress::ImportProgress(std::uint64_t total) : m_total(total), m_isTerminal(isatty(STDERR_FILENO) == 1)
{
    m_sinceShown.start();
}

void ImportProgress::show(std::uint64_t done, bool always)
{
    const qint64 elapsed = m_sinceShown.elapsed();
    if (!always && elapsed < (m_isTerminal ? terminalIntervalMs : fileIntervalMs)) {
        return;
    }
    if (elapsed > 0 && m_hasShown) {
        const double now = double(done - m_lastDone) * 1000 / double(elapsed);
        m_rate = m_rate > 0 ? m_rate * 0.7 + now * 0.3 : now;
    }
    m_hasShown = true;
    m_lastDone = done;
    m_sinceShown.start();
    const QByteArray text = progressText(done, m_total, m_rate).toUtf8();
    std::fprintf(stderr, m_isTerminal ? "\r%s\033[K" : "%s\n", text.constData());
    std::fflush(stderr);
    m_barIsShown = m_isTerminal;
}

void ImportProgress::tell(const QString& message)
{
    if (m_barIsShown) {
        std::fputs("\r\033[K", stderr);
        m_barIsShown = false;
    }
    cli::tell(message);
}

void ImportProgress::finish(std::uint64_t done)
{
    show(done, true);
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
