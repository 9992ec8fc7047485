#pragma once

#include "core/domain/protocol.h"
#include "core/servers/certificate.h"

#include <QString>

namespace tidemark::cli {

/// Returns the server's refusal as a human-readable sentence.
[[nodiscard]] QString errorText(protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));

/// Says what is wrong with a server's certificate and what the user can do. Begins with
/// "certificate-refused:", "certificate-changed:" or "not-encrypted:".
[[nodiscard]] QString certificateText(const RefusedCertificate& certificate);

} // namespace tidemark::cli
