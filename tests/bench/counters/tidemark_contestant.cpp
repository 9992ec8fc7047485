#include "tests/bench/counters/tidemark_contestant.h"

#include "core/base/random.h"
#include "tests/bench/statistics.h"

#include <QDir>
#include <QFile>

#include <cstring>
#include <utility>

namespace tidemark::counters {
namespace {

using bench::Stopwatch;
using Requests = std::vector<HubOnDisk::Request>;

ConversationId idOf(std::uint32_t conversation)
{
    return ConversationId(conversation + 1);
}

MessageUuid uuidOf(std::uint32_t conversation, std::uint32_t place)
{
    const std::uint64_t number = (std::uint64_t{conversation} << 32U) + place;
    MessageUuid uuid;
    std::memcpy(uuid.bytes.data(), &number, sizeof number);
    return uuid;
}

HubOnDisk::Request messageOf(const Workload& workload, const Event& event)
{
    protocol::TextContent content;
    content.text = workload.talk[event.line].text;
    return {event.user,
            protocol::Send{
                idOf(event.conversation), uuidOf(event.conversation, event.place), {}, std::move(content)}};
}

} // namespace

TidemarkContestant::TidemarkContestant(const Workload& workload, const QString& folder,
                                       std::size_t eventsATurn)
    : m_workload(workload), m_folder(QDir(folder).filePath(QStringLiteral("tidemark-XXXXXX"))),
      m_eventsATurn(eventsATurn)
{
    makeTemplate(m_folder.filePath(QStringLiteral("template.sqlite")));
}

std::string TidemarkContestant::name() const
{
    return "Tidemark, " + std::to_string(m_eventsATurn) + " a commit";
}

void TidemarkContestant::makeTemplate(const QString& path) const
{
    HubOnDisk server(path);
    server.signUp(m_workload.users);
    Requests groups;
    for (std::uint32_t conversation = 0; conversation < m_workload.members.size(); ++conversation) {
        const std::vector<std::uint32_t>& members = m_workload.members[conversation];
        protocol::CreateGroup request;
        request.uuid = uuidOf(conversation, 1);
        request.title = "group " + std::to_string(conversation);
        for (const std::uint32_t member : members) {
            request.members.push_back(HubOnDisk::nameOf(member));
        }
        groups.push_back({members.front(), std::move(request)});
    }
    const auto made = server.ask(groups);
    for (std::uint32_t conversation = 0; conversation < made.size(); ++conversation) {
        if (std::get<protocol::States>(made[conversation]).states.front().id != idOf(conversation)) {
            qFatal("groups are not numbered in order");
        }
    }
}

void TidemarkContestant::begin()
{
    m_server.reset();
    const QString path = m_folder.filePath(QStringLiteral("run.sqlite"));
    for (const char* ending : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(ending));
    }
    if (!QFile::copy(m_folder.filePath(QStringLiteral("template.sqlite")), path)) {
        qFatal("copying a database");
    }
    m_server = std::make_unique<HubOnDisk>(path);
    m_begin.clear();
    for (std::uint32_t conversation = 0; conversation < m_workload.members.size(); ++conversation) {
        m_begin.push_back(m_server->store().conversation(idOf(conversation))->head);
    }
}

Run TidemarkContestant::run(double seconds)
{
    Requests totals;
    for (std::uint32_t user = 0; user < m_workload.users; ++user) {
        totals.push_back({user, protocol::GetTotals()});
    }
    m_server->signIn(totals);
    std::vector<double> times;
    std::size_t done = 0;
    const Stopwatch watch;
    while (done < m_workload.events.size() && watch.seconds() < seconds) {
        Requests turn;
        const Stopwatch one;
        while (turn.size() < m_eventsATurn && done < m_workload.events.size()) {
            turn.push_back(requestOf(m_workload.events[done]));
            ++done;
        }
        carryOut(turn);
        times.push_back(one.milliseconds());
    }
    return runOf(m_workload, done, watch.seconds(), times);
}

void TidemarkContestant::runWith(const Failures& failures, std::size_t count)
{
    Requests turn;
    for (std::size_t i = 0; i < count; ++i) {
        const Event& event = m_workload.events[i];
        turn.push_back(requestOf(event));
        if (failures.hits(m_workload, i)) {
            meet(failures.kind, std::exchange(turn, {}), event);
        } else if (turn.size() == m_eventsATurn || i + 1 == count) {
            carryOut(std::exchange(turn, {}));
        }
    }
}

