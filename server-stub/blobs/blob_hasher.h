#pragma once

#include "core/domain/attachment.h"
#include "core/system/sha256.h"

#include <string_view>

namespace tidemark::server {

/// SHA-256 of a file whose bytes come one after the other.
class BlobHasher {
public:
    void add(std::string_view bytes) { m_hasher.add(bytes); }
    /// Call once, at the end.
    [[nodiscard]] BlobHash result() { return {m_hasher.result()}; }

private:
    Sha256 m_hasher;
};

} // namespace tidemark::server
