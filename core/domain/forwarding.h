#pragma once

#include "core/domain/ids.h"

namespace tidemark {

/// A message of a log that a user forwards.
struct ForwardSource {
    ConversationId conversation;
    LogEpoch logEpoch; ///< of the log in which the user saw the message
    Seq seq;           ///< 0: there is no source

    [[nodiscard]] constexpr bool isValid() const { return seq.isValid(); }
    friend constexpr bool operator==(const ForwardSource&, const ForwardSource&) = default;
};

/// The user who said the text of a forwarded message, and when.
struct Forwarded {
    UserId from; ///< none: the message is not forwarded
    UnixMs at;

    [[nodiscard]] constexpr bool isValid() const { return from.isValid(); }
    friend constexpr bool operator==(const Forwarded&, const Forwarded&) = default;
};

} // namespace tidemark
