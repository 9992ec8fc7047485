#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/support/private_bus.h"
#include "ui/platform/desktop_look.h"

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QMap>
#include <QSignalSpy>

#include <memory>

namespace tidemark::desktop_look_test {

using namespace Qt::StringLiterals;

namespace {

struct Accent {
    double red = 0;
    double green = 0;
    double blue = 0;
};

QDBusArgument& operator<<(QDBusArgument& argument, const Accent& accent)
{
    argument.beginStructure();
    argument << accent.red << accent.green << accent.blue;
    argument.endStructure();
    return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, Accent& accent)
{
    argument.beginStructure();
    argument >> accent.red >> accent.green >> accent.blue;
    argument.endStructure();
    return argument;
}

using SettingGroups = QMap<QString, QVariantMap>;

const QString appearance = u"org.freedesktop.appearance"_s;
const QString scheme = u"color-scheme"_s;
const QString accentColour = u"accent-color"_s;

/// The settings portal of a desktop.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    FakePortal(QDBusConnection bus, SettingGroups settings)
        : m_bus(std::move(bus)), m_settings(std::move(settings))
    {
        m_bus.registerObject(u"/org/freedesktop/portal/desktop"_s, this,
                             QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
        m_bus.registerService(u"org.freedesktop.portal.Desktop"_s);
    }

    void change(const QString& group, const QString& key, const QVariant& value)
    {
        Q_EMIT SettingChanged(group, key, QDBusVariant(value));
    }

public Q_SLOTS:
    QMap<QString, QVariantMap> ReadAll(const QStringList& groups)
    {
        SettingGroups result;
        for (const QString& group : groups) {
            if (m_settings.contains(group)) {
                result[group] = m_settings[group];
            }
        }
        return result;
    }

Q_SIGNALS:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    QDBusConnection m_bus;
    SettingGroups m_settings;
};

QVariant accent(double red, double green, double blue)
{
    return QVariant::fromValue(Accent{red, green, blue});
}

} // namespace

class TestDesktopLook : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        qDBusRegisterMetaType<Accent>();
        qDBusRegisterMetaType<SettingGroups>();
    }
    void init()
    {
        test::failOnAnyWarning();
        m_bus = std::make_unique<test::PrivateBus>();
        QVERIFY2(m_bus->isRunning(), "dbus-daemon is needed (package dbus)");
    }
    void cleanup() { m_bus.reset(); }

    void withoutABusThereIsNoPreference()
    {
        const DesktopLookWatch watch(QDBusConnection(u"none"_s));
        QCOMPARE(watch.look(), DesktopLook());
    }

    void settingsOfTheStartAreTaken()
    {
        const FakePortal portal(m_bus->connection(u"portal"_s),
                                {{appearance, {{scheme, 1U}, {accentColour, accent(1.0, 0.5, 0.0)}}},
                                 {u"org.gnome.desktop.interface"_s,
                                  {{u"enable-animations"_s, false}, {u"font-name"_s, u"x"_s}}}});
        const DesktopLookWatch watch(m_bus->connection(u"ours"_s));
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::Dark);
        QCOMPARE(watch.look().accent, QColor::fromRgbF(1.0F, 0.5F, 0.0F));
        QVERIFY(!watch.look().moves());
    }

    void changesAreFollowed()
    {
        FakePortal portal(m_bus->connection(u"portal"_s), {{appearance, {{scheme, 2U}}}});
        const DesktopLookWatch watch(m_bus->connection(u"ours"_s));
        QSignalSpy changed(&watch, &DesktopLookWatch::changed);
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::Light);
        portal.change(appearance, scheme, 1U);
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::Dark);
        portal.change(appearance, scheme, 77U);
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::NoPreference);
        portal.change(appearance, accentColour, accent(0, 0, 1));
        QTRY_COMPARE(watch.look().accent, QColor(Qt::blue));
        portal.change(u"org.kde.kdeglobals.KDE"_s, u"AnimationDurationFactor"_s, u"0"_s);
        QTRY_VERIFY(!watch.look().moves());
        const qsizetype received = changed.size();
        portal.change(u"org.example"_s, scheme, 1U);
        portal.change(appearance, accentColour, accent(-1, 0, 1));
        QTRY_VERIFY(!watch.look().accent);
        QCOMPARE(changed.size(), received + 1);
    }

    void aPortalThatComesLaterIsAsked()
    {
        const DesktopLookWatch watch(m_bus->connection(u"ours"_s));
        const FakePortal portal(m_bus->connection(u"portal"_s), {{appearance, {{scheme, 1U}}}});
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::Dark);
    }

    void oneWhoWantsRestIsEnough()
    {
        const QString gnome = u"org.gnome.desktop.interface"_s;
        const QString motion = u"reduced-motion"_s;
        const FakePortal portal(m_bus->connection(u"portal"_s),
                                {{appearance, {{scheme, 1U}, {motion, 1U}}},
                                 {gnome, {{u"enable-animations"_s, true}}},
                                 {u"org.kde.kdeglobals.KDE"_s, {{u"AnimationDurationFactor"_s, 1.0}}}});
        const DesktopLookWatch watch(m_bus->connection(u"ours"_s));
        QTRY_COMPARE(watch.look().scheme, DesktopLook::Scheme::Dark);
        QVERIFY(!watch.look().moves());
        QVERIFY(withSetting(watch.look(), appearance, motion, 0U).moves());
    }

    void valuesOfOtherTypesAreNone()
    {
        QVERIFY(withSetting({}, u"org.gnome.desktop.interface"_s, u"enable-animations"_s, u"?"_s).moves());
        QVERIFY(withSetting({}, u"org.kde.kdeglobals.KDE"_s, u"AnimationDurationFactor"_s, u"?"_s).moves());
        const DesktopLook look = withSetting({}, appearance, accentColour, u"blue"_s);
        QVERIFY(!look.accent);
        QCOMPARE(withSetting({}, appearance, scheme, u"dark"_s), DesktopLook());
    }

private:
    std::unique_ptr<test::PrivateBus> m_bus;
};

TIDEMARK_SUITE(TestDesktopLook, QCoreApplication)

} // namespace tidemark::desktop_look_test

#include "test_desktop_look.moc"
