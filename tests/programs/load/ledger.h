#pragma once

#include "tests/programs/load/population.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::load {

/// What was acknowledged, by group and seq: the yardstick for what the server tells. Notices are no messages.
class Ledger {
public:
    explicit Ledger(const Population& people);

    /// Fails when the seq is that of another message.
    /// `repeated`: the server says that it had the message already.
    void acknowledged(std::size_t group, Seq seq, std::size_t author, std::uint64_t number, bool repeated);
    [[nodiscard]] Seq head(std::size_t group) const;
    /// Whose message that is; it must not be the base.
    [[nodiscard]] std::size_t newestAuthor(std::size_t group) const { return m_logs[group].back().author; }
    /// Messages of others above `read`.
    [[nodiscard]] std::uint64_t unread(std::size_t group, std::size_t reader, Seq read) const;
    /// In all groups, nothing of which was read.
    [[nodiscard]] std::uint64_t unread(std::size_t reader) const;
    [[nodiscard]] std::uint64_t messages() const { return m_messages; }
    [[nodiscard]] std::size_t users() const { return m_people.shape().users; }

    /// Pulls all logs, and compares them with what was acknowledged: each message once, at its seq, as it was
    /// sent, and nothing else.
    void compareLogs(Loop& loop, const Place& place) const;
    /// Asks for everybody's totals, where nobody has read anything.
    void compareTotals(Loop& loop, const Devices& devices) const;

    /// 126 bytes that say who has sent them.
    [[nodiscard]] static std::string textOf(std::size_t author, std::uint64_t number);

private:
    struct Message {
        std::uint32_t author = noAuthor;
        std::uint64_t number = 0;
    };
    static constexpr std::uint32_t noAuthor = 0xffffffffU;
    void compareEntry(std::size_t group, const Entry& entry) const;

    const Population& m_people;
    std::vector<std::vector<Message>> m_logs; ///< by group; a message's place is its seq - 1
    std::uint64_t m_messages = 0;
};

/// Under which that message is sent, however often.
[[nodiscard]] MessageUuid uuidOf(std::size_t author, std::uint64_t number);

} // namespace tidemark::load
