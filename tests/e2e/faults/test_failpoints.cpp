#include "core/base/failpoint.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace tidemark::failpoints_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The client or the server dies at each step between what the user does and the server's commit of it,
/// and goes on. No read is lost, no message is lost or doubled, and every number is right.
class TestFailpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void cleanup();
    void unknownNamesAreRefused();
    void dying_data();
    void dying();
    void dyingWithADraft_data();
    void dyingWithADraft();
    void dyingWithAReaction_data();
    void dyingWithAReaction();
    void dyingWhileIgnoring_data();
    void dyingWhileIgnoring();
    void dyingWhileClearing_data();
    void dyingWhileClearing();
    void dyingWhileScheduling_data();
    void dyingWhileScheduling();
    void dyingWhenAMessageIsDue_data();
    void dyingWhenAMessageIsDue();
    void dyingWithAFolder_data();
    void dyingWithAFolder();
    void dyingWhileHiding_data();
    void dyingWhileHiding();
    void dyingWhileLooking_data();
    void dyingWhileLooking();
    void dyingWithAnInvitation_data();
    void dyingWithAnInvitation();
    void dyingWithAPinOrder_data();
    void dyingWithAPinOrder();
    void dyingWithAPin_data();
    void dyingWithAPin();
    void dyingWithAForward_data();
    void dyingWithAForward();

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

    /// Bob sends three messages. Returns the seq of the last one.
    [[nodiscard]] qint64 letBobSpeak() const;
    [[nodiscard]] QStringList command(Act act, qint64 last, const QString& text) const;
    /// The read state after `act`.
    [[nodiscard]] static ReadState after(ReadState before, Act act, qint64 last);
    [[nodiscard]] static ReadState stateOf(const CliResult& conversations);
    /// The steps of a deed, and whether it is kept when a program dies there.
    [[nodiscard]] static std::vector<std::pair<Failpoint, bool>> placesOf(Deed deed);
    /// Whether this commit tries step number `index` of `count`. Under the sanitizers, where a program takes
    /// three times as long, each commit tries a quarter of the steps, and at least one.
    [[nodiscard]] static bool isOfThisCommit(std::size_t index, std::size_t count);
    /// A number that each commit has another one of.
    [[nodiscard]] static std::size_t numberOfCommit();
    static void addPlacesOf(Deed deed);
    static void addPlaces(const std::vector<std::pair<Failpoint, bool>>& places);
    /// Lets the laptop act, and itself or the server die at `failpoint`.
    void die(const QString& failpoint, const QStringList& acts, bool kept, bool offline = false);
    [[nodiscard]] QStringList draftCommand(const std::optional<QString>& text = {}) const;
    [[nodiscard]] static QString draftOf(const CliResult& shown);
    /// The number of thumbs up on bob's message; -1 if the command failed.
    [[nodiscard]] qint64 thumbsOn(const Device& device, qint64 seq) const;
    void letTheServerDie(const QString& failpoint, const QStringList& command);
    [[nodiscard]] static qsizetype copies(const QList<QJsonObject>& log, const QString& text);

    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    ReadState m_state; ///< ann's, in the group
};

void TestFailpoints::initTestCase()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_laptop = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_phone = std::make_unique<Device>(m_stage->device(u"ann"_s, u"phone"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"edge"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_laptop->sync() && m_phone->sync());
    m_state = stateOf(m_laptop->runOffline({u"conversations"_s}));
    QCOMPARE(m_state.unread, 0);
}

void TestFailpoints::cleanupTestCase()
{
    m_stage.reset();
}

void TestFailpoints::unknownNamesAreRefused()
{
    for (const QString& name :
         {u"client-read"_s, u"client-read-begin:0"_s, u"client-read-begin:x"_s, u":1"_s}) {
        const CliResult refused = m_laptop->runDying({u"unread"_s}, name);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.forPeople.contains(name), qPrintable(refused.forPeople));
    }
    QVERIFY(m_stage->server().stop());
    m_stage->server().armNextStart(u"server"_s);
    QVERIFY(!m_stage->server().start());
}

