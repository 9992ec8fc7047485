#pragma once

#include "server-stub/hub/hint.h"

#include <QString>

#include <span>

namespace tidemark::server {

/// Tells the servers that serve a PostgreSQL database what a command has changed in it. When that cannot be
/// done they find out later, and whoever runs the command is told so on standard error.
void tellServers(const QString& database, std::span<const Hint> hints);

} // namespace tidemark::server
