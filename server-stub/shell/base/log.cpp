#include "server-stub/shell/base/log.h"

namespace tidemark::server {

Q_LOGGING_CATEGORY(serverLog, "tidemark.server")

} // namespace tidemark::server
