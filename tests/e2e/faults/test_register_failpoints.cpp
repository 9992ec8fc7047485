#include "core/base/failpoint.h"
#include "tests/e2e/faults/failpoint_scene.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"
#include "tests/support/postgres_cluster.h"

#include <QTest>

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::register_failpoints_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The client or the server dies at each step of a change that is no entry of a log, and goes on: the change
/// is on all devices, or on none, and the next one of another device is the last word.
class TestRegisterFailpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void dyingWithADraft_data() { addStepsOf(Deed::Draft); }
    void dyingWithADraft() { draft(*m_scene); }
    void dyingWithAReaction_data() { addStepsOf(Deed::Reaction); }
    void dyingWithAReaction() { react(*m_scene); }
    void dyingWhileLooking_data() { addStepsOf(Deed::Looking); }
    void dyingWhileLooking();
    void dyingWhileIgnoring_data() { addStepsOf(Deed::Ignoring); }
    void dyingWhileIgnoring() { ignore(*m_scene); }
    void dyingWhileScheduling_data() { addStepsOf(Deed::Schedule); }
    void dyingWhileScheduling();
    void dyingWhenAMessageIsDue_data();
    void dyingWhenAMessageIsDue();
    void dyingWithAFolder_data() { addStepsOf(Deed::Folder); }
    void dyingWithAFolder();
    void dyingWithAPinOrder_data() { addStepsOf(Deed::PinOrder); }
    void dyingWithAPinOrder();
    void dyingWithADraftOnPostgres_data() { addServerStepsOf(Deed::Draft); }
    void dyingWithADraftOnPostgres() { draft(*m_onPostgres); }
    void dyingWithAReactionOnPostgres_data() { addServerStepsOf(Deed::Reaction); }
    void dyingWithAReactionOnPostgres() { react(*m_onPostgres); }
    void dyingWhileIgnoringOnPostgres_data() { addServerStepsOf(Deed::Ignoring); }
    void dyingWhileIgnoringOnPostgres() { ignore(*m_onPostgres); }

private:
    static void draft(FailpointScene& scene);
    static void react(FailpointScene& scene);
    static void ignore(FailpointScene& scene);
    static void addServerStepsOf(Deed deed);
    [[nodiscard]] static QString draftOf(const CliResult& shown);
    /// The number of thumbs up on a message; -1 if the command failed.
    [[nodiscard]] static qint64 thumbsOn(const Device& device, qint64 conversation, qint64 seq);
    [[nodiscard]] static QList<qint64> pinOrderOf(const Device& device);
    /// Starts PostgreSQL and the server on it, if this is their first test.
    void gatherOnPostgres();

    std::unique_ptr<FailpointScene> m_scene;
    std::unique_ptr<PostgresCluster> m_cluster;
    std::unique_ptr<FailpointScene> m_onPostgres;
};

void TestRegisterFailpoints::initTestCase()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    m_scene = std::make_unique<FailpointScene>();
    m_scene->gather();
}

void TestRegisterFailpoints::init()
{
    if (QByteArray(QTest::currentTestFunction()).endsWith("OnPostgres")) {
        gatherOnPostgres();
    } else {
        m_scene->startServer();
    }
}

void TestRegisterFailpoints::gatherOnPostgres()
{
    if (!m_cluster) {
        auto started = PostgresCluster::start();
        QVERIFY2(started, started ? "" : qPrintable(started.error()));
        m_cluster = std::move(started).value();
        m_onPostgres = std::make_unique<FailpointScene>(m_cluster->url(u"failpoints"_s));
        m_onPostgres->gather();
    }
    QVERIFY(m_onPostgres);
    m_onPostgres->startServer();
}

void TestRegisterFailpoints::cleanup()
{
    for (FailpointScene* scene : {m_scene.get(), m_onPostgres.get()}) {
        if (scene != nullptr && scene->stage().server().isRunning()) {
            scene->rest();
        }
    }
}

