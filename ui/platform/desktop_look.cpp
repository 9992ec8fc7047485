#include "ui/platform/desktop_look.h"

#include "ui/platform/bus_request.h"
#include "ui/platform/desktop_portal.h"

#include <QDBusArgument>
#include <QDBusMetaType>
#include <QDBusServiceWatcher>
#include <QMap>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QLatin1StringView portalSettings("org.freedesktop.portal.Settings");

constexpr QLatin1StringView appearance("org.freedesktop.appearance");
constexpr QLatin1StringView gnomeInterface("org.gnome.desktop.interface");
constexpr QLatin1StringView kdeGlobals("org.kde.kdeglobals.KDE");

using SettingGroups = QMap<QString, QVariantMap>; ///< a{sa{sv}}

/// Returns nothing if a component is outside 0 … 1, by which the portal says that there is no accent.
std::optional<QColor> accentOf(const QVariant& value)
{
    if (!value.canConvert<QDBusArgument>()) {
        return std::nullopt;
    }
    const auto argument = value.value<QDBusArgument>();
    if (argument.currentSignature() != "(ddd)"_L1) {
        return std::nullopt;
    }
    std::array<double, 3> parts{};
    argument.beginStructure();
    for (double& part : parts) {
        argument >> part;
    }
    argument.endStructure();
    if (!std::ranges::all_of(parts, [](double part) { return part >= 0 && part <= 1; })) {
        return std::nullopt;
    }
    return QColor::fromRgbF(static_cast<float>(parts[0]), static_cast<float>(parts[1]),
                            static_cast<float>(parts[2]));
}

DesktopLook::Scheme schemeOf(const QVariant& value)
{
    constexpr uint dark = 1;
    constexpr uint light = 2;
    switch (value.toUInt()) {
    case dark:
        return DesktopLook::Scheme::Dark;
    case light:
        return DesktopLook::Scheme::Light;
    default:
        return DesktopLook::Scheme::NoPreference;
    }
}

} // namespace

namespace {

/// Returns whether a factor, which comes as a number or as text, is zero.
bool isZero(const QVariant& value)
{
    bool isNumber = false;
    return value.toDouble(&isNumber) <= 0 && isNumber;
}

} // namespace

DesktopLook withSetting(DesktopLook look, const QString& group, const QString& key, const QVariant& value)
{
    if (group == appearance && key == u"color-scheme") {
        look.scheme = schemeOf(value);
    } else if (group == appearance && key == u"accent-color") {
        look.accent = accentOf(value);
    } else if (group == appearance && key == u"reduced-motion") {
        look.isStill = value.toUInt() == 1;
    } else if (group == gnomeInterface && key == u"enable-animations") {
        look.isGnomeStill = value.typeId() == QMetaType::Bool && !value.toBool();
    } else if (group == kdeGlobals && key == u"AnimationDurationFactor") {
        look.isKdeStill = isZero(value);
    }
    return look;
}

DesktopLookWatch::DesktopLookWatch(QDBusConnection session, QObject* parent)
    : QObject(parent), m_session(std::move(session))
{
    if (!m_session.isConnected()) {
        return;
    }
    qDBusRegisterMetaType<SettingGroups>();
    m_session.connect(portal::service, portal::path, portalSettings, u"SettingChanged"_s, this,
                      SLOT(onSettingChanged(QString, QString, QDBusVariant)));
    auto* watcher =
        new QDBusServiceWatcher(portal::service, m_session, QDBusServiceWatcher::WatchForRegistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceRegistered, this, &DesktopLookWatch::askAll);
    askAll();
}

void DesktopLookWatch::askAll()
{
    QDBusMessage request =
        QDBusMessage::createMethodCall(portal::service, portal::path, portalSettings, u"ReadAll"_s);
    request << QStringList{appearance, gnomeInterface, kdeGlobals};
    askBus<SettingGroups>(m_session, request, this, [this](const SettingGroups& groups) {
        DesktopLook look;
        for (auto group = groups.begin(); group != groups.end(); ++group) {
            for (auto setting = group->begin(); setting != group->end(); ++setting) {
                look = withSetting(look, group.key(), setting.key(), setting.value());
            }
        }
        apply(look);
    });
}

void DesktopLookWatch::onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    apply(withSetting(m_look, group, key, value.variant()));
}

void DesktopLookWatch::apply(const DesktopLook& look)
{
    if (look == m_look) {
        return;
    }
    m_look = look;
    Q_EMIT changed(m_look);
}

} // namespace tidemark