void TestFailpoints::dying_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<bool>("kept"); // what was done before the process died
    std::size_t index = 0;
    const auto add = [&index](const char* what, Act act, Failpoint place, bool kept) {
        if (!isOfThisCommit(index++, failpointCount)) {
            return;
        }
        const std::string name = nameOf(place);
        QTest::addRow("%s, %s", what, name.c_str()) << int(act) << QString::fromStdString(name) << kept;
    };
    for (const auto& [what, act] :
         {std::pair("read", Read), std::pair("mark unread", MarkUnread), std::pair("send", Send)}) {
        for (const auto& [place, kept] : placesOf(act == Send ? Deed::Message : Deed::Read)) {
            add(what, act, place, kept);
        }
    }
    using F = Failpoint;
    for (const F place : {F::ClientCloseBegin, F::ClientCloseFlushed, F::ClientCloseDone}) {
        add("read", Read, place, true);
        add("send", Send, place, true);
    }
    add("read offline", ReadOffline, F::ClientCloseBegin, true);
    add("mark unread offline", MarkUnreadOffline, F::ClientCloseFlushed, true);
    add("send offline", SendOffline, F::ClientCloseBegin, true);
    add("send offline", SendOffline, F::ClientCloseDone, true);
}

std::vector<std::pair<Failpoint, bool>> TestFailpoints::placesOf(Deed deed)
{
    std::vector<std::pair<Failpoint, bool>> places;
    for (std::size_t i = 0; i < clientStepNames.size(); ++i) {
        const auto step = ClientStep(i);
        // These answers are states like any other.
        const bool hasNoAnswer = deed == Deed::Clearing || deed == Deed::Looking || deed == Deed::PinOrder;
        if (hasNoAnswer && step > ClientStep::Sent) {
            break;
        }
        // The device writes nothing about invitations, because it makes these requests only while online.
        if (deed == Deed::Inviting && step != ClientStep::Sent) {
            continue;
        }
        places.emplace_back(failpointOf(deed, step),
                            step != ClientStep::Begin && step != ClientStep::Written);
    }
    for (std::size_t i = 0; i < serverStepNames.size(); ++i) {
        places.emplace_back(failpointOf(deed, ServerStep(i)), true);
    }
    return places;
}

bool TestFailpoints::isOfThisCommit(std::size_t index, std::size_t count)
{
#ifdef TIDEMARK_SANITIZED
    const std::size_t parts = std::min(count, std::size_t(4));
    return index % parts == numberOfCommit() % parts;
#else
    Q_UNUSED(index)
    Q_UNUSED(count)
    return true;
#endif
}

std::size_t TestFailpoints::numberOfCommit()
{
    static const std::size_t ofCommit = [] {
        QProcess seed;
        seed.start(qEnvironmentVariable("TIDEMARK_SOURCE_DIR") + u"/tools/seed"_s, QStringList());
        seed.waitForFinished();
        const QByteArray printed = seed.readAllStandardOutput().trimmed();
        qInfo("the steps of this commit; again with TIDEMARK_SEED=%s", printed.constData());
        return static_cast<std::size_t>(printed.toULongLong());
    }();
    return ofCommit;
}

void TestFailpoints::dying()
{
    QFETCH(const int, act);
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().start());
    const qint64 last = letBobSpeak();
    QVERIFY(last > 0);
    // A program that dies before it holds the messages knows only a lower bound.
    VERIFY_DONE(m_laptop->run({u"sync"_s}));
    ReadState before = m_state;
    before.unread += 3;
    const QString text = u"at %1, %2"_s.arg(failpoint).arg(last);
    const QStringList acts = command(Act(act), last, text);
    die(failpoint, acts, kept, act >= ReadOffline);
    if (QTest::currentTestFailed()) {
        return;
    }

    m_state = kept ? after(before, Act(act), last) : before;
    QCOMPARE(stateOf(m_laptop->runOffline({u"conversations"_s})), m_state);
    const bool isSend = act == Send || act == SendOffline;
    for (const Device& device : {*m_laptop, *m_phone}) {
        VERIFY_DONE(device.run({u"sync"_s}));
        QCOMPARE(stateOf(device.runOffline({u"conversations"_s})), m_state);
        QCOMPARE(copies(device.messages(m_group), text), isSend && kept ? 1 : 0);
        VERIFY_DONE(device.audit());
    }
    QCOMPARE(m_laptop->runOffline({u"unread"_s}).line(), m_phone->runOffline({u"unread"_s}).line());
}

