#pragma once

#include "tests/e2e/desktop/accessible.h"
#include "tests/support/private_bus.h"
#include "tests/support/virtual_display.h"

#include <QDBusMessage>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

namespace tidemark::test {

/// Has what a screen reader has: a session bus, the accessibility bus beside it (at-spi2-core), and the
/// announcement that it is running. The destructor ends all of them. Records where the keyboard focus goes.
/// Needs an event loop.
class AccessibilityBus : public QObject {
    Q_OBJECT
public:
    explicit AccessibilityBus(const VirtualDisplay& display);
    ~AccessibilityBus() override;

    [[nodiscard]] bool isRunning() const { return m_bus.has_value(); }
    /// The address of the session bus, for the programs under test.
    [[nodiscard]] const QString& address() const { return m_session.address(); }

    /// A program that has registered on the bus.
    [[nodiscard]] Accessible program(const QString& name) const;
    /// The objects that have reported the keyboard focus; the last one is at the end.
    [[nodiscard]] const QList<Accessible>& focused() const { return m_focused; }
    [[nodiscard]] Accessible focus() const { return m_focused.value(m_focused.size() - 1); }
    /// The object whose description changed last. A screen reader speaks it at the keyboard focus.
    [[nodiscard]] const Accessible& described() const { return m_described; }

private Q_SLOTS:
    void onStateChanged(const QDBusMessage& message);
    void onPropertyChanged(const QDBusMessage& message);

private:
    void start();

    PrivateBus m_session;
    QTemporaryDir m_folder;
    QProcess m_launcher;
    std::optional<QDBusConnection> m_bus;
    QList<Accessible> m_focused;
    Accessible m_described;
};

} // namespace tidemark::test
