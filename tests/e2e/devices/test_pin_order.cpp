#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::pin_order_e2e_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The order of pinned conversations by the command line, on two devices of one account.
class TestPinOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_laptop = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"ann"_s, u"phone"_s));
        for (const QString& title : {u"One"_s, u"Two"_s, u"Three"_s}) {
            m_groups.append(m_laptop->createGroup(title));
            QVERIFY(m_groups.last() > 0);
            VERIFY_DONE(m_laptop->run({u"pin-conversation"_s, number(m_groups.last())}));
        }
        QVERIFY(m_phone->sync());
    }

    void aMoveIsOnBothDevices()
    {
        QCOMPARE(order(*m_phone), order(*m_laptop));
        const CliResult moved =
            m_laptop->run({u"pin-conversation"_s, number(m_groups[0]), u"--position"_s, u"1"_s});
        VERIFY_DONE(moved);
        QCOMPARE(moved.line()[u"position"].toInt(), 1);
        VERIFY_DONE(m_laptop->run({u"pin-conversation"_s, number(m_groups[1]), u"--position"_s, u"99"_s}));
        const QList<qint64> wanted{m_groups[0], m_groups[2], m_groups[1]};
        QCOMPARE(order(*m_laptop), wanted);
        QVERIFY(m_phone->sync());
        QCOMPARE(order(*m_phone), wanted);
    }

    void aMoveMadeOfflineIsSentLaterAndUndoesNothingElse()
    {
        const CliResult moved =
            m_phone->runOffline({u"pin-conversation"_s, number(m_groups[1]), u"--position"_s, u"1"_s});
        VERIFY_DONE(moved);
        QCOMPARE(moved.line()[u"position"].toInt(), 1);
        const QList<qint64> wanted{m_groups[1], m_groups[0], m_groups[2]};
        VERIFY_DONE(m_laptop->run({u"mute"_s, number(m_groups[1])}));
        QVERIFY(order(*m_laptop) != wanted);
        QVERIFY(m_phone->sync());
        QVERIFY(m_laptop->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QCOMPARE(order(*device), wanted);
            QVERIFY(device->conversation(m_groups[1])[u"muted"].toBool());
        }
    }

    void anUnpinnedConversationLosesItsPlace()
    {
        const CliResult off = m_laptop->run({u"pin-conversation"_s, number(m_groups[1]), u"--off"_s});
        VERIFY_DONE(off);
        QCOMPARE(off.line()[u"pinned"].toBool(), false);
        QVERIFY(off.line()[u"position"].isNull());
        QCOMPARE(order(*m_laptop), (QList<qint64>{m_groups[0], m_groups[2]}));
        VERIFY_DONE(m_laptop->run({u"pin-conversation"_s, number(m_groups[1])}));
        QVERIFY(m_phone->sync());
        QCOMPARE(order(*m_phone), order(*m_laptop));
    }

    void wrongUseIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        constexpr int noConnection = 3;
        QCOMPARE(m_laptop->run({u"pin-conversation"_s, u"9999"_s}).status, refused);
        QCOMPARE(
            m_laptop->run({u"pin-conversation"_s, number(m_groups[0]), u"--off"_s, u"--position"_s, u"1"_s})
                .status,
            wrongUse);
        QCOMPARE(m_laptop->runOffline({u"pin-conversation"_s, number(m_groups[0]), u"--off"_s}).status,
                 noConnection);
        QVERIFY(m_laptop->sync());
        QVERIFY(m_phone->sync());
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            VERIFY_DONE(device->audit());
            QCOMPARE(device->mismatches(), 0);
        }
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    [[nodiscard]] static QList<qint64> order(const Device& device)
    {
        QList<qint64> ids;
        for (const QJsonObject& line : device.runOffline({u"pinned-conversations"_s}).lines) {
            ids.append(line[u"conversation"].toInteger());
        }
        return ids;
    }

    Stage m_stage;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    QList<qint64> m_groups;
};

TIDEMARK_SUITE(TestPinOrder, QCoreApplication)

} // namespace tidemark::pin_order_e2e_test

#include "test_pin_order.moc"
