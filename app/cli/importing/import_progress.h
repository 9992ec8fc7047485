#pragma once

#include <QElapsedTimer>
#include <QString>

#include <cstdint>
#include <optional>

namespace tidemark::cli {

/// Shows the progress of an import on standard error: on a terminal as a bar that is redrawn, otherwise as a
/// line every few seconds.
class ImportProgress {
public:
    explicit ImportProgress(std::uint64_t total);

    /// Shows the progress, unless it was shown a moment ago.
    void show(std::uint64_t done);
    /// Prints a message for the user, separate from the bar.
    void printMessage(const QString& message);
    /// Prints the last line, with the rate of the whole run.
    void finish(std::uint64_t done);

private:
    std::uint64_t m_total;
    bool m_isTerminal;
    bool m_barIsShown = false;
    void draw(std::uint64_t done, double perSecond);

    QElapsedTimer m_sinceStart;
    QElapsedTimer m_sinceShown;
    std::optional<std::uint64_t> m_firstDone; ///< messages finished by earlier runs
    std::uint64_t m_lastDone = 0;
    double m_rate = 0;
};

/// Formats one line: bar, share, count, messages per second.
[[nodiscard]] QString progressText(std::uint64_t done, std::uint64_t total, double perSecond);

} // namespace tidemark::cli
