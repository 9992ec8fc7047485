#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTemporaryFile>

namespace tidemark::test {

/// An X server of its own (Xvfb) with a window manager (openbox), both ended by the destructor. Needs no
/// event loop.
class VirtualDisplay {
public:
    explicit VirtualDisplay(QSize size = QSize(1600, 1000));
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;

    /// False: one of the programs is missing or did not start.
    [[nodiscard]] bool isRunning() const { return !m_name.isEmpty(); }
    /// For programs that are to show windows on it: no bus, theme or scale of the person's own.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// Runs a program on it and waits for its end; what it printed, empty where it failed.
    [[nodiscard]] QString run(const QString& program, const QStringList& arguments) const;

private:
    QTemporaryFile m_configuration; ///< of the window manager
    QProcess m_server;
    QProcess m_manager;
    QString m_name; ///< as of DISPLAY
};

} // namespace tidemark::test
