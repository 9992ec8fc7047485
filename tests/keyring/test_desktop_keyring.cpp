#include "core/keyring/desktop_keyring.h"
#include "tests/main/suite.h"
#include "tests/support/private_bus.h"

#include <QDBusConnection>
#include <QTest>

#include <memory>

namespace tidemark::desktop_keyring_test {

/// The real keyring of the desktop, on a bus of its own without a service for secrets.
class TestDesktopKeyring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_bus.isRunning());
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.address().toUtf8());
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_keyring = DesktopKeyring::make();
        QVERIFY(m_keyring != nullptr);
    }

    void aKeyringIsUsedWhereItRunsOrTheDesktopHasOne()
    {
        qunsetenv("XDG_CURRENT_DESKTOP");
        QVERIFY(!DesktopKeyring::isInUse());
        qputenv("XDG_CURRENT_DESKTOP", "i3");
        QVERIFY2(!DesktopKeyring::isInUse(), "nobody is asked to set up a wallet in a plain window manager");
        qputenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME");
        QVERIFY(DesktopKeyring::isInUse());
        qunsetenv("XDG_CURRENT_DESKTOP");
        QDBusConnection other = QDBusConnection::connectToBus(m_bus.address(), QStringLiteral("other"));
        QVERIFY(other.registerService(QStringLiteral("org.kde.kwalletd5")));
        QVERIFY(DesktopKeyring::isInUse());
        QVERIFY(other.unregisterService(QStringLiteral("org.kde.kwalletd5")));
        QVERIFY(!DesktopKeyring::isInUse());
        QDBusConnection::disconnectFromBus(QStringLiteral("other"));
    }

    void everyQuestionIsAnsweredOneAfterTheOther()
    {
        for (int request = 1; request <= 3; ++request) {
            bool isAnswered = false;
            m_keyring->read(key, [&](const Expected<QByteArray, QString>& found) {
                isAnswered = true;
                QVERIFY2(!found && !found.error().isEmpty(), "the answer says why the keyring has no token");
            });
            QVERIFY2(!isAnswered, "the answer comes after the call has returned");
            QTRY_VERIFY2_WITH_TIMEOUT(isAnswered, qPrintable(QString::number(request)), timeoutMs);
        }
    }

    void requestsAtTheSameTimeAreAnsweredInTheirOrder()
    {
        QStringList answers;
        m_keyring->erase(key);
        m_keyring->write(key, "secret", [&](bool isKept) {
            QVERIFY2(!isKept, "no keyring keeps the token");
            answers.append(QStringLiteral("written"));
        });
        m_keyring->read(
            key, [&](const Expected<QByteArray, QString>&) { answers.append(QStringLiteral("read")); });
        QTRY_COMPARE_WITH_TIMEOUT(answers, QStringList({QStringLiteral("written"), QStringLiteral("read")}),
                                  timeoutMs);
    }

private:
    static constexpr int timeoutMs = 30000;
    const QString key = QStringLiteral("device 7");

    test::PrivateBus m_bus;
    std::unique_ptr<Keyring> m_keyring;
};

TIDEMARK_SUITE(TestDesktopKeyring, QCoreApplication)

} // namespace tidemark::desktop_keyring_test

#include "test_desktop_keyring.moc"