void TestRegisterFailpoints::cleanupTestCase()
{
    m_scene.reset();
    m_onPostgres.reset();
    m_cluster.reset();
}

/// The steps that write, and those that only one of both databases has code for.
void TestRegisterFailpoints::addServerStepsOf(Deed deed)
{
    addSteps({{failpointOf(deed, ServerStep::Written), Fate::Kept},
              {failpointOf(deed, ServerStep::Committed), Fate::Kept},
              {failpointOf(deed, ServerStep::Acked), Fate::Kept}});
}

/// No draft is lost or comes back, and a device is never in conflict with itself.
void TestRegisterFailpoints::draft(FailpointScene& scene)
{
    const FetchedStep step = fetchedStep();
    const QStringList show{u"draft"_s, number(scene.group())};
    const QString before = u"before %1"_s.arg(step.failpoint);
    const QString after = u"after %1"_s.arg(step.failpoint);
    VERIFY_DONE(scene.laptop().run(show + QStringList{before}));
    QVERIFY(scene.letDie(step, show + QStringList{after}));

    const QString text = step.isKept() ? after : before;
    QCOMPARE(draftOf(scene.laptop().runOffline(show)), text);
    scene.compareAtRest([&](const Device& device) { QCOMPARE(draftOf(device.run(show)), text); });
    // The phone goes on with it: no change of the laptop is left over.
    const QString last = text + u" on the phone"_s;
    VERIFY_DONE(scene.phone().run(show + QStringList{last}));
    scene.compareAtRest([&](const Device& device) { QCOMPARE(draftOf(device.run(show)), last); });
    QCOMPARE(scene.laptop().run(show).line(), scene.phone().run(show).line());
}

/// No reaction is lost or doubled, the author's number is right, and taking it back on another device is the
/// last word.
void TestRegisterFailpoints::react(FailpointScene& scene)
{
    const FetchedStep step = fetchedStep();
    const qint64 group = scene.group();
    const qint64 last = scene.letBobSpeak();
    QVERIFY(last > 0 && scene.laptop().sync());
    const QStringList command{u"react"_s, number(group), number(last), u"👍"_s};
    QVERIFY(scene.letDie(step, command));
    scene.compareAtRest(
        [&](const Device& device) { QCOMPARE(thumbsOn(device, group, last), step.isKept() ? 1 : 0); },
        scene.all());
    QCOMPARE(scene.bob().conversation(group)[u"reactions"_s].toInteger(-1), step.isKept() ? 1 : 0);
    VERIFY_DONE(scene.phone().run(command + QStringList{u"--off"_s}));
    scene.compareAtRest([&](const Device& device) { QCOMPARE(thumbsOn(device, group, last), 0); },
                        scene.all());
    QCOMPARE(scene.bob().conversation(group)[u"reactions"_s].toInteger(-1), 0);
}

/// Reactions that were looked at are not unread again, on no device.
void TestRegisterFailpoints::dyingWhileLooking()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = m_scene->group();
    const qint64 seq = m_scene->laptop().send(group, u"for thumbs"_s);
    QVERIFY(seq > 0 && m_scene->bob().sync());
    VERIFY_DONE(m_scene->bob().run({u"react"_s, number(group), number(seq), u"👍"_s}));
    QVERIFY(m_scene->laptop().sync());
    QCOMPARE(m_scene->laptop().conversation(group)[u"reactions"_s].toInteger(-1), 1);
    const QStringList command{u"see-reactions"_s, number(group)};
    QVERIFY(m_scene->letDie(step, command));
    m_scene->compareAtRest([&](const Device& device) {
        QCOMPARE(device.conversation(group)[u"reactions"_s].toInteger(-1), step.isKept() ? 0 : 1);
    });
    VERIFY_DONE(m_scene->phone().run(command));
}

