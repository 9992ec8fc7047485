#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Makes a certificate that signs itself. Gives back the exit status.
[[nodiscard]] int certificate(const CertificateArguments& arguments);

} // namespace tidemark::server
