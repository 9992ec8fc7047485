#pragma once

#include <QLoggingCategory>

namespace tidemark::server {

/// What the server says about itself. Never message text, tokens or passwords.
Q_DECLARE_LOGGING_CATEGORY(serverLog)

} // namespace tidemark::server
