#pragma once

#include "tests/support/virtual_display.h"

#include <QJsonObject>
#include <QPoint>
#include <QProcess>
#include <QSize>
#include <QString>
#include <QStringList>

namespace tidemark::test {

/// A running tidemark on a display. The test uses it by mouse and keyboard through the X server and the
/// window manager. Needs no event loop. The destructor kills it.
class WindowProcess {
public:
    struct Options {
        QString folder;       ///< for its data and files
        QString url;          ///< empty: the program gets none
        QString user;         ///< has an account whose password file is in `folder`, as Device makes it
        QString device;       ///< also the title of its window
        QSize size{700, 560}; ///< invalid: as the program has it
        QPoint position;
        QStringList more = {}; ///< further arguments
        QString bus = {};      ///< address of the session's bus; empty for none
        bool signsIn = true;   ///< if false, the window asks for name and password
    };
    WindowProcess(const VirtualDisplay& display, const Options& options);
    ~WindowProcess();
    WindowProcess(const WindowProcess&) = delete;
    WindowProcess& operator=(const WindowProcess&) = delete;

    /// Waits until its window is mapped and has its place.
    [[nodiscard]] bool waitUntilShown();
    [[nodiscard]] QString title() const;
    /// The folder of its profile.
    [[nodiscard]] QString profile() const { return m_profile; }
    /// Whether its window is on the display now.
    [[nodiscard]] bool isShown() const { return !find().isEmpty(); }
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }

    /// Gives the window the keyboard.
    void activate() const;
    void minimise() const;
    void resize(QSize size) const;
    [[nodiscard]] QSize size() const;
    /// Sends a key to the window with the keyboard focus, named as by xdotool: "ctrl+k".
    void press(const QString& key) const;
    void type(const QString& text) const;
    /// Moves the pointer to this point inside the window, and presses a button.
    void click(QPoint at, int button = 1) const;

    /// The state that the window shows; see --dump-state.
    [[nodiscard]] QJsonObject state() const;
    /// The state of one conversation; empty if it is not in the list.
    [[nodiscard]] QJsonObject conversation(qint64 number) const;
    /// `unread` of one conversation; -1 if it is not in the list.
    [[nodiscard]] qint64 unread(qint64 number) const;

    /// Asks the program to end and waits. Returns its exit status, or -1 if it had to be killed.
    [[nodiscard]] int close();
    /// Asks the program to end and does not wait.
    void beginClose() { m_process.terminate(); }
    /// Waits until the program has ended by itself. Returns its exit status, or -1 if it had to be killed.
    [[nodiscard]] int waitForEnd();

    /// Starts the program once more for the same profile with `arguments` added. Returns its exit status,
    /// or -1 if it did not end.
    [[nodiscard]] int startAgain(const QStringList& arguments = {}) const;
    /// Whether its window has the keyboard.
    [[nodiscard]] bool isActive() const;

private:
    [[nodiscard]] QString find() const;

    const VirtualDisplay& m_display;
    QString m_suffix;
    QString m_stateFile;
    QString m_profile;
    QStringList m_arguments;
    QPoint m_position;
    QProcess m_process;
    QString m_window; ///< the number of the window
};

} // namespace tidemark::test
