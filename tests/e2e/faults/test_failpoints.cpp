#include "core/base/failpoint.h"
#include "tests/e2e/faults/failpoint_scene.h"
#include "tests/main/suite.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace tidemark::failpoints_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The client or the server dies at each step between what the user does with messages and the server's
/// commit of it, and goes on. No read is lost, no message is lost or doubled, and every number is right.
class TestFailpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_scene->startServer(); }
    void cleanup() { m_scene->rest(); }
    void cleanupTestCase() { m_scene.reset(); }
    void unknownNamesAreRefused();
    void dying_data();
    void dying();
    void dyingWithAPin_data() { addStepsOf(Deed::Message); }
    void dyingWithAPin();
    void dyingWithAForward_data();
    void dyingWithAForward();
    void dyingWhileClearing_data() { addStepsOf(Deed::Clearing); }
    void dyingWhileClearing();
    void dyingWhileHiding_data() { addStepsOf(Deed::Clearing); }
    void dyingWhileHiding();

private:
    enum Act { Read, MarkUnread, Send, ReadOffline, MarkUnreadOffline, SendOffline };
    struct ReadState {
        qint64 epoch = 0;
        qint64 seq = 0;
        qint64 unread = 0;
        bool exact = true;
        friend bool operator==(const ReadState&, const ReadState&) = default;
        friend char* toString(const ReadState& state)
        {
            return qstrdup(qPrintable(u"epoch %1, read up to %2, %3%4 unread"_s.arg(state.epoch)
                                          .arg(state.seq)
                                          .arg(state.exact ? u""_s : u"at least "_s)
                                          .arg(state.unread)));
        }
    };

    [[nodiscard]] QStringList command(Act act, qint64 last, const QString& text) const;
    /// The read state after `act`.
    [[nodiscard]] static ReadState after(ReadState before, Act act, qint64 last);
    [[nodiscard]] static ReadState stateOf(const CliResult& conversations);

    std::unique_ptr<FailpointScene> m_scene;
    ReadState m_state; ///< ann's, in the group
};

void TestFailpoints::initTestCase()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    m_scene = std::make_unique<FailpointScene>();
    m_scene->gather();
    if (!QTest::currentTestFailed()) {
        m_state = stateOf(m_scene->laptop().runOffline({u"conversations"_s}));
    }
}

void TestFailpoints::unknownNamesAreRefused()
{
    for (const QString& name :
         {u"client-read"_s, u"client-read-begin:0"_s, u"client-read-begin:x"_s, u":1"_s}) {
        const CliResult refused = m_scene->laptop().runDying({u"unread"_s}, name);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.forPeople.contains(name), qPrintable(refused.forPeople));
    }
    ServerProcess& server = m_scene->stage().server();
    QVERIFY(server.stop());
    server.armNextStart(u"server"_s);
    QVERIFY(!server.start());
}

void TestFailpoints::dying_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<Fate>("fate");
    std::size_t index = 0;
    const auto add = [&index](const char* what, Act act, Failpoint place, Fate fate) {
        if (!isOfThisCommit(index++, failpointCount)) {
            return;
        }
        const std::string name = nameOf(place);
        QTest::addRow("%s, %s", what, name.c_str()) << int(act) << QString::fromStdString(name) << fate;
    };
    for (const auto& [what, act] :
         {std::pair("read", Read), std::pair("mark unread", MarkUnread), std::pair("send", Send)}) {
        for (const DeadlyStep& step : stepsOf(act == Send ? Deed::Message : Deed::Read)) {
            add(what, act, step.place, step.fate);
        }
    }
    using F = Failpoint;
    for (const F place : {F::ClientCloseBegin, F::ClientCloseFlushed, F::ClientCloseDone}) {
        add("read", Read, place, Fate::Kept);
        add("send", Send, place, Fate::Kept);
    }
    add("read offline", ReadOffline, F::ClientCloseBegin, Fate::Kept);
    add("mark unread offline", MarkUnreadOffline, F::ClientCloseFlushed, Fate::Kept);
    add("send offline", SendOffline, F::ClientCloseBegin, Fate::Kept);
    add("send offline", SendOffline, F::ClientCloseDone, Fate::Kept);
}

void TestFailpoints::dying()
{
    QFETCH(const int, act);
    const FetchedStep step = fetchedStep();
    const Device& laptop = m_scene->laptop();
    const Device& phone = m_scene->phone();
    const qint64 last = m_scene->letBobSpeak();
    // A program that dies before it holds the messages knows only a lower bound.
    QVERIFY(last > 0 && laptop.sync());
    ReadState before = m_state;
    before.unread += 3;
    const QString text = u"at %1, %2"_s.arg(step.failpoint).arg(last);
    QVERIFY(m_scene->letDie(step, command(Act(act), last, text), act >= ReadOffline));

    m_state = step.isKept() ? after(before, Act(act), last) : before;
    QCOMPARE(stateOf(laptop.runOffline({u"conversations"_s})), m_state);
    const bool isSent = (act == Send || act == SendOffline) && step.isKept();
    m_scene->compareAtRest([&](const Device& device) {
        QCOMPARE(stateOf(device.runOffline({u"conversations"_s})), m_state);
        QCOMPARE(copies(device, m_scene->group(), text), isSent ? 1 : 0);
    });
    QCOMPARE(laptop.runOffline({u"unread"_s}).line(), phone.runOffline({u"unread"_s}).line());
}

