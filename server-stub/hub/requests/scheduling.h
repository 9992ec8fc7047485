#pragma once

#include "server-stub/hub/requests/sending.h"
#include "server-stub/hub/state/hub_context.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// Keeps the registers of scheduled messages, and turns those that are due into entries (docs/adr/0029).
class Scheduling {
public:
    Scheduling(HubContext& context, Sending& sending) : m_context(context), m_sending(sending) {}

    [[nodiscard]] Answer set(const Caller& caller, const protocol::Schedule& request);
    [[nodiscard]] Answer get(const Caller& caller, const protocol::GetScheduled& request);
    /// If the device knows the messages through another version than the newest one, pushes that.
    void compare(Target target, UserId user, std::optional<std::uint64_t> through);
    /// Another server has changed a message of the user.
    void changedElsewhere(const hint::ScheduledChanged& changed);

    /// Sends the message, which is due, if it still waits; or notes why it cannot be sent.
    void sendDue(UserId user, const MessageUuid& uuid);
    /// When the first message may be due; 0 at first: unknown.
    [[nodiscard]] UnixMs nextDue() const { return m_nextDue; }
    /// A message is due at `at`.
    void noteDue(UnixMs at);
    /// No message is due before `at`.
    void advanceTo(UnixMs at) { m_nextDue = at; }

private:
    /// The answer to a request about a register that exists, if the request cannot or need not change it.
    [[nodiscard]] std::optional<Answer> settled(const Caller& caller, const protocol::Schedule& request,
                                                const ScheduledRecord& before);
    /// The answer to a request about a uuid that has no register but is in the log: a restored database has
    /// lost the register, or the uuid is that of another message.
    [[nodiscard]] std::optional<Answer> inLog(const Caller& caller, const protocol::Schedule& request);
    /// Why `request` cannot be stored. `isNew`: it needs a place among the user's open messages.
    [[nodiscard]] std::optional<protocol::Error> refusalOf(const Caller& caller,
                                                           const protocol::Schedule& request, bool isNew);
    /// Appends the message to the log. Returns its seq.
    [[nodiscard]] Expected<Seq, protocol::Error> deliver(UserId user, const ScheduledMessage& scheduled);
    [[nodiscard]] bool isInLogAs(UserId user, const ScheduledMessage& scheduled);
    /// Gives the register the next version, stores it and tells the user's other sessions.
    ScheduledMessage change(UserId user, std::optional<Target> by, ScheduledMessage scheduled);
    [[nodiscard]] Answer answerWith(const Caller& caller, ScheduledMessage scheduled,
                                    protocol::ScheduleOutcome outcome);
    void pushHead(std::vector<Target> targets, std::uint64_t head);

    HubContext& m_context;
    Sending& m_sending;
    UnixMs m_nextDue;
};

} // namespace tidemark::server
