#pragma once

#include <QColor>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

#include <optional>

namespace tidemark {

/// The look that the user has chosen for all programs.
struct DesktopLook {
    enum class Scheme : quint8 { NoPreference, Dark, Light };

    Scheme scheme = Scheme::NoPreference;
    std::optional<QColor> accent; ///< empty: each program uses its own
    // Each of these sources can switch animations off.
    bool isStill = false;
    bool isGnomeStill = false;
    bool isKdeStill = false;

    /// Returns whether animations are allowed.
    [[nodiscard]] bool moves() const { return !isStill && !isGnomeStill && !isKdeStill; }

    friend bool operator==(const DesktopLook&, const DesktopLook&) = default;
};

/// Follows the look of the desktop, read from the settings portal on the session bus. Source: XDG Desktop
/// Portal, org.freedesktop.portal.Settings; GNOME and KDE add keys of their own for animations. Without a
/// portal the look keeps its defaults. Lives on the GUI thread.
class DesktopLookWatch : public QObject {
    Q_OBJECT
public:
    /// `session` may be unconnected.
    explicit DesktopLookWatch(QDBusConnection session, QObject* parent = nullptr);

    [[nodiscard]] const DesktopLook& look() const { return m_look; }

Q_SIGNALS:
    void changed(const tidemark::DesktopLook& look);

private Q_SLOTS:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askAll();
    void apply(const DesktopLook& look);

    QDBusConnection m_session;
    DesktopLook m_look;
};

/// Returns `look` with one portal setting applied. Unknown settings change nothing.
[[nodiscard]] DesktopLook withSetting(DesktopLook look, const QString& group, const QString& key,
                                      const QVariant& value);

} // namespace tidemark
