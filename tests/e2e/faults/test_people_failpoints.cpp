#include "core/base/failpoint.h"
#include "tests/e2e/faults/failpoint_scene.h"
#include "tests/e2e/sent_file.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>

namespace tidemark::people_failpoints_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The client or the server dies at each step of what users do about members, invitations and accounts, and
/// goes on. A request that only a connected device makes is done once or not at all, and can be repeated.
class TestPeopleFailpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_scene->startServer(); }
    void cleanup() { m_scene->rest(); }
    void cleanupTestCase() { m_scene.reset(); }
    void dyingWhileAccepting_data() { addStepsOf(Deed::Inviting, true); }
    void dyingWhileAccepting();
    void dyingWhileRefusing_data() { addStepsOf(Deed::Inviting, true); }
    void dyingWhileRefusing();
    void dyingWhileInviting_data() { addStepsOf(Deed::Inviting, true); }
    void dyingWhileInviting();
    void dyingWhileAdding_data();
    void dyingWhileAdding();
    void dyingWhileChoosingWhoMayAdd_data() { addStepsOf(Deed::Settings, true); }
    void dyingWhileChoosingWhoMayAdd();
    void dyingWhileErasingADeletedAccount_data();
    void dyingWhileErasingADeletedAccount();

private:
    /// Checks that what `isDone` finds fits the step, and is the same on both devices of ann.
    void compareFate(const FetchedStep& step, const std::function<bool(const Device&)>& isDone) const;
    /// A group of bob, to which ann is invited; 0 if that failed.
    [[nodiscard]] qint64 invite() const;
    [[nodiscard]] static qsizetype invitationsOf(const Device& device);
    /// The number of lines for `user` in the list of members, as `device` gets it.
    [[nodiscard]] static qsizetype memberships(const Device& device, qint64 group, const QString& user);
    /// Gives the phone of a user what a device can hold: a message with a file, a draft, and a message with a
    /// file that is not sent.
    void fill(const Device& phone, qint64 group) const;
    /// Runs the program on the profile of a device for another user; without `user`, for nobody.
    [[nodiscard]] CliResult runAs(const QString& user, const Device& device, const QStringList& command);
    /// The files of a profile that may hold something of an account, besides the database.
    [[nodiscard]] static QStringList leftOvers(const Device& device);

    std::unique_ptr<FailpointScene> m_scene;
    int m_users = 0;
};

void TestPeopleFailpoints::initTestCase()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    m_scene = std::make_unique<FailpointScene>();
    m_scene->gather();
}

void TestPeopleFailpoints::compareFate(const FetchedStep& step,
                                       const std::function<bool(const Device&)>& isDone) const
{
    const bool isDoneOnLaptop = isDone(m_scene->laptop());
    m_scene->compareAtRest([&](const Device& device) { QCOMPARE(isDone(device), isDoneOnLaptop); });
    if (step.fate != Fate::Unknown) {
        QCOMPARE(isDoneOnLaptop, step.isKept());
    }
}

/// A user who accepts an invitation is a member once, and the invitation is gone on both devices.
void TestPeopleFailpoints::dyingWhileAccepting()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = invite();
    QVERIFY(group > 0);
    const QStringList accept{u"accept"_s, number(group)};
    QVERIFY(m_scene->letDieOnline(step.failpoint, accept));
    compareFate(step, [](const Device& device) { return device.sync() && invitationsOf(device) == 0; });
    VERIFY_DONE(m_scene->laptop().run(accept));
    QVERIFY(m_scene->bob().send(group, u"welcome"_s) > 0);
    m_scene->compareAtRest([&](const Device& device) {
        QCOMPARE(invitationsOf(device), 0);
        QCOMPARE(device.unread(group), 1);
        QCOMPARE(memberships(device, group, u"ann"_s), 1);
    });
    VERIFY_DONE(m_scene->phone().run({u"leave"_s, number(group)}));
}

/// A refused invitation is gone on both devices, and the same user cannot repeat it.
void TestPeopleFailpoints::dyingWhileRefusing()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = invite();
    QVERIFY(group > 0);
    const QStringList refuse{u"refuse"_s, number(group)};
    QVERIFY(m_scene->letDieOnline(step.failpoint, refuse));
    const auto isRefused = [](const Device& device) { return device.sync() && invitationsOf(device) == 0; };
    compareFate(step, isRefused);
    if (!isRefused(m_scene->laptop())) {
        VERIFY_DONE(m_scene->laptop().run(refuse));
    }
    VERIFY_DONE(m_scene->bob().run({u"add"_s, number(group), u"ann"_s}));
    m_scene->compareAtRest([&](const Device& device) { QCOMPARE(invitationsOf(device), 0); });
    QCOMPARE(memberships(m_scene->bob(), group, u"ann"_s), 0);
}