/// Adds the steps at which something is written, sent or answered. At the others the stores hold the same as
/// a step before, which the reads and messages show: of those, each commit tries another one.
void TestFailpoints::addPlacesOf(Deed deed)
{
    const std::array outer{failpointOf(deed, ClientStep::Begin), failpointOf(deed, ClientStep::Answered),
                           failpointOf(deed, ClientStep::Done), failpointOf(deed, ServerStep::Received),
                           failpointOf(deed, ServerStep::Notified)};
    std::vector<std::pair<Failpoint, bool>> places;
    std::vector<std::pair<Failpoint, bool>> others;
    for (const auto& place : placesOf(deed)) {
        const bool isOuter = std::find(outer.begin(), outer.end(), place.first) != outer.end();
        (isOuter ? others : places).push_back(place);
    }
    const std::size_t chosen = numberOfCommit() + static_cast<std::size_t>(deed);
    places.push_back(others.at(chosen % others.size()));
    addPlaces(places);
}

void TestFailpoints::addPlaces(const std::vector<std::pair<Failpoint, bool>>& places)
{
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<bool>("kept");
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (isOfThisCommit(i, places.size())) {
            const std::string name = nameOf(places[i].first);
            QTest::newRow(name.c_str()) << QString::fromStdString(name) << places[i].second;
        }
    }
}

void TestFailpoints::dyingWithADraft_data()
{
    addPlacesOf(Deed::Draft);
}

/// No draft is lost or comes back, and a device is never in conflict with itself.
void TestFailpoints::dyingWithADraft()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const QString before = u"before %1"_s.arg(failpoint);
    const QString after = u"after %1"_s.arg(failpoint);
    VERIFY_DONE(m_laptop->run(draftCommand(before)));
    die(failpoint, draftCommand(after), kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    const QString text = kept ? after : before;
    QCOMPARE(draftOf(m_laptop->runOffline(draftCommand())), text);
    QVERIFY(m_laptop->sync());
    QCOMPARE(draftOf(m_phone->run(draftCommand())), text);
    // The phone goes on with it: no change of the laptop is left over.
    VERIFY_DONE(m_phone->run(draftCommand(text + u" on the phone"_s)));
    QCOMPARE(m_laptop->run(draftCommand()).line(), m_phone->run(draftCommand()).line());
    QCOMPARE(draftOf(m_laptop->run(draftCommand())), text + u" on the phone"_s);
}

void TestFailpoints::dyingWithAReaction_data()
{
    addPlacesOf(Deed::Reaction);
}

/// No reaction is lost or doubled, the author's number is right, and taking it back on another device is the
/// last word.
void TestFailpoints::dyingWithAReaction()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const qint64 last = letBobSpeak();
    QVERIFY(last > 0 && m_laptop->sync());
    const QStringList acts{u"react"_s, number(m_group), number(last), u"👍"_s};
    die(failpoint, acts, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(thumbsOn(*device, last), kept ? 1 : 0);
    }
    QCOMPARE(m_bob->conversation(m_group)[u"reactions"_s].toInteger(-1), kept ? 1 : 0);
    VERIFY_DONE(m_phone->run(acts + QStringList{u"--off"_s}));
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(thumbsOn(*device, last), 0);
        VERIFY_DONE(device->audit());
    }
    QCOMPARE(m_bob->conversation(m_group)[u"reactions"_s].toInteger(-1), 0);
}

