#pragma once

#include "core/domain/protocol.h"

#include <string>

namespace tidemark {

/// The placeholders for texts and tokens that a trace omits. The server's rules accept them.
inline const std::string omittedText = "x";
inline const std::string omittedToken(32, 'x');

/// Returns the frame without texts, titles, names and tokens.
[[nodiscard]] protocol::ServerEnvelope withoutText(protocol::ServerEnvelope envelope);

} // namespace tidemark
