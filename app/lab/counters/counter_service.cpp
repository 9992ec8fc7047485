#include "app/lab/counters/counter_service.h"

namespace tidemark::lab {

namespace {

constexpr Milliseconds roundTrip{1};
constexpr Milliseconds retryStep{5};
/// After this time the jobs of a dead server go to another one.
constexpr Milliseconds takeOverAfter{5000};

} // namespace

CounterService::CounterService(Way way, sim::Scheduler& scheduler, const Scenario& scenario, Wires wires)
    : m_way(way), m_scheduler(scheduler), m_wires(std::move(wires)), m_servers(scenario.servers)
{
    for (const PersonOf& person : scenario.people) {
        m_people.insert(m_people.end(), person.devices.size(), person.name);
    }
    for (const ConversationOf& conversation : scenario.conversations) {
        m_database.members[conversation.name] = conversation.members;
        m_database.logs[conversation.name];
    }
}

void CounterService::start(std::size_t server)
{
    if (isUp(server)) {
        return;
    }
    m_servers[server].isUp = true;
    const std::map<std::uint64_t, CounterJob> jobs = m_database.jobs;
    for (const auto& [id, job] : jobs) {
        if (job.server == server) {
            doJob(server, id);
        }
    }
}

void CounterService::stop(std::size_t server)
{
    Server& one = m_servers.at(server);
    one.isUp = false;
    one.stopAt = KillMoment::Now;
    ++one.life;
    const std::map<std::size_t, std::size_t> connected = m_connected;
    for (const auto& [device, at] : connected) {
        if (at == server) {
            m_connected.erase(device);
            m_wires.drop(device);
        }
    }
    m_scheduler.after(takeOverAfter, [this] { takeOverJobs(); });
}

void CounterService::takeOverJobs()
{
    const auto up = std::ranges::find(m_servers, true, &Server::isUp);
    if (up == m_servers.end()) {
        return;
    }
    const auto place = static_cast<std::size_t>(up - m_servers.begin());
    const std::map<std::uint64_t, CounterJob> jobs = m_database.jobs;
    for (const auto& [id, job] : jobs) {
        if (!isUp(job.server)) {
            m_database.jobs.at(id).server = place;
            doJob(place, id);
        }
    }
}

void CounterService::keepBackup()
{
    m_backup.emplace(m_database, m_store);
}

void CounterService::restoreBackup()
{
    if (m_backup) {
        m_database = m_backup->first;
        m_store = m_backup->second;
    }
}

void CounterService::run(std::size_t server, std::vector<CounterStep> steps)
{
    ++m_running;
    go(std::make_shared<Task>(Task{server, m_servers.at(server).life, 0, std::move(steps)}));
}

void CounterService::go(const std::shared_ptr<Task>& task)
{
    if (task->at >= task->steps.size()) {
        --m_running;
        return;
    }
    m_scheduler.after(roundTrip, [this, task] {
        Server& server = m_servers.at(task->server);
        if (server.life != task->life) {
            --m_running;
            return; // the server has died meanwhile
        }
        const std::uint64_t before = m_store.changes();
        const int by = task->steps[task->at]();
        if (server.life != task->life) {
            --m_running;
            return;
        }
        task->at += static_cast<std::size_t>(by);
        if (server.stopAt == KillMoment::AfterCommit && m_store.changes() > before) {
            --m_running;
            stop(task->server);
        } else if (by == 0) {
            m_scheduler.after(retryStep, [this, task] { go(task); });
        } else {
            go(task);
        }
    });
}

void CounterService::append(std::vector<CounterStep>& steps, const std::string& person,
                            const std::string& conversation, const std::function<CounterChange()>& change)
{
    for (CounterStep& step : stepsOf(m_way, m_store, person, conversation, change, ++m_owners,
                                     [this] { return m_scheduler.now(); })) {
        steps.push_back(std::move(step));
    }
}

bool CounterService::reaches(std::size_t from, std::size_t device) const
{
    const auto at = m_connected.find(device);
    return at != m_connected.end() && (at->second == from || (!isCut(from) && !isCut(at->second)));
}

CounterNumbers CounterService::numbersOf(const std::string& person) const
{
    CounterNumbers numbers;
    for (const auto& [conversation, members] : m_database.members) {
        if (m_database.isMember(person, conversation)) {
            numbers.unread[conversation] = m_store.unread(person, conversation);
        }
    }
    numbers.total = m_store.total(person);
    return numbers;
}

CounterStep CounterService::pushNumbers(std::size_t server, const std::string& person)
{
    return [this, server, person] {
        for (std::size_t device = 0; device < m_people.size(); ++device) {
            if (m_people[device] == person && reaches(server, device)) {
                m_wires.send(device, {{}, {}, numbersOf(person)});
            }
        }
        return 1;
    };
}

void CounterService::pushMessage(std::size_t server, const std::string& conversation, std::size_t index)
{
    for (std::size_t device = 0; device < m_people.size(); ++device) {
        if (m_database.isMember(m_people[device], conversation) && reaches(server, device)) {
            m_wires.send(
                device,
                {{}, {{conversation, {index - 1, {m_database.logs.at(conversation).at(index - 1)}}}}, {}});
        }
    }
}

void CounterService::answer(std::size_t device, const std::string& id)
{
    if (m_connected.contains(device)) {
        m_wires.send(device, {id, {}, {}});
    }
}

void CounterService::receive(std::size_t server, std::size_t device, const CounterRequest& request)
{
    if (!isUp(server)) {
        return;
    }
    switch (request.kind) {
    case CounterRequest::Kind::Connect:
        m_connected[device] = server;
        welcome(server, device, request);
        break;
    case CounterRequest::Kind::Ping:
        welcome(server, device, request);
        break;
    default:
        run(server, {[this, server, device, request] {
                if (m_servers[server].stopAt == KillMoment::BeforeCommit) {
                    stop(server);
                } else if (m_database.done.contains(request.id)) {
                    answer(device, request.id);
                } else if (request.kind == CounterRequest::Kind::Send
                           || request.kind == CounterRequest::Kind::Recall) {
                    store(server, device, request);
                } else {
                    count(server, device, request);
                }
                return 1;
            }});
    }
}

void CounterService::welcome(std::size_t server, std::size_t device, const CounterRequest& request)
{
    if (!m_connected.contains(device) || m_connected.at(device) != server) {
        return;
    }
    CounterFrame frame;
    for (const auto& [conversation, log] : m_database.logs) {
        if (!m_database.isMember(m_people.at(device), conversation)) {
            continue;
        }
        // A device that comes back gets all messages anew, because some may have been recalled or lost.
        const bool isWhole = request.kind == CounterRequest::Kind::Connect;
        const auto held = request.held.find(conversation);
        const std::size_t after =
            isWhole || held == request.held.end() ? 0 : std::min(held->second, log.size());
        frame.logs[conversation] = {
            after, {log.begin() + static_cast<std::ptrdiff_t>(after), log.end()}, isWhole};
    }
    frame.numbers = numbersOf(m_people.at(device));
    m_wires.send(device, std::move(frame));
}

void CounterService::store(std::size_t server, std::size_t device, const CounterRequest& request)
{
    const std::string& person = m_people.at(device);
    std::vector<CounterMessage>& log = m_database.logs.at(request.conversation);
    std::size_t index = m_database.indexOf(request.conversation, request.message);
    const bool isRecall = request.kind == CounterRequest::Kind::Recall;
    m_database.done.insert(request.id);
    const bool isRefused =
        !m_database.isMember(person, request.conversation)
        || (isRecall && (index == 0 || log.at(index - 1).author != person || log.at(index - 1).isRecalled))
        || (!isRecall && index > 0);
    if (isRefused) {
        answer(device, request.id);
        return;
    }
    if (isRecall) {
        log.at(index - 1).isRecalled = true;
    } else {
        log.push_back({request.message, person, false});
        index = log.size();
    }
    const std::uint64_t job = ++m_database.lastJob;
    m_database.jobs[job] = {request.conversation, index, isRecall, server};
    answer(device, request.id);
    pushMessage(server, request.conversation, index);
    doJob(server, job);
}

void CounterService::doJob(std::size_t server, std::uint64_t id)
{
    const CounterJob job = m_database.jobs.at(id);
    const std::string author = m_database.logs.at(job.conversation).at(job.message - 1).author;
    std::vector<CounterStep> steps;
    for (const std::string& person : m_database.members.at(job.conversation)) {
        if (person == author) {
            continue;
        }
        append(steps, person, job.conversation, [this, job, person] {
            // A recalled message that was read before is in no number.
            const bool counts = !job.isRecall || job.message > m_store.lastRead(person, job.conversation);
            return CounterChange{job.isRecall ? CounterChange::Kind::Subtract : CounterChange::Kind::Add,
                                 counts ? 1 : 0, !isMuted(person, job.conversation)};
        });
        steps.push_back(pushNumbers(server, person));
    }
    steps.emplace_back([this, id] {
        m_database.jobs.erase(id);
        return 1;
    });
    run(server, std::move(steps));
}

void CounterService::count(std::size_t server, std::size_t device, const CounterRequest& request)
{
    const std::string person = m_people.at(device);
    std::vector<CounterStep> steps;
    append(steps, person, request.conversation,
           [this, request, person] { return changeOf(request, person); });
    steps.emplace_back([this, device, request, person] {
        apply(request, person);
        m_database.done.insert(request.id);
        answer(device, request.id);
        return 1;
    });
    steps.push_back(pushNumbers(server, person));
    run(server, std::move(steps));
}

CounterChange CounterService::changeOf(const CounterRequest& request, const std::string& person)
{
    const bool isInTotal = !isMuted(person, request.conversation);
    const std::vector<CounterMessage>& log = m_database.logs.at(request.conversation);
    switch (request.kind) {
    case CounterRequest::Kind::Read:
        m_store.raiseLastRead(person, request.conversation,
                              request.number == 0 ? log.size() : request.position);
        return {request.number == 0 ? CounterChange::Kind::Set : CounterChange::Kind::Subtract,
                request.number, isInTotal};
    case CounterRequest::Kind::MarkUnread: {
        const std::size_t from = m_database.indexOf(request.conversation, request.message);
        if (from == 0) {
            return {CounterChange::Kind::Add, 0, isInTotal};
        }
        m_store.lowerLastRead(person, request.conversation, from - 1);
        const auto count =
            std::count_if(log.begin() + static_cast<std::ptrdiff_t>(from - 1), log.end(),
                          [&](const CounterMessage& one) { return one.author != person && !one.isRecalled; });
        return {CounterChange::Kind::Set, count, isInTotal};
    }
    case CounterRequest::Kind::Mute:
        if (request.isOn == !isInTotal) {
            return {CounterChange::Kind::Add, 0, isInTotal}; // nothing changes
        }
        return {request.isOn ? CounterChange::Kind::Exclude : CounterChange::Kind::Include, 0, true};
    default:
        return {CounterChange::Kind::Set, 0, isInTotal};
    }
}

void CounterService::apply(const CounterRequest& request, const std::string& person)
{
    if (request.kind == CounterRequest::Kind::Mute) {
        if (request.isOn) {
            m_database.muted.insert({person, request.conversation});
        } else {
            m_database.muted.erase({person, request.conversation});
        }
    } else if (request.kind == CounterRequest::Kind::Leave) {
        std::erase(m_database.members.at(request.conversation), person);
    }
}

} // namespace tidemark::lab