/// A user who wants to be asked is asked once, and becomes a member once.
void TestPeopleFailpoints::dyingWhileInviting()
{
    const FetchedStep step = fetchedStep();
    VERIFY_DONE(m_scene->bob().run({u"who-may-add"_s, u"nobody"_s}));
    const qint64 group = m_scene->laptop().createGroup(u"hall"_s);
    const QStringList add{u"add"_s, number(group), u"bob"_s};
    QVERIFY(m_scene->letDieOnline(step.failpoint, add));
    QVERIFY(m_scene->bob().sync());
    if (step.fate != Fate::Unknown) {
        QCOMPARE(invitationsOf(m_scene->bob()), step.isKept() ? 1 : 0);
    }
    VERIFY_DONE(m_scene->laptop().run(add));
    QVERIFY(m_scene->bob().sync());
    QCOMPARE(invitationsOf(m_scene->bob()), 1);
    VERIFY_DONE(m_scene->bob().run({u"accept"_s, number(group)}));
    m_scene->compareAtRest([&](const Device& device) { QCOMPARE(memberships(device, group, u"bob"_s), 1); },
                           m_scene->all());
    VERIFY_DONE(m_scene->bob().run({u"who-may-add"_s, u"everybody"_s}));
}

void TestPeopleFailpoints::dyingWhileAdding_data()
{
    // Nothing is written about invitations.
    addSteps({{failpointOf(Deed::Message, ServerStep::Written), Fate::Lost},
              {failpointOf(Deed::Inviting, ServerStep::Committed), Fate::Kept}});
}

/// A user who is not asked is added once, and can read what follows.
void TestPeopleFailpoints::dyingWhileAdding()
{
    const FetchedStep step = fetchedStep();
    const qint64 group = m_scene->laptop().createGroup(u"yard"_s);
    const QStringList add{u"add"_s, number(group), u"bob"_s};
    QVERIFY(m_scene->letDieOnline(step.failpoint, add));
    compareFate(step, [&](const Device& device) { return memberships(device, group, u"bob"_s) == 1; });
    if (!step.isKept()) {
        VERIFY_DONE(m_scene->laptop().run(add));
    }
    QVERIFY(m_scene->laptop().send(group, u"welcome"_s) > 0);
    m_scene->compareAtRest(
        [&](const Device& device) {
            QCOMPARE(memberships(device, group, u"bob"_s), 1);
            QCOMPARE(copies(device, group, u"welcome"_s), 1);
        },
        m_scene->all());
    QCOMPARE(m_scene->bob().unread(group), 1);
}

/// The setting is the same on both devices, and the server follows it.
void TestPeopleFailpoints::dyingWhileChoosingWhoMayAdd()
{
    const FetchedStep step = fetchedStep();
    const auto isNobody = [](const Device& device) {
        return device.run({u"who-may-add"_s}).line()[u"who_may_add"].toString() == u"nobody"_s;
    };
    const QStringList choose{u"who-may-add"_s, u"nobody"_s};
    VERIFY_DONE(m_scene->laptop().run({u"who-may-add"_s, u"everybody"_s}));
    QVERIFY(m_scene->letDieOnline(step.failpoint, choose));
    compareFate(step, isNobody);
    VERIFY_DONE(m_scene->laptop().run(choose));
    m_scene->compareAtRest([&](const Device& device) { QVERIFY(isNobody(device)); });
    const qint64 group = invite();
    QVERIFY(group > 0 && m_scene->phone().sync());
    QCOMPARE(invitationsOf(m_scene->phone()), 1);
    VERIFY_DONE(m_scene->phone().run({u"refuse"_s, number(group)}));
}

void TestPeopleFailpoints::dyingWhileErasingADeletedAccount_data()
{
    addSteps({{Failpoint::ClientErasureWritten, Fate::Lost},
              {Failpoint::ClientTokenDropped, Fate::Kept},
              {Failpoint::ClientTokenErased, Fate::Kept},
              {Failpoint::ClientOutgoingErased, Fate::Kept}});
}

