#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/session/connection.h"
#include "server-stub/store/snapshot.h"

#include <QString>

#include <cstdint>

namespace tidemark::server::postgres {

/// Statistics of the database at one moment, with the `largest` largest conversations. Call it outside a
/// transaction. The error is human-readable.
[[nodiscard]] Expected<Statistics, QString> statisticsOf(Connection& connection, std::uint32_t largest);

} // namespace tidemark::server::postgres