/// A message is pinned once or not at all, and the pin counts nothing.
void TestFailpoints::dyingWithAPin()
{
    const FetchedStep step = fetchedStep();
    const QString group = number(m_scene->group());
    const qint64 last = m_scene->letBobSpeak();
    QVERIFY(last > 0 && m_scene->laptop().sync());
    const qint64 unread = m_scene->laptop().unread(m_scene->group());
    QVERIFY(m_scene->letDie(step, {u"pin"_s, group, number(last)}));
    m_scene->compareAtRest(
        [&](const Device& device) {
            QCOMPARE(device.run({u"pinned"_s, group}).lines.size(), step.isKept() ? 1 : 0);
        },
        m_scene->all());
    QCOMPARE(m_scene->phone().unread(m_scene->group()), unread);
    if (step.isKept()) {
        VERIFY_DONE(m_scene->bob().run({u"unpin"_s, group, number(last)}));
    }
}

void TestFailpoints::dyingWithAForward_data()
{
    addSteps({{failpointOf(Deed::Message, ClientStep::Written), Fate::Lost},
              {failpointOf(Deed::Message, ClientStep::Committed), Fate::Kept},
              {failpointOf(Deed::Message, ServerStep::Written), Fate::Kept},
              {failpointOf(Deed::Message, ServerStep::Acked), Fate::Kept}});
}

/// A message is forwarded once or not at all.
void TestFailpoints::dyingWithAForward()
{
    const FetchedStep step = fetchedStep();
    const QString group = number(m_scene->group());
    const QString text = u"forwarded at %1"_s.arg(step.failpoint);
    const qint64 seq = m_scene->bob().send(m_scene->group(), text);
    QVERIFY(seq > 0 && m_scene->laptop().sync());
    QVERIFY(m_scene->letDie(step, {u"forward"_s, group, number(seq), group}));
    m_scene->compareAtRest(
        [&](const Device& device) {
            QCOMPARE(copies(device, m_scene->group(), text), step.isKept() ? 2 : 1);
        },
        m_scene->all());
}

/// Cleared messages are gone on both devices and stay gone, and nothing else is.
void TestFailpoints::dyingWhileClearing()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = m_scene->group();
    QVERIFY(m_scene->letBobSpeak() > 0 && m_scene->laptop().sync());
    const qsizetype before = m_scene->laptop().messages(group).size();
    const qint64 unread = m_scene->laptop().unread(group);
    QVERIFY(before >= 3 && unread >= 3);
    QVERIFY(m_scene->letDie(step, {u"clear"_s, number(group)}));
    m_scene->compareAtRest([&](const Device& device) {
        QCOMPARE(device.messages(group).size(), step.isKept() ? 0 : before);
        QCOMPARE(device.unread(group), step.isKept() ? 0 : unread);
    });
    QVERIFY(m_scene->bob().sync() && m_scene->bob().messages(group).size() >= before);
}

/// A hidden message is gone on both devices and stays gone, and nobody else's is.
void TestFailpoints::dyingWhileHiding()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = m_scene->group();
    const qint64 last = m_scene->letBobSpeak();
    QVERIFY(last > 0 && m_scene->laptop().sync());
    const qint64 unread = m_scene->laptop().unread(group);
    QVERIFY(m_scene->letDie(step, {u"hide"_s, number(group), number(last)}));
    m_scene->compareAtRest([&](const Device& device) {
        const bool isShown = std::ranges::any_of(device.messages(group), [last](const QJsonObject& one) {
            return one[u"seq"].toInteger() == last && one[u"text"].toString() == u"three"_s;
        });
        QCOMPARE(isShown, !step.isKept());
        QCOMPARE(device.unread(group), unread - (step.isKept() ? 1 : 0));
    });
    QVERIFY(m_scene->bob().sync());
    QCOMPARE(m_scene->bob().messages(group).last()[u"text"].toString(), u"three"_s);
}

QStringList TestFailpoints::command(Act act, qint64 last, const QString& text) const
{
    const QString group = number(m_scene->group());
    switch (act) {
    case Read:
    case ReadOffline:
        return {u"read"_s, group, u"--up-to"_s, number(last - 1)};
    case MarkUnread:
    case MarkUnreadOffline:
        return {u"mark-unread"_s, group, u"--from"_s, number(last - 2)};
    default:
        return {u"send"_s, group, text};
    }
}

TestFailpoints::ReadState TestFailpoints::after(ReadState before, Act act, qint64 last)
{
    switch (act) {
    case Read:
    case ReadOffline:
        return {before.epoch, last - 1, 1};
    case MarkUnread:
    case MarkUnreadOffline:
        return {before.epoch + 1, last - 3, 3};
    default:
        return before;
    }
}

TestFailpoints::ReadState TestFailpoints::stateOf(const CliResult& conversations)
{
    const QJsonObject line = conversations.line();
    return {line[u"epoch"].toInteger(-1), line[u"read_seq"].toInteger(-1), line[u"unread"].toInteger(-1),
            line[u"exact"].toBool()};
}

TIDEMARK_SUITE(TestFailpoints, QCoreApplication)

} // namespace tidemark::failpoints_test

#include "test_failpoints.moc"
