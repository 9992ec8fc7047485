#pragma once

#include "tests/programs/load/ledger.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace tidemark::load {

/// A user of the soak with a device that loses its connection again and again, and repeats what was not
/// answered, as the client does.
class SoakPerson {
public:
    SoakPerson(Loop& loop, const Place& place, const Population& people, Ledger& ledger, std::size_t user,
               bool keepsHeld);

    void start();
    /// Called when the connection has ended, from which side ever.
    void onLost(std::function<void()> lost) { m_lost = std::move(lost); }
    void cut();
    [[nodiscard]] bool isThere() const { return m_device.isSignedIn(); }
    void setReading(bool reads) { m_device.setReading(reads); }
    /// In one of the user's groups.
    void send();
    /// Reads all that was acknowledged in one of the user's groups.
    void read();
    /// Asks for more of the user's logs than the system keeps for who does not read.
    void pullMuch();
    /// Gives a sign of life, for a user in whose groups nothing happens.
    void sendHeartbeat();
    [[nodiscard]] bool isAnswered() const { return m_unanswered.empty() && m_reading.empty(); }
    [[nodiscard]] std::size_t unanswered() const { return m_unanswered.size(); }
    /// What must be unread now, all that was asked being answered.
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
    std::map<std::size_t, Seq> m_reading;                         ///< by group, not yet answered
    std::map<std::size_t, Seq> m_read;
};

} // namespace tidemark::load