void TestFailpoints::dyingWhileIgnoring_data()
{
    addPlacesOf(Deed::Ignoring);
}

/// Both devices ignore the same users, and their numbers say so.
void TestFailpoints::dyingWhileIgnoring()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    QVERIFY(letBobSpeak() > 0 && m_laptop->sync());
    const qint64 before = m_laptop->unread(m_group);
    QVERIFY(before >= 3);
    die(failpoint, {u"ignore"_s, u"bob"_s}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    const qint64 unread = kept ? 0 : before; // only bob writes here
    QCOMPARE(m_laptop->runOffline({u"conversations"_s}).line()[u"unread"_s].toInteger(-1), unread);
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->unread(m_group), unread);
        const CliResult ignored = device->run({u"ignored"_s});
        VERIFY_DONE(ignored);
        QCOMPARE(ignored.lines.size(), kept ? 1 : 0);
    }
    VERIFY_DONE(m_phone->run({u"unignore"_s, u"bob"_s}));
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->unread(m_group), before);
        VERIFY_DONE(device->audit());
    }
}

void TestFailpoints::dyingWhileClearing_data()
{
    addPlacesOf(Deed::Clearing);
}

/// Cleared messages are gone on both devices and stay gone, and nothing else is.
void TestFailpoints::dyingWhileClearing()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    QVERIFY(letBobSpeak() > 0 && m_laptop->sync());
    const qsizetype before = m_laptop->messages(m_group).size();
    const qint64 unread = m_laptop->unread(m_group);
    QVERIFY(before >= 3 && unread >= 3);
    die(failpoint, {u"clear"_s, number(m_group)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->messages(m_group).size(), kept ? 0 : before);
        QCOMPARE(device->unread(m_group), kept ? 0 : unread);
        VERIFY_DONE(device->audit());
    }
    QVERIFY(m_bob->sync() && m_bob->messages(m_group).size() >= before);
}

void TestFailpoints::dyingWhileScheduling_data()
{
    addPlacesOf(Deed::Schedule);
}

/// The message is scheduled once or not at all, and sent once.
void TestFailpoints::dyingWhileScheduling()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const QString text = u"scheduled at %1"_s.arg(failpoint);
    die(failpoint, {u"schedule"_s, number(m_group), u"+2h"_s, text}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    const CliResult listed = m_phone->run({u"scheduled"_s});
    VERIFY_DONE(listed);
    QCOMPARE(listed.lines.size(), kept ? 1 : 0);
    QCOMPARE(m_laptop->run({u"scheduled"_s}).lines, listed.lines);
    if (kept) {
        QCOMPARE(listed.line()[u"text"].toString(), text);
        VERIFY_DONE(m_phone->run({u"send-now"_s, listed.line()[u"uuid"].toString()}));
    }
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(copies(device->messages(m_group), text), kept ? 1 : 0);
        VERIFY_DONE(device->audit());
    }
    QCOMPARE(m_laptop->run({u"scheduled"_s}).lines.size(), 0);
}

void TestFailpoints::dyingWhenAMessageIsDue_data()
{
    QTest::addColumn<QString>("failpoint");
    // The message is in the log, but its register does not say so; then both are written. The first write
    // of a register schedules the message, and the second one ends it. Neither is committed.
    for (const QString& failpoint : {u"server-message-written"_s, u"server-schedule-written:2"_s}) {
        QTest::newRow(qPrintable(failpoint)) << failpoint;
    }
}

