#pragma once

#include "core/domain/protocol.h"
#include "core/transport/certificate.h"

#include <QString>

namespace tidemark::cli {

/// A refusal of the server as a sentence for people.
[[nodiscard]] QString errorText(protocol::ErrorCode code, Milliseconds retryAfter = Milliseconds(0));

/// What is wrong with a server's certificate, and what can be done; begins with "certificate-refused:" or
/// "certificate-changed:".
[[nodiscard]] QString certificateText(const RefusedCertificate& certificate);

} // namespace tidemark::cli