/// Both devices ignore the same users, and their numbers say so.
void TestRegisterFailpoints::ignore(FailpointScene& scene)
{
    const FetchedStep step = fetchedStep();
    const qint64 group = scene.group();
    QVERIFY(scene.letBobSpeak() > 0 && scene.laptop().sync());
    const qint64 before = scene.laptop().unread(group);
    QVERIFY(before >= 3);
    QVERIFY(scene.letDie(step, {u"ignore"_s, u"bob"_s}));
    const qint64 unread = step.isKept() ? 0 : before; // only bob writes here
    QCOMPARE(scene.laptop().runOffline({u"conversations"_s}).line()[u"unread"_s].toInteger(-1), unread);
    scene.compareAtRest([&](const Device& device) {
        QCOMPARE(device.unread(group), unread);
        QCOMPARE(device.run({u"ignored"_s}).lines.size(), step.isKept() ? 1 : 0);
    });
    VERIFY_DONE(scene.phone().run({u"unignore"_s, u"bob"_s}));
    scene.compareAtRest([&](const Device& device) { QCOMPARE(device.unread(group), before); });
}

/// The message is scheduled once or not at all, and sent once.
void TestRegisterFailpoints::dyingWhileScheduling()
{
    const FetchedStep step = fetchedStep();
    const Device& phone = m_scene->phone();
    const QString text = u"scheduled at %1"_s.arg(step.failpoint);
    QVERIFY(m_scene->letDie(step, {u"schedule"_s, number(m_scene->group()), u"+2h"_s, text}));
    QVERIFY(m_scene->laptop().sync());
    const CliResult listed = phone.run({u"scheduled"_s});
    VERIFY_DONE(listed);
    QCOMPARE(listed.lines.size(), step.isKept() ? 1 : 0);
    QCOMPARE(m_scene->laptop().run({u"scheduled"_s}).lines, listed.lines);
    if (step.isKept()) {
        QCOMPARE(listed.line()[u"text"].toString(), text);
        VERIFY_DONE(phone.run({u"send-now"_s, listed.line()[u"uuid"].toString()}));
    }
    m_scene->compareAtRest(
        [&](const Device& device) {
            QCOMPARE(copies(device, m_scene->group(), text), step.isKept() ? 1 : 0);
        },
        m_scene->all());
    QCOMPARE(m_scene->laptop().run({u"scheduled"_s}).lines.size(), 0);
}

void TestRegisterFailpoints::dyingWhenAMessageIsDue_data()
{
    QTest::addColumn<QString>("failpoint");
    // The message is in the log, but its register does not say so; then both are written. The first write
    // of a register schedules the message, and the second one ends it. Neither is committed. At the others
    // both are committed, and no device, the author's devices, or all devices know it.
    const QStringList failpoints{u"server-message-written"_s, u"server-schedule-written:2"_s,
                                 u"server-due-committed"_s, u"server-due-acked"_s, u"server-due-notified"_s};
    for (const QString& failpoint : failpoints) {
        const auto index = static_cast<std::size_t>(failpoints.indexOf(failpoint));
        if (isOfThisCommit(index, static_cast<std::size_t>(failpoints.size()))) {
            QTest::newRow(qPrintable(failpoint)) << failpoint;
        }
    }
}

/// A server that dies around the sending of what is due has sent it once after its next start, and all
/// devices have it at the same place.
void TestRegisterFailpoints::dyingWhenAMessageIsDue()
{
    QFETCH(const QString, failpoint);
    const qint64 group = m_scene->group();
    const QString text = u"due at %1"_s.arg(failpoint);
    QVERIFY(m_scene->arm(failpoint));
    const auto watching = watchOnline(m_scene->phone());
    QVERIFY(watching);
    VERIFY_DONE(m_scene->laptop().run({u"schedule"_s, number(group), u"+1s"_s, text}));
    QVERIFY(m_scene->awaitDeath());
    QVERIFY(takeUntil(*watching, [&] { return !isOnline(*watching); }));
    watching->kill();
    QList<qint64> places;
    m_scene->compareAtRest(
        [&](const Device& device) {
            QTRY_VERIFY(device.sync() && copies(device, group, text) == 1);
            for (const QJsonObject& one : device.messages(group)) {
                if (one[u"text"].toString() == text) {
                    places.append(one[u"seq"].toInteger());
                }
            }
        },
        m_scene->all());
    QCOMPARE(places, QList<qint64>(3, places.value(0)));
    m_scene->compareAtRest(
        [](const Device& device) { QCOMPARE(device.run({u"scheduled"_s}).lines.size(), 0); });
}

