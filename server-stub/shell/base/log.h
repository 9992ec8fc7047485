#pragma once

#include <QLoggingCategory>

namespace tidemark::server {

/// The log of the server. Never write message texts, tokens or passwords to it.
Q_DECLARE_LOGGING_CATEGORY(serverLog)

} // namespace tidemark::server