/// A device that dies while it erases the data of a deleted account erases the rest at its next start, and
/// can be used by somebody else.
void TestPeopleFailpoints::dyingWhileErasingADeletedAccount()
{
    const FetchedStep step = fetchedStep();
    const QString user = u"dan%1"_s.arg(++m_users);
    const Device laptop = m_scene->stage().newAccount(user, u"laptop"_s);
    const Device phone = m_scene->stage().device(user, u"phone"_s);
    const qint64 group = m_scene->bob().createGroup(u"cellar"_s, {user});
    QVERIFY(group > 0);
    fill(phone, group);
    QVERIFY(!QTest::currentTestFailed());
    VERIFY_DONE(laptop.run({u"delete-account"_s, u"--yes"_s}));

    const CliResult dead = phone.runDying({u"sync"_s}, step.failpoint);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    QVERIFY(!leftOvers(phone).isEmpty());
    const CliResult next = phone.run({u"sync"_s});
    QCOMPARE(next.status, 1);
    QVERIFY2(next.forPeople.contains(u"was deleted"_s), qPrintable(next.forPeople));
    QCOMPARE(next.forPeople.contains(u"never sent"_s), !step.isKept());
    QCOMPARE(leftOvers(phone), QStringList());

    const CliResult nobody = runAs({}, phone, {u"sync"_s});
    QCOMPARE(nobody.status, 2);
    QVERIFY2(nobody.forPeople.contains(u"No user is signed in"_s), qPrintable(nobody.forPeople));
    const QString other = u"eve%1"_s.arg(m_users);
    VERIFY_DONE(runAs(other, phone, {u"register"_s}));
    const CliResult conversations = runAs(other, phone, {u"conversations"_s});
    VERIFY_DONE(conversations);
    QCOMPARE(conversations.lines.size(), 0);
    VERIFY_DONE(runAs(other, phone, {u"audit"_s}));
}

void TestPeopleFailpoints::fill(const Device& phone, qint64 group) const
{
    const QString file = makeFile(m_scene->stage().folder() + u"/list.txt"_s, "flour, eggs");
    const CliResult sent = m_scene->bob().run({u"send"_s, number(group), u"the list"_s, u"--attach"_s, file});
    VERIFY_DONE(sent);
    QVERIFY(phone.sync());
    QCOMPARE(fetchFault(phone, group, sent.line()[u"seq"].toInteger(), file), QString());
    VERIFY_DONE(phone.runOffline({u"draft"_s, number(group), u"not yet"_s}));
    VERIFY_DONE(phone.runOffline({u"send"_s, number(group), u"never sent"_s, u"--attach"_s, file}));
}

qint64 TestPeopleFailpoints::invite() const
{
    const CliResult asked = m_scene->laptop().run({u"who-may-add"_s, u"nobody"_s});
    const CliResult made = m_scene->bob().run({u"create-group"_s, u"asked"_s, u"ann"_s});
    return asked.isDone() && made.isDone() && m_scene->laptop().sync()
               ? made.line()[u"conversation"].toInteger()
               : 0;
}

qsizetype TestPeopleFailpoints::invitationsOf(const Device& device)
{
    const CliResult listed = device.run({u"invitations"_s});
    return listed.isDone() ? listed.lines.size() : -1;
}

qsizetype TestPeopleFailpoints::memberships(const Device& device, qint64 group, const QString& user)
{
    const CliResult listed = device.run({u"members"_s, number(group)});
    return std::ranges::count_if(listed.lines,
                                 [&](const QJsonObject& line) { return line[u"member"].toString() == user; });
}

CliResult TestPeopleFailpoints::runAs(const QString& user, const Device& device, const QStringList& command)
{
    QStringList arguments{u"--server"_s, m_scene->stage().server().url(), u"--profile"_s, device.profile()};
    if (!user.isEmpty()) {
        const QString password = makeFile(m_scene->stage().folder() + u"/other.password"_s, "another one\n");
        arguments += {u"--user"_s, user, u"--password-file"_s, password};
    }
    CliProcess process(arguments + command);
    process.endInput();
    return process.result();
}

QStringList TestPeopleFailpoints::leftOvers(const Device& device)
{
    QStringList found;
    const QDir profile(device.profile());
    if (profile.exists(u"token"_s)) {
        found.append(u"token"_s);
    }
    for (const QString& folder : {u"outgoing"_s, u"files"_s}) {
        QDirIterator all(profile.filePath(folder), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            found.append(profile.relativeFilePath(all.next()));
        }
    }
    return found;
}

TIDEMARK_SUITE(TestPeopleFailpoints, QCoreApplication)

} // namespace tidemark::people_failpoints_test

#include "test_people_failpoints.moc"
