#pragma once

#include "tests/e2e/faults/fault_settings.h"

#include <QFile>
#include <QString>

namespace tidemark::test {

/// The faults of the programs that are started while a Begin lives. Outlives the programs.
class Faults {
public:
    /// `file` is made; it holds the settings.
    explicit Faults(const QString& file);

    /// Whether this build has the library of faults, and the file could be made; see CMakeLists.txt.
    [[nodiscard]] bool areAvailable() const { return m_settings != nullptr; }

    /// What this process starts meanwhile has the faults.
    class Begin {
    public:
        explicit Begin(const Faults& faults);
        ~Begin();
        Begin(const Begin&) = delete;
        Begin& operator=(const Begin&) = delete;
    };

    /// Precondition of the rest: areAvailable().
    void setWallShift(std::int64_t ms) { m_settings->wallShiftMs = ms; }
    void setSyncDelay(std::int64_t ms) { m_settings->syncDelayMs = ms; }
    void setWriteError(int error) { m_settings->writeError = error; }
    void clear();
    [[nodiscard]] std::int64_t shiftedClocks() const { return m_settings->shiftedClocks; }
    [[nodiscard]] std::int64_t slowSyncs() const { return m_settings->slowSyncs; }
    [[nodiscard]] std::int64_t failedWrites() const { return m_settings->failedWrites; }

private:
    QFile m_file;
    FaultSettings* m_settings = nullptr;
};

} // namespace tidemark::test
