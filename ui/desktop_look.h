#pragma once

#include <QColor>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

#include <optional>

namespace tidemark {

/// What the user has chosen for all programs.
struct DesktopLook {
    enum class Scheme : quint8 { NoPreference, Dark, Light };

    Scheme scheme = Scheme::NoPreference;
    std::optional<QColor> accent; ///< none: each program its own
    // Who says that nothing is to be animated.
    bool isStill = false;
    bool isGnomeStill = false;
    bool isKdeStill = false;

    /// False: nothing is to be animated.
    [[nodiscard]] bool moves() const { return !isStill && !isGnomeStill && !isKdeStill; }

    friend bool operator==(const DesktopLook&, const DesktopLook&) = default;
};

/// Follows the look of the desktop, as its settings portal tells it on the session bus. Source: XDG Desktop
/// Portal, org.freedesktop.portal.Settings; the keys of GNOME and KDE for animations are their own. Where
/// there is no portal the look stays as it began. Lives on the GUI thread.
class DesktopLookWatch : public QObject {
    Q_OBJECT
public:
    /// May be without a connection.
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

/// `look` with one setting of the portal taken in; others than those known change nothing.
[[nodiscard]] DesktopLook withSetting(DesktopLook look, const QString& group, const QString& key,
                                      const QVariant& value);

} // namespace tidemark
