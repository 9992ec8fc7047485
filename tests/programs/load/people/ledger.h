#pragma once

#include "tests/programs/load/people/population.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::load {

/// The acknowledged messages by group and seq. The server's answers are compared with them. Notices are not
/// messages.
class Ledger {
public:
    explicit Ledger(const Population& people);

    /// Fails if another message has the seq. `repeated`: the server reports that it had the message
    /// already.
    void acknowledged(std::size_t group, Seq seq, std::size_t author, std::uint64_t number, bool repeated);
    [[nodiscard]] Seq head(std::size_t group) const;
    /// The author of the newest message, which must not be the base.
    [[nodiscard]] std::size_t newestAuthor(std::size_t group) const { return m_logs[group].back().author; }
    /// The number of messages of others above `read`.
    [[nodiscard]] std::uint64_t unread(std::size_t group, std::size_t reader, Seq read) const;
    /// The unread messages of all groups if nothing was read.
    [[nodiscard]] std::uint64_t unread(std::size_t reader) const;
    [[nodiscard]] std::uint64_t messages() const { return m_messages; }
    [[nodiscard]] std::size_t users() const { return m_people.shape().users; }

    /// Pulls all logs and compares them with the acknowledged messages: each message once, at its seq, with
    /// its text, and no other.
    void compareLogs(Loop& loop, const Place& place) const;
    /// Requests the totals of all users, none of whom has read anything.
    void compareTotals(Loop& loop, const Devices& devices) const;

    /// A message with the text and the uuid of this number.
    [[nodiscard]] static protocol::Send messageOf(ConversationId conversation, std::size_t author,
                                                  std::uint64_t number);
    /// A text of 126 bytes that names its author.
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

/// The uuid of this message, which stays the same when it is sent again.
[[nodiscard]] MessageUuid uuidOf(std::size_t author, std::uint64_t number);

} // namespace tidemark::load
