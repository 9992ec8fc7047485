#pragma once

#include <QElapsedTimer>
#include <QString>

#include <cstdint>

namespace tidemark::cli {

/// How far an import is, on standard error: a bar that is drawn again and again on a terminal, else a line
/// every few seconds.
class ImportProgress {
public:
    explicit ImportProgress(std::uint64_t total);

    /// Shows it if the last time is long enough ago, or in any case.
    void show(std::uint64_t done, bool always = false);
    /// A message for people, not into the bar.
    void tell(const QString& message);
    /// Ends the bar's line.
    void finish(std::uint64_t done);

private:
    std::uint64_t m_total;
    bool m_isTerminal;
    bool m_barIsShown = false;
    QElapsedTimer m_sinceShown;
    std::uint64_t m_lastDone = 0;
    bool m_hasShown = false;
    double m_rate = 0;
};

/// One line: bar, share, count, messages per second.
[[nodiscard]] QString progressText(std::uint64_t done, std::uint64_t total, double perSecond);

} // namespace tidemark::cli