/// A server that dies while it sends what is due has sent it once after its next start.
void TestFailpoints::dyingWhenAMessageIsDue()
{
    QFETCH(const QString, failpoint);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    QVERIFY(m_stage->server().stop());
    m_stage->server().armNextStart(failpoint);
    QVERIFY(m_stage->server().start());
    const QString text = u"due at %1"_s.arg(failpoint);
    VERIFY_DONE(m_laptop->run({u"schedule"_s, number(m_group), u"+1s"_s, text}));
    QVERIFY2(m_stage->server().waitForDeath(), "the server did not come to the failpoint");
    QVERIFY(m_stage->server().start());
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QTRY_VERIFY(device->sync() && copies(device->messages(m_group), text) == 1);
        VERIFY_DONE(device->audit());
    }
    QCOMPARE(m_laptop->run({u"scheduled"_s}).lines.size(), 0);
}

void TestFailpoints::dyingWithAFolder_data()
{
    addPlacesOf(Deed::Folder);
}

/// The folder is made once or not at all, is the same on both devices, and can be deleted on the other one.
void TestFailpoints::dyingWithAFolder()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const QString title = u"made at %1"_s.arg(failpoint);
    die(failpoint, {u"folder"_s, title, u"--add"_s, number(m_group)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    const CliResult listed = m_phone->run({u"folders"_s});
    VERIFY_DONE(listed);
    QCOMPARE(listed.lines.size(), kept ? 1 : 0);
    QCOMPARE(m_laptop->run({u"folders"_s}).lines, listed.lines);
    if (kept) {
        QCOMPARE(listed.line()[u"title"].toString(), title);
        QCOMPARE(listed.line()[u"unread"].toInteger(-1), m_phone->unread(m_group));
        VERIFY_DONE(m_phone->run({u"folder"_s, listed.line()[u"id"].toString(), u"--delete"_s}));
    }
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->run({u"folders"_s}).lines.size(), 0);
        VERIFY_DONE(device->audit());
    }
}

void TestFailpoints::dyingWhileHiding_data()
{
    addPlacesOf(Deed::Clearing);
}

/// A hidden message is gone on both devices and stays gone, and nobody else's is.
void TestFailpoints::dyingWhileHiding()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const qint64 last = letBobSpeak();
    QVERIFY(last > 0 && m_laptop->sync());
    const qint64 unread = m_laptop->unread(m_group);
    die(failpoint, {u"hide"_s, number(m_group), number(last)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        const QList<QJsonObject> log = device->messages(m_group);
        const bool isShown = std::any_of(log.begin(), log.end(), [last](const QJsonObject& one) {
            return one[u"seq"].toInteger() == last && one[u"text"].toString() == u"three"_s;
        });
        QCOMPARE(isShown, !kept);
        QCOMPARE(device->unread(m_group), unread - (kept ? 1 : 0));
        VERIFY_DONE(device->audit());
    }
    QVERIFY(m_bob->sync());
    QCOMPARE(m_bob->messages(m_group).last()[u"text"].toString(), u"three"_s);
}

void TestFailpoints::dyingWhileLooking_data()
{
    addPlacesOf(Deed::Looking);
}

/// Reactions that were looked at are not unread again, on no device.
void TestFailpoints::dyingWhileLooking()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const qint64 seq = m_laptop->send(m_group, u"for thumbs"_s);
    QVERIFY(seq > 0 && m_bob->sync());
    VERIFY_DONE(m_bob->run({u"react"_s, number(m_group), number(seq), u"👍"_s}));
    QVERIFY(m_laptop->sync());
    QCOMPARE(m_laptop->conversation(m_group)[u"reactions"_s].toInteger(-1), 1);
    die(failpoint, {u"see-reactions"_s, number(m_group)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->conversation(m_group)[u"reactions"_s].toInteger(-1), kept ? 0 : 1);
        VERIFY_DONE(device->audit());
    }
    VERIFY_DONE(m_phone->run({u"see-reactions"_s, number(m_group)}));
}

void TestFailpoints::dyingWithAnInvitation_data()
{
    addPlacesOf(Deed::Inviting);
}

