#pragma once

#include "server-stub/hub/contract/hint.h"

#include <QString>

#include <span>

namespace tidemark::server {

/// Notifies the servers on a PostgreSQL database of a command's changes. If that fails, the servers notice
/// the changes later, and a message on standard error says so.
void notifyServers(const QString& database, std::span<const Hint> hints);

} // namespace tidemark::server
