#pragma once

#include "app/cli/parsing/result.h"
#include "app/cli/running/endpoint.h"
#include "core/domain/conversation.h"
#include "core/transport/transport.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::cli {

/// Requests the server's state of every conversation of an account. Uses a connection of its own, on which it
/// reports no stored state, so the answer does not depend on this device. Runs the event loop.
[[nodiscard]] Result<std::vector<ConversationState>>
fetchServerStates(std::unique_ptr<Transport> transport, const Endpoint& server, const std::string& token,
                  DeviceId device, std::chrono::milliseconds timeout);

} // namespace tidemark::cli
