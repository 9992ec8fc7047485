#pragma once

#include "core/domain/attachment.h"

#include <string_view>

namespace tidemark::load {

[[nodiscard]] BlobHash sha256Of(std::string_view bytes);

} // namespace tidemark::load