/// The folder is made once or not at all, is the same on both devices, and can be deleted on the other one.
void TestRegisterFailpoints::dyingWithAFolder()
{
    const FetchedStep step = fetchedStep();
    const Device& phone = m_scene->phone();
    const QString title = u"made at %1"_s.arg(step.failpoint);
    QVERIFY(m_scene->letDie(step, {u"folder"_s, title, u"--add"_s, number(m_scene->group())}));
    QVERIFY(m_scene->laptop().sync());
    const CliResult listed = phone.run({u"folders"_s});
    VERIFY_DONE(listed);
    QCOMPARE(listed.lines.size(), step.isKept() ? 1 : 0);
    QCOMPARE(m_scene->laptop().run({u"folders"_s}).lines, listed.lines);
    if (step.isKept()) {
        QCOMPARE(listed.line()[u"title"].toString(), title);
        QCOMPARE(listed.line()[u"unread"].toInteger(-1), phone.unread(m_scene->group()));
        VERIFY_DONE(phone.run({u"folder"_s, listed.line()[u"id"].toString(), u"--delete"_s}));
    }
    m_scene->compareAtRest(
        [](const Device& device) { QCOMPARE(device.run({u"folders"_s}).lines.size(), 0); });
}

/// A conversation that was moved among the pinned ones stays there, on both devices.
void TestRegisterFailpoints::dyingWithAPinOrder()
{
    const FetchedStep step = fetchedStep();
    const Device& laptop = m_scene->laptop();
    const QString group = number(m_scene->group());
    const qint64 other = laptop.createGroup(u"below"_s);
    QVERIFY(other > 0);
    VERIFY_DONE(laptop.run({u"pin-conversation"_s, number(other)}));
    VERIFY_DONE(laptop.run({u"pin-conversation"_s, group}));
    const QList<qint64> before = pinOrderOf(laptop);
    QCOMPARE(before.size(), 2);
    QVERIFY(m_scene->letDie(step, {u"pin-conversation"_s, number(before[1]), u"--position"_s, u"1"_s}));
    const QList<qint64> moved{before[1], before[0]};
    m_scene->compareAtRest(
        [&](const Device& device) { QCOMPARE(pinOrderOf(device), step.isKept() ? moved : before); });
    VERIFY_DONE(m_scene->phone().run({u"pin-conversation"_s, group, u"--off"_s}));
    VERIFY_DONE(m_scene->phone().run({u"leave"_s, number(other)}));
    QVERIFY(laptop.sync());
}

QString TestRegisterFailpoints::draftOf(const CliResult& shown)
{
    return shown.isDone() ? shown.line()[u"text"].toString() : shown.description();
}

qint64 TestRegisterFailpoints::thumbsOn(const Device& device, qint64 conversation, qint64 seq)
{
    const CliResult shown = device.run({u"reactions"_s, number(conversation), number(seq)});
    if (!shown.isDone()) {
        return -1;
    }
    return shown.lines.isEmpty() ? 0 : shown.line()[u"count"_s].toInteger(-1);
}

QList<qint64> TestRegisterFailpoints::pinOrderOf(const Device& device)
{
    const QList<QJsonObject> lines = device.run({u"pinned-conversations"_s}).lines;
    QList<qint64> ids;
    ids.reserve(lines.size());
    for (const QJsonObject& line : lines) {
        ids.append(line[u"conversation"].toInteger());
    }
    return ids;
}

TIDEMARK_SUITE(TestRegisterFailpoints, QCoreApplication)

} // namespace tidemark::register_failpoints_test

#include "test_register_failpoints.moc"
