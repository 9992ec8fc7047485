#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Makes a self-signed certificate. Returns the process's exit status.
[[nodiscard]] int certificate(const CertificateArguments& arguments);

} // namespace tidemark::server
