#pragma once

#include "tests/programs/load/people/ledger.h"

#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tidemark::load {

/// A user of the soak with a device. It loses its connection again and again, and repeats unanswered
/// requests, as the client does.
class SoakPerson {
public:
    SoakPerson(Loop& loop, const Place& place, const Population& people, Ledger& ledger, std::size_t user,
               bool keepsHeld);

    void start();
    /// Called when either side has ended the connection.
    void onLost(std::function<void()> lost) { m_lost = std::move(lost); }
    void cut();
    [[nodiscard]] bool isThere() const { return m_device.isSignedIn(); }
    void setReading(bool reads) { m_device.setReading(reads); }
    /// Sends to one of the user's groups.
    void send();
    /// Reads all acknowledged messages of one of the user's groups.
    void read();
    /// Requests more of the user's logs than the system buffers for a client that does not read.
    void pullMuch();
    /// Sends a heartbeat, for a user whose groups are quiet.
    void sendHeartbeat();
    [[nodiscard]] bool isAnswered() const { return m_unanswered.empty() && m_reading.empty(); }
    [[nodiscard]] std::size_t unanswered() const { return m_unanswered.size(); }
    /// The number of messages that must be unread now, after all requests were answered.
    [[nodiscard]] std::uint64_t unread() const;
    void checkTotals(std::function<void()> done);

private:
    void sendAgain(std::size_t group, std::uint64_t number);
    void readAgain(std::size_t group, Seq through);

    const Population& m_people;
    Ledger& m_ledger;
    std::size_t m_user;
    Device m_device;
    std::function<void()> m_lost;
    std::uint64_t m_number = 0;
    std::set<std::pair<std::size_t, std::uint64_t>> m_unanswered; ///< group and number of messages
    std::map<std::size_t, Seq> m_reading;                         ///< unanswered reads by group
    std::map<std::size_t, Seq> m_read;
};

} // namespace tidemark::load
