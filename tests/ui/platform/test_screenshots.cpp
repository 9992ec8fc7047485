#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/support/private_bus.h"
#include "ui/platform/desktop_portal.h"
#include "ui/platform/screenshots.h"

#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QSignalSpy>
#include <QUrl>

#include <memory>

namespace tidemark::screenshots_test {

using namespace Qt::StringLiterals;

namespace {

/// The screenshot portal of a desktop. Answers when the test says so.
class FakePortal : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Screenshot")
    Q_PROPERTY(uint version MEMBER m_version)
public:
    explicit FakePortal(QDBusConnection bus) : m_bus(std::move(bus))
    {
        m_bus.registerObject(portal::path, this,
                             QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllProperties);
        m_bus.registerService(portal::service);
    }
    ~FakePortal() override { m_bus.unregisterService(portal::service); }

    void answer(uint response, const QVariantMap& results)
    {
        QDBusMessage signal =
            QDBusMessage::createSignal(request, u"org.freedesktop.portal.Request"_s, u"Response"_s);
        signal << response << results;
        m_bus.send(signal);
    }

    int calls = 0;
    bool isOld = false;    ///< chooses the path of requests itself
    bool isBroken = false; ///< refuses all calls
    QString request;
    QVariantMap options;

public Q_SLOTS:
    QDBusObjectPath Screenshot(const QString& /*window*/, const QVariantMap& wanted)
    {
        ++calls;
        options = wanted;
        if (isBroken) {
            sendErrorReply(QDBusError::Failed, u"no"_s);
        }
        const QString sender = message().service().mid(1).replace(u'.', u'_');
        request = portal::path + u"/request/"_s + sender + u'/'
                  + (isOld ? u"another%1"_s.arg(calls) : wanted[u"handle_token"_s].toString());
        return QDBusObjectPath(request);
    }

private:
    QDBusConnection m_bus;
    uint m_version = 2;
};

} // namespace

class TestScreenshots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_bus = std::make_unique<test::PrivateBus>();
        QVERIFY2(m_bus->isRunning(), "dbus-daemon is needed (package dbus)");
    }
    void cleanup() { m_bus.reset(); }

    void withoutAPortalNothingIsOffered()
    {
        Screenshots none(QDBusConnection(u"none"_s));
        QVERIFY(!none.isOffered());
        none.take({});
        Screenshots screenshots(m_bus->connection(u"ours"_s));
        auto portal = std::make_unique<FakePortal>(m_bus->connection(u"portal"_s));
        QTRY_VERIFY(screenshots.isOffered());
        portal.reset();
        QTRY_VERIFY(!screenshots.isOffered());
    }

    void theFileIsTaken_data()
    {
        QTest::addColumn<bool>("isOld");
        QTest::newRow("a portal of today") << false;
        QTest::newRow("an old portal") << true;
    }
    void theFileIsTaken()
    {
        QFETCH(bool, isOld);
        FakePortal portal(m_bus->connection(u"portal"_s));
        portal.isOld = isOld;
        Screenshots screenshots(m_bus->connection(u"ours"_s));
        QTRY_VERIFY(screenshots.isOffered());
        QSignalSpy taken(&screenshots, &Screenshots::taken);
        for (const char* name : {"a b.png", "c.png"}) {
            screenshots.take(u"x11:1f"_s);
            screenshots.take(u"x11:1f"_s); // one at a time
            QTRY_VERIFY(!portal.request.isEmpty());
            QVERIFY(portal.options[u"interactive"_s].toBool());
            const QString path = u"/tmp/"_s + QLatin1StringView(name);
            const QString uri = QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded);
            // An answer of an old portal is lost until that to the call has said where to listen.
            const auto isTaken = [&] {
                portal.answer(0, {{u"uri"_s, uri}});
                return taken.size() == portal.calls;
            };
            QTRY_VERIFY(isTaken());
            QCOMPARE(taken.constLast().constFirst().toString(), path);
            portal.request.clear();
        }
        QCOMPARE(portal.calls, 2);
    }

    void otherAnswersAreTold()
    {
        FakePortal portal(m_bus->connection(u"portal"_s));
        Screenshots screenshots(m_bus->connection(u"ours"_s));
        QTRY_VERIFY(screenshots.isOffered());
        QSignalSpy cancelled(&screenshots, &Screenshots::cancelled);
        QSignalSpy failed(&screenshots, &Screenshots::failed);
        const auto takeAndAnswer = [&](uint response, const QVariantMap& results) {
            portal.request.clear();
            screenshots.take({});
            QTRY_VERIFY(!portal.request.isEmpty());
            portal.answer(response, results);
        };
        takeAndAnswer(1, {});
        QTRY_COMPARE(cancelled.size(), 1);
        takeAndAnswer(2, {});
        QTRY_COMPARE(failed.size(), 1);
        takeAndAnswer(0, {{u"uri"_s, u"https://example.org/a.png"_s}});
        QTRY_COMPARE(failed.size(), 2);
        portal.isBroken = true;
        screenshots.take({});
        QTRY_COMPARE(failed.size(), 3);
        portal.isBroken = false;
        takeAndAnswer(1, {});
        QTRY_COMPARE(cancelled.size(), 2);
    }

private:
    std::unique_ptr<test::PrivateBus> m_bus;
};

TIDEMARK_SUITE(TestScreenshots, QCoreApplication)

} // namespace tidemark::screenshots_test

#include "test_screenshots.moc"