void TidemarkContestant::carryOut(const Requests& turn)
{
    if (m_server->ask(turn).empty()) {
        qFatal("a commit failed: %s", m_server->store().lastFailure().c_str());
    }
}

/// `event` is the last of the turn.
void TidemarkContestant::meet(Failure failure, Requests turn, const Event& event)
{
    const std::uint32_t reader = m_workload.readerOf(event);
    server::SqliteStore& store = m_server->store();
    switch (failure) {
    case Failure::SecondStepRefused:
        m_server->signIn(turn);
        store.failNextCommit();
        if (!m_server->ask(turn).empty()) {
            qFatal("the commit did not fail");
        }
        break;
    case Failure::EndsBetweenSteps:
        // By turns: when the message is written and not committed, and when it is committed and not answered.
        m_endsAfterCommit = !m_endsAfterCommit;
        if (m_endsAfterCommit) {
            carryOut(turn);
        } else {
            server::NewEntry entry;
            entry.conversation = idOf(event.conversation);
            entry.author = UserId(event.user + 1);
            entry.uuid = uuidOf(event.conversation, event.place);
            entry.text = m_workload.talk[event.line].text;
            store.begin();
            store.appendEntry(entry);
        }
        m_server->endAndStartAgain();
        break;
    case Failure::ReadBetweenSteps:
        // In the turn of the message: after the append, before the commit.
        turn.push_back(readOf(reader, event.conversation, event.place));
        break;
    default:
        // Committed; what the turn wants to notify leaves only when the read has come.
        carryOut(turn);
        turn = {readOf(reader, event.conversation, event.place)};
        break;
    }
    carryOut(turn); // again, where it failed
}

Pace TidemarkContestant::readTotals(double seconds)
{
    SplitMix64 random(1);
    std::vector<double> times;
    const Stopwatch watch;
    while (watch.seconds() < seconds) {
        Requests turn;
        const Stopwatch one;
        while (turn.size() < m_eventsATurn) {
            turn.push_back(
                {static_cast<std::uint32_t>(random.below(m_workload.users)), protocol::GetTotals()});
        }
        m_server->ask(turn);
        times.push_back(one.milliseconds());
    }
    return paceOf(times.size() * m_eventsATurn, watch.seconds(), times);
}

Pace TidemarkContestant::readTotalsAfterMessages(std::size_t from, std::size_t count)
{
    std::vector<double> times;
    double seconds = 0;
    for (std::size_t i = from; i < m_workload.events.size() && times.size() < count; ++i) {
        const Event& event = m_workload.events[i];
        m_server->ask({requestOf(event)});
        if (event.kind == Event::Kind::Message) {
            const Requests total{{m_workload.readerOf(event), protocol::GetTotals()}};
            m_server->signIn(total);
            const Stopwatch one;
            m_server->ask(total);
            times.push_back(one.milliseconds());
            seconds += one.seconds();
        }
    }
    return paceOf(times.size(), seconds, times);
}

Numbers TidemarkContestant::numbers()
{
    Numbers said(m_workload);
    Requests totals;
    for (std::uint32_t user = 0; user < m_workload.users; ++user) {
        totals.push_back({user, protocol::GetTotals()});
    }
    const auto answers = m_server->ask(totals);
    for (std::uint32_t user = 0; user < m_workload.users; ++user) {
        said.totals[user] = static_cast<std::int64_t>(std::get<protocol::TotalsNow>(answers[user]).unread);
    }
    for (std::uint32_t conversation = 0; conversation < m_workload.members.size(); ++conversation) {
        Requests states;
        for (const std::uint32_t member : m_workload.members[conversation]) {
            states.push_back({member, protocol::GetStates{{idOf(conversation)}}});
        }
        const auto notified = m_server->ask(states);
        for (std::size_t i = 0; i < notified.size(); ++i) {
            said.unread[conversation][i] = static_cast<std::int64_t>(
                std::get<protocol::States>(notified[i]).states.front().counts.unread);
        }
    }
    return said;
}

HubOnDisk::Request TidemarkContestant::requestOf(const Event& event) const
{
    return event.kind == Event::Kind::Message ? messageOf(m_workload, event)
                                              : readOf(event.user, event.conversation, event.place);
}

HubOnDisk::Request TidemarkContestant::readOf(std::uint32_t user, std::uint32_t conversation,
                                              std::uint32_t place) const
{
    const Seq through(m_begin[conversation].value + place);
    return {user, protocol::Read{{{idOf(conversation), Generation(1), {0, through}}}}};
}

} // namespace tidemark::counters
