#pragma once

#include "tests/e2e/preload/fault_settings.h"

#include <QFile>
#include <QString>

namespace tidemark::test {

/// The faults of programs that are started while a Begin lives. Must outlive the programs.
class Faults {
public:
    /// Creates `file`, which holds the settings.
    explicit Faults(const QString& file);

    /// Whether this build has the library of faults (see CMakeLists.txt) and the file could be created.
    [[nodiscard]] bool areAvailable() const { return m_settings != nullptr; }

    /// Programs that this process starts while a Begin lives have the faults.
    class Begin {
    public:
        explicit Begin(const Faults& faults);
        ~Begin();
        Begin(const Begin&) = delete;
        Begin& operator=(const Begin&) = delete;
    };

    /// The functions below require areAvailable().
    void setWallShift(std::int64_t ms) { m_settings->wallShiftMs = ms; }
    void setSyncDelay(std::int64_t ms) { m_settings->syncDelayMs = ms; }
    void setWriteError(int error) { m_settings->writeError = error; }
    void setFullFileCall(FileCall call) { m_settings->fullFileCall = call; }
    void clear();
    [[nodiscard]] std::int64_t shiftedClocks() const { return m_settings->shiftedClocks; }
    [[nodiscard]] std::int64_t slowSyncs() const { return m_settings->slowSyncs; }
    [[nodiscard]] std::int64_t failedWrites() const { return m_settings->failedWrites; }
    [[nodiscard]] std::int64_t fullFileCalls() const { return m_settings->fullFileCalls; }

private:
    QFile m_file;
    FaultSettings* m_settings = nullptr;
};

} // namespace tidemark::test
