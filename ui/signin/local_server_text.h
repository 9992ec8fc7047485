#pragma once

#include "core/hosting/local_server.h"

#include <QString>

namespace tidemark {

/// Says why the server on this computer does not run, and what to do.
[[nodiscard]] QString localServerText(const LocalServerProblem& problem);

} // namespace tidemark
