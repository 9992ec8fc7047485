#pragma once

#include "server-stub/shell/sockets/client_connection.h"

#include <memory>
#include <unordered_map>

namespace tidemark::server {

using ConnectionTable = std::unordered_map<ConnectionId, std::unique_ptr<ClientConnection>>;

} // namespace tidemark::server
