#pragma once

#include <QElapsedTimer>
#include <QString>

#include <cstdint>
#include <optional>

namespace tidemark::cli {

/// How far an import is, on standard error: a bar that is drawn again and again on a terminal, else a line
/// every few seconds.
class ImportProgress {
public:
    explicit ImportProgress(std::uint64_t total);

    /// Shows it if the last time is long enough ago.
    void show(std::uint64_t done);
    /// A message for people, not into the bar.
    void tell(const QString& message);
    /// The last line, with the rate of the whole run.
    void finish(std::uint64_t done);

private:
    std::uint64_t m_total;
    bool m_isTerminal;
    bool m_barIsShown = false;
    void draw(std::uint64_t done, double perSecond);

    QElapsedTimer m_sinceStart;
    QElapsedTimer m_sinceShown;
    std::optional<std::uint64_t> m_firstDone; ///< what earlier runs had done
    std::uint64_t m_lastDone = 0;
    double m_rate = 0;
};

/// One line: bar, share, count, messages per second.
[[nodiscard]] QString progressText(std::uint64_t done, std::uint64_t total, double perSecond);

} // namespace tidemark::cli
