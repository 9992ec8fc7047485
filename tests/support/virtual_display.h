#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTemporaryFile>

namespace tidemark::test {

/// An X server of its own (Xvfb) with a window manager (openbox). The destructor ends both. Needs no event
/// loop.
class VirtualDisplay {
public:
    explicit VirtualDisplay(QSize size = QSize(1600, 1000));
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;

    /// False if one of the programs is missing or did not start.
    [[nodiscard]] bool isRunning() const { return !m_name.isEmpty(); }
    /// The environment for programs that show windows on it, without the user's bus, theme or scale.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// Runs a program on the display and waits for its end. Returns its output; empty if it failed.
    [[nodiscard]] QString run(const QString& program, const QStringList& arguments) const;

private:
    QTemporaryFile m_configuration; ///< of the window manager
    QProcess m_server;
    QProcess m_manager;
    QString m_name; ///< the value of DISPLAY
};

} // namespace tidemark::test
