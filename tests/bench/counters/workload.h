#pragma once

#include "tests/support/logged_messages.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// "Unread of a conversation" and "unread in all", kept by several contestants over the same events.
namespace tidemark::counters {

/// Users and conversations are counted from 0.
struct Event {
    enum class Kind : std::uint8_t { Message, Read };
    Kind kind = Kind::Message;
    std::uint32_t conversation = 0;
    std::uint32_t user = 0; ///< the author, or the reader
    /// Message: the how-manyth of its conversation, from 1. Read: how many messages the reader had before
    /// them.
    std::uint32_t place = 0;
    std::uint32_t line = 0; ///< of the chat log
};

struct Workload {
    std::string name;
    std::vector<test::LoggedMessage> talk;
    std::uint32_t users = 0;
    std::vector<std::vector<std::uint32_t>> members; ///< of each conversation
    std::vector<Event> events;

    /// Somebody of the conversation of a message who has not written it.
    [[nodiscard]] std::uint32_t readerOf(const Event& message) const;
    /// By how many counts of members an event changes: the unread of those who have not written a message.
    [[nodiscard]] std::size_t updatesOf(const Event& event) const;
};

/// What becomes of every so-many-th message.
enum class Failure : std::uint8_t {
    None,
    /// The store refuses the second step. Derived counts: the commit fails.
    SecondStepRefused,
    /// The process ends between the two steps, or where there is no such moment, before the answer. What it
    /// was doing is done again.
    EndsBetweenSteps,
    /// The reader opens the conversation between the two steps.
    ReadBetweenSteps,
    /// The reader opens the conversation when the message is logged and nothing is counted yet.
    ReadBeforeCounting,
};

struct Failures {
    Failure kind = Failure::None;
    std::uint32_t every = 37; ///< messages

    /// Whether the message at `index` of the events is met by one.
    [[nodiscard]] bool hits(const Workload& workload, std::size_t index) const;
    [[nodiscard]] bool areReads() const
    {
        return kind == Failure::ReadBetweenSteps || kind == Failure::ReadBeforeCounting;
    }
};

/// Every line is a message to one user, who has 50 conversations and reads that of every tenth message.
[[nodiscard]] Workload oneHotUser(std::vector<test::LoggedMessage> talk);
/// Users, a multiple of eight, each in three groups of eight. An author writes to these in turn, after having
/// read them, and somebody of the group reads every fourth message.
[[nodiscard]] Workload spreadOverUsers(std::vector<test::LoggedMessage> talk, std::uint32_t users);

} // namespace tidemark::counters
