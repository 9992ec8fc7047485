#pragma once

#include "app/lab/counters/counter_frames.h"
#include "app/lab/scenario/scenario.h"
#include "app/lab/world/scheduler.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tidemark::lab {

/// A device of the way with counters. It shows the numbers that the service has sent last, changed by its
/// user's reads at once. It keeps messages, numbers and requests over a crash, repeats requests until they
/// are answered, pings the service, and connects again when it hears nothing.
class CounterDevice {
public:
    struct Wires {
        std::function<bool()> isReachable; ///< whether a connection can be made now
        std::function<void(CounterRequest request)> send;
        std::function<void()> close;
    };

    CounterDevice(sim::Scheduler& scheduler, std::string name, std::string person, Wires wires);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const std::string& person() const { return m_person; }
    [[nodiscard]] bool isOn() const { return m_isOn; }
    [[nodiscard]] bool isSignedIn() const { return m_isSignedIn; }
    [[nodiscard]] bool isOnline() const { return m_phase == Phase::Online; }
    [[nodiscard]] bool isQuiet() const
    {
        return m_isOn && (!m_isSignedIn || (isOnline() && m_disk.outbox.empty()));
    }
    [[nodiscard]] std::size_t unsent() const { return m_disk.outbox.size(); }
    [[nodiscard]] const CounterNumbers& numbers() const { return m_disk.numbers; }
    [[nodiscard]] const std::vector<CounterMessage>& held(const std::string& conversation);

    void start();
    void stop();
    /// stop() when it would next store a request of its user: before or after that.
    /// Now: it does not.
    void stopAt(KillMoment moment) { m_stopAt = moment; }
    void signIn();
    void signOut();
    void loseDisk();
    void keepBackup() { m_backup = m_disk; }
    void putBackupBack();

    /// The user has read through this message; `index` 0: everything that the device holds. Returns the
    /// index.
    std::size_t read(const std::string& conversation, std::size_t index);
    void markUnread(const std::string& conversation, const std::string& message);
    void send(const std::string& conversation, const std::string& message);
    void recall(const std::string& conversation, const std::string& message);
    void mute(const std::string& conversation, bool isOn);
    void leave(const std::string& conversation);

    void arrive(const CounterFrame& frame);
    /// The connection is broken, and the device has noticed it.
    void dropped();

private:
    enum class Phase : std::uint8_t { Off, Waiting, Connecting, Online };
    /// Everything that survives the process.
    struct Disk {
        std::map<std::string, std::vector<CounterMessage>> logs;
        std::map<std::string, std::size_t> lastRead;
        std::map<std::string, bool> muted;
        CounterNumbers numbers;
        std::vector<CounterRequest> outbox; ///< the first one is sent, and repeated until it is answered
    };

    void connect();
    void connectLater();
    void beat();
    void sendFirst();
    /// Returns false if the device died before it had stored the request.
    bool enqueue(CounterRequest request);
    void showRead(const std::string& conversation, std::int64_t count);
    void take(const std::string& conversation, const CounterFrame::Part& part);
    [[nodiscard]] std::map<std::string, std::size_t> lengths() const;

    sim::Scheduler& m_scheduler;
    std::string m_name;
    std::string m_person;
    Wires m_wires;
    bool m_isOn = true;
    bool m_isSignedIn = true;
    Phase m_phase = Phase::Off;
    std::uint64_t m_life = 0;     ///< distinguishes timers of earlier connections
    std::uint64_t m_heard = 0;    ///< the number of frames that have arrived
    std::uint64_t m_requests = 0; ///< ever made, also before a crash
    std::uint64_t m_tries = 0;    ///< of the first request
    KillMoment m_stopAt = KillMoment::Now;
    Disk m_disk;
    Disk m_backup;
};

} // namespace tidemark::lab