/// A user who accepts an invitation is a member once, and the invitation is gone on both devices.
void TestFailpoints::dyingWithAnInvitation()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    VERIFY_DONE(m_laptop->run({u"who-may-add"_s, u"nobody"_s}));
    const CliResult made = m_bob->run({u"create-group"_s, u"asked"_s, u"ann"_s});
    VERIFY_DONE(made);
    const qint64 group = made.line()[u"conversation"].toInteger();
    QVERIFY(group > 0 && m_laptop->sync());
    const QStringList accept{u"accept"_s, number(group)};
    if (failpoint.startsWith(u"server"_s)) {
        QVERIFY(m_stage->server().stop());
        m_stage->server().armNextStart(failpoint);
        QVERIFY(m_stage->server().start());
        const auto acting = m_laptop->start(accept);
        QVERIFY2(m_stage->server().waitForDeath(), "the server did not come to the failpoint");
        QVERIFY(m_stage->server().start());
        // An answer waits for no connection: without one the command fails, and the user repeats it.
        static_cast<void>(acting->result());
    } else {
        die(failpoint, accept, kept);
    }
    if (QTest::currentTestFailed()) {
        return;
    }
    VERIFY_DONE(m_laptop->run(accept));
    QVERIFY(m_bob->send(group, u"welcome"_s) > 0);
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->run({u"invitations"_s}).lines.size(), 0);
        QCOMPARE(device->unread(group), 1);
        VERIFY_DONE(device->audit());
    }
    VERIFY_DONE(m_phone->run({u"leave"_s, number(group)}));
    VERIFY_DONE(m_laptop->run({u"who-may-add"_s, u"everybody"_s}));
}

void TestFailpoints::dyingWithAPinOrder_data()
{
    addPlacesOf(Deed::PinOrder);
}

/// A conversation that was moved among the pinned ones stays there, on both devices.
void TestFailpoints::dyingWithAPinOrder()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const qint64 other = m_laptop->createGroup(u"below"_s);
    QVERIFY(other > 0);
    VERIFY_DONE(m_laptop->run({u"pin-conversation"_s, number(other)}));
    VERIFY_DONE(m_laptop->run({u"pin-conversation"_s, number(m_group)}));
    const auto order = [](const Device& device) {
        QList<qint64> ids;
        for (const QJsonObject& line : device.run({u"pinned-conversations"_s}).lines) {
            ids.append(line[u"conversation"].toInteger());
        }
        return ids;
    };
    const qint64 first = order(*m_laptop).value(0);
    const qint64 second = order(*m_laptop).value(1);
    QVERIFY(first > 0 && second > 0);
    die(failpoint, {u"pin-conversation"_s, number(second), u"--position"_s, u"1"_s}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(order(*device), kept ? (QList{second, first}) : (QList{first, second}));
        VERIFY_DONE(device->audit());
    }
    VERIFY_DONE(m_phone->run({u"pin-conversation"_s, number(m_group), u"--off"_s}));
    VERIFY_DONE(m_phone->run({u"leave"_s, number(other)}));
    QVERIFY(m_laptop->sync());
}

void TestFailpoints::dyingWithAPin_data()
{
    addPlacesOf(Deed::Message);
}

/// A message is pinned once or not at all, and the pin counts nothing.
void TestFailpoints::dyingWithAPin()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const qint64 last = letBobSpeak();
    QVERIFY(last > 0 && m_laptop->sync());
    const qint64 unread = m_laptop->unread(m_group);
    die(failpoint, {u"pin"_s, number(m_group), number(last)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(device->run({u"pinned"_s, number(m_group)}).lines.size(), kept ? 1 : 0);
        VERIFY_DONE(device->audit());
    }
    QCOMPARE(m_phone->unread(m_group), unread);
    if (kept) {
        VERIFY_DONE(m_bob->run({u"unpin"_s, number(m_group), number(last)}));
    }
}

void TestFailpoints::dyingWithAForward_data()
{
    addPlaces({{failpointOf(Deed::Message, ClientStep::Written), false},
               {failpointOf(Deed::Message, ClientStep::Committed), true},
               {failpointOf(Deed::Message, ServerStep::Written), true},
               {failpointOf(Deed::Message, ServerStep::Acked), true}});
}

