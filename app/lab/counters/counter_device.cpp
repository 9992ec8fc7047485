#include "app/lab/counters/counter_device.h"

#include <algorithm>

namespace tidemark::lab {

namespace {

constexpr Milliseconds reconnectAfter{1000};
constexpr Milliseconds answerWithin{5000};
constexpr Milliseconds pingEvery{15000};

} // namespace

CounterDevice::CounterDevice(sim::Scheduler& scheduler, std::string name, std::string person, Wires wires)
    : m_scheduler(scheduler), m_name(std::move(name)), m_person(std::move(person)), m_wires(std::move(wires))
{
}

const std::vector<CounterMessage>& CounterDevice::held(const std::string& conversation)
{
    return m_disk.logs[conversation];
}

std::map<std::string, std::size_t> CounterDevice::lengths() const
{
    std::map<std::string, std::size_t> all;
    for (const auto& [conversation, log] : m_disk.logs) {
        all[conversation] = log.size();
    }
    return all;
}

void CounterDevice::start()
{
    m_isOn = true;
    if (m_isSignedIn && m_phase == Phase::Off) {
        connect();
    }
}

void CounterDevice::stop()
{
    m_isOn = false;
    m_stopAt = KillMoment::Now;
    if (m_phase != Phase::Off) {
        m_wires.close();
    }
    m_phase = Phase::Off;
    ++m_life;
}

void CounterDevice::signIn()
{
    m_isSignedIn = true;
    if (m_isOn) {
        start();
    }
}

void CounterDevice::signOut()
{
    const bool wasOn = m_isOn;
    stop();
    m_isOn = wasOn;
    m_isSignedIn = false;
    m_disk = {};
}

void CounterDevice::loseDisk()
{
    stop();
    m_disk = {};
    start();
}

void CounterDevice::putBackupBack()
{
    const bool wasOn = m_isOn;
    stop();
    m_disk = m_backup;
    if (wasOn) {
        start();
    }
}

void CounterDevice::connect()
{
    ++m_life;
    m_phase = Phase::Connecting;
    if (!m_wires.isReachable()) {
        connectLater();
        return;
    }
    CounterRequest hello;
    hello.kind = CounterRequest::Kind::Connect;
    hello.held = lengths();
    m_wires.send(std::move(hello));
    m_scheduler.after(answerWithin, [this, life = m_life] {
        if (life == m_life && m_phase == Phase::Connecting) {
            dropped();
        }
    });
}

void CounterDevice::connectLater()
{
    ++m_life;
    m_phase = Phase::Waiting;
    m_scheduler.after(reconnectAfter, [this, life = m_life] {
        if (life == m_life) {
            connect();
        }
    });
}

void CounterDevice::dropped()
{
    if (m_isOn && m_isSignedIn) {
        m_wires.close();
        connectLater();
    }
}

void CounterDevice::beat()
{
    m_scheduler.after(pingEvery, [this, life = m_life] {
        if (life != m_life) {
            return;
        }
        CounterRequest ping;
        ping.held = lengths();
        m_wires.send(std::move(ping));
        m_scheduler.after(answerWithin, [this, life, heard = m_heard] {
            if (life == m_life && heard == m_heard) {
                dropped();
            }
        });
        beat();
    });
}

void CounterDevice::sendFirst()
{
    if (m_phase != Phase::Online || m_disk.outbox.empty()) {
        return;
    }
    m_wires.send(m_disk.outbox.front());
    m_scheduler.after(answerWithin, [this, life = m_life, tries = ++m_tries] {
        if (life == m_life && tries == m_tries) {
            sendFirst();
        }
    });
}

bool CounterDevice::enqueue(CounterRequest request)
{
    if (m_stopAt == KillMoment::BeforeCommit) {
        stop();
        return false;
    }
    request.id = m_name + "/" + std::to_string(++m_requests);
    m_disk.outbox.push_back(std::move(request));
    if (m_stopAt == KillMoment::AfterCommit) {
        stop();
    } else if (m_disk.outbox.size() == 1) {
        sendFirst();
    }
    return true;
}

void CounterDevice::showRead(const std::string& conversation, std::int64_t count)
{
    std::int64_t& unread = m_disk.numbers.unread[conversation];
    const std::int64_t less = std::min(unread, count);
    unread -= less;
    if (!m_disk.muted[conversation]) {
        m_disk.numbers.total = std::max<std::int64_t>(0, m_disk.numbers.total - less);
    }
}

std::size_t CounterDevice::read(const std::string& conversation, std::size_t index)
{
    const std::vector<CounterMessage>& log = m_disk.logs[conversation];
    std::size_t& last = m_disk.lastRead[conversation];
    const bool isAll = index == 0 || index >= log.size();
    const std::size_t through = isAll ? log.size() : index;
    if (through <= last && !isAll) {
        return 0;
    }
    const auto begin = log.begin() + static_cast<std::ptrdiff_t>(std::min(last, through));
    const auto count = std::count_if(
        begin, log.begin() + static_cast<std::ptrdiff_t>(through),
        [this](const CounterMessage& one) { return one.author != m_person && !one.isRecalled; });
    CounterRequest request;
    request.kind = CounterRequest::Kind::Read;
    request.conversation = conversation;
    request.position = through;
    request.number = isAll ? 0 : count;
    if ((!isAll && count == 0) || !enqueue(std::move(request))) {
        return 0;
    }
    last = std::max(last, through);
    showRead(conversation, isAll ? m_disk.numbers.unread[conversation] : count);
    return through;
}

void CounterDevice::markUnread(const std::string& conversation, const std::string& message)
{
    const std::vector<CounterMessage>& log = m_disk.logs[conversation];
    const auto found = std::ranges::find(log, message, &CounterMessage::name);
    if (found == log.end()) {
        return;
    }
    CounterRequest request;
    request.kind = CounterRequest::Kind::MarkUnread;
    request.conversation = conversation;
    request.message = message;
    if (!enqueue(std::move(request))) {
        return;
    }
    const auto count = std::count_if(found, log.end(), [this](const CounterMessage& one) {
        return one.author != m_person && !one.isRecalled;
    });
    m_disk.lastRead[conversation] = static_cast<std::size_t>(found - log.begin());
    std::int64_t& unread = m_disk.numbers.unread[conversation];
    if (!m_disk.muted[conversation]) {
        m_disk.numbers.total += count - unread;
    }
    unread = count;
}

void CounterDevice::send(const std::string& conversation, const std::string& message)
{
    CounterRequest request;
    request.kind = CounterRequest::Kind::Send;
    request.conversation = conversation;
    request.message = message;
    enqueue(std::move(request));
}

void CounterDevice::recall(const std::string& conversation, const std::string& message)
{
    CounterRequest request;
    request.kind = CounterRequest::Kind::Recall;
    request.conversation = conversation;
    request.message = message;
    enqueue(std::move(request));
}

void CounterDevice::mute(const std::string& conversation, bool isOn)
{
    CounterRequest request;
    request.kind = CounterRequest::Kind::Mute;
    request.conversation = conversation;
    request.isOn = isOn;
    if (m_disk.muted[conversation] == isOn || !enqueue(std::move(request))) {
        return;
    }
    m_disk.muted[conversation] = isOn;
    const std::int64_t unread = m_disk.numbers.unread[conversation];
    m_disk.numbers.total = std::max<std::int64_t>(0, m_disk.numbers.total + (isOn ? -unread : unread));
}

void CounterDevice::leave(const std::string& conversation)
{
    CounterRequest request;
    request.kind = CounterRequest::Kind::Leave;
    request.conversation = conversation;
    if (isOnline()) { // as in the other way, it needs a connection
        enqueue(std::move(request));
    }
}

void CounterDevice::take(const std::string& conversation, const CounterFrame::Part& part)
{
    std::vector<CounterMessage>& log = m_disk.logs[conversation];
    if (part.isWhole) {
        log = part.messages;
        std::size_t& last = m_disk.lastRead[conversation];
        last = std::min(last, log.size());
        return;
    }
    if (part.after > log.size()) {
        CounterRequest ping; // some messages are missing
        ping.held = lengths();
        m_wires.send(std::move(ping));
        return;
    }
    for (std::size_t i = 0; i < part.messages.size(); ++i) {
        const std::size_t place = part.after + i;
        if (place < log.size()) {
            log[place] = part.messages[i];
        } else {
            log.push_back(part.messages[i]);
        }
    }
}

void CounterDevice::arrive(const CounterFrame& frame)
{
    if (!m_isOn || m_phase == Phase::Off || m_phase == Phase::Waiting) {
        return;
    }
    ++m_heard;
    if (m_phase == Phase::Connecting) {
        ++m_life;
        m_phase = Phase::Online;
        beat();
        sendFirst();
    }
    for (const auto& [conversation, part] : frame.logs) {
        take(conversation, part);
    }
    // Until the service has done what the user did here, its numbers are older than those on the screen.
    if (frame.numbers && m_disk.outbox.empty()) {
        m_disk.numbers = *frame.numbers;
    }
    if (!frame.ack.empty() && !m_disk.outbox.empty() && m_disk.outbox.front().id == frame.ack) {
        m_disk.outbox.erase(m_disk.outbox.begin());
        sendFirst();
    }
}

} // namespace tidemark::lab
