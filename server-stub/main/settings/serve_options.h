#pragma once

#include "server-stub/main/settings/settings.h"

namespace tidemark::server {

/// The options of a server with these settings; the certificate and key are still to be read. Raises the
/// process's limit of open files as far as allowed.
[[nodiscard]] ServerOptions optionsOf(const ServeSettings& settings);

} // namespace tidemark::server
