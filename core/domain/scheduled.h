#pragma once

#include "core/domain/content.h"
#include "core/domain/ids.h"

#include <cstdint>

namespace tidemark {

namespace protocol {
enum class ErrorCode : std::uint8_t;
}

/// Databases store these numbers, so new states go to the end.
enum class ScheduledState : std::uint8_t {
    Waiting,   ///< the server sends it when it is due
    Failed,    ///< it was due, and the server refused it
    Sent,      ///< it is in the log; the text is empty here
    Cancelled, ///< by its author; the text is empty here
};

/// Whether the author can still change or cancel the message.
[[nodiscard]] constexpr bool isOpen(ScheduledState state)
{
    return state == ScheduledState::Waiting || state == ScheduledState::Failed;
}

/// A message that the server keeps and sends later (docs/adr/0029).
struct ScheduledMessage {
    MessageUuid uuid; ///< of the message, fixed when the user schedules it
    ConversationId conversation;
    content::Message message = {}; ///< as a client sends it, without attachments
    UnixMs due = {};               ///< by the server's clock
    /// From one counter of the account, so that a later change of any of its scheduled messages has a greater
    /// one. 0: the server never had the message.
    std::uint64_t version = 0;
    MessageUuid change = {}; ///< the last change by a device
    ScheduledState state = ScheduledState::Waiting;
    protocol::ErrorCode failure = {}; ///< why the server refused a failed message
    Seq seq = {};                     ///< of a sent message
    friend bool operator==(const ScheduledMessage&, const ScheduledMessage&) = default;
};

/// A text that the server did not take. It is kept until the user changes or drops it.
struct RefusedSchedule {
    content::Message message = {};
    UnixMs due = {};
    protocol::ErrorCode error = {};
    friend bool operator==(const RefusedSchedule&, const RefusedSchedule&) = default;
};

} // namespace tidemark