/// A message is forwarded once or not at all.
void TestFailpoints::dyingWithAForward()
{
    QFETCH(const QString, failpoint);
    QFETCH(const bool, kept);
    QVERIFY(m_stage->server().isRunning() || m_stage->server().start());
    const QString text = u"forwarded at %1"_s.arg(failpoint);
    const qint64 seq = m_bob->send(m_group, text);
    QVERIFY(seq > 0 && m_laptop->sync());
    die(failpoint, {u"forward"_s, number(m_group), number(seq), number(m_group)}, kept);
    if (QTest::currentTestFailed()) {
        return;
    }
    QVERIFY(m_laptop->sync());
    for (const Device* device : {m_laptop.get(), m_phone.get(), m_bob.get()}) {
        QVERIFY(device->sync());
        QCOMPARE(copies(device->messages(m_group), text), kept ? 2 : 1);
        VERIFY_DONE(device->audit());
    }
}

void TestFailpoints::die(const QString& failpoint, const QStringList& acts, bool kept, bool offline)
{
    if (failpoint.startsWith(u"server"_s)) {
        return letTheServerDie(failpoint, acts);
    }
    const CliResult dead = m_laptop->runDying(acts, failpoint, offline);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    QVERIFY2(kept || dead.lines.isEmpty(), "the program printed a result that it had not stored");
}

qint64 TestFailpoints::thumbsOn(const Device& device, qint64 seq) const
{
    const CliResult shown = device.run({u"reactions"_s, number(m_group), number(seq)});
    if (!shown.isDone()) {
        return -1;
    }
    return shown.lines.isEmpty() ? 0 : shown.line()[u"count"_s].toInteger(-1);
}

QStringList TestFailpoints::draftCommand(const std::optional<QString>& text) const
{
    const QStringList command{u"draft"_s, number(m_group)};
    return text ? command + QStringList{*text} : command;
}

QString TestFailpoints::draftOf(const CliResult& shown)
{
    return shown.isDone() ? shown.line()[u"text"].toString() : shown.description();
}

void TestFailpoints::cleanup()
{
    if (m_stage) {
        QVERIFY(!m_stage->server().isRunning() || m_stage->server().stop());
        const CheckResult check = m_stage->server().check();
        QVERIFY2(check.status == 0, qPrintable(check.output));
    }
}

qint64 TestFailpoints::letBobSpeak() const
{
    const CliResult said = m_bob->run({u"send"_s, number(m_group), u"-"_s}, "one\ntwo\nthree\n");
    return said.isDone() && said.lines.size() == 3 ? said.lines.last()[u"seq"].toInteger() : 0;
}

QStringList TestFailpoints::command(Act act, qint64 last, const QString& text) const
{
    switch (act) {
    case Read:
    case ReadOffline:
        return {u"read"_s, number(m_group), u"--up-to"_s, number(last - 1)};
    case MarkUnread:
    case MarkUnreadOffline:
        return {u"mark-unread"_s, number(m_group), u"--from"_s, number(last - 2)};
    default:
        return {u"send"_s, number(m_group), text};
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

void TestFailpoints::letTheServerDie(const QString& failpoint, const QStringList& command)
{
    QVERIFY(m_stage->server().stop());
    m_stage->server().armNextStart(failpoint);
    QVERIFY(m_stage->server().start());
    const auto acting = m_laptop->start(command);
    QVERIFY2(m_stage->server().waitForDeath(), "the server did not come to the failpoint");
    QVERIFY(m_stage->server().start());
    VERIFY_DONE(acting->result());
}

qsizetype TestFailpoints::copies(const QList<QJsonObject>& log, const QString& text)
{
    return std::count_if(log.begin(), log.end(),
                         [&](const QJsonObject& one) { return one[u"text"].toString() == text; });
}

TIDEMARK_SUITE(TestFailpoints, QCoreApplication)

} // namespace tidemark::failpoints_test

#include "test_failpoints.moc"
