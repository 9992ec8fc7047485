#pragma once

#include "core/domain/attachment.h"
#include "core/domain/protocol.h"

#include <optional>

namespace tidemark::server {

/// AttachmentInvalid if a field breaks the rules in blob.proto; empty if it is good. Does not look for the
/// file.
[[nodiscard]] std::optional<protocol::Error> refusalOfAttachment(const Attachment& attachment);

} // namespace tidemark::server
