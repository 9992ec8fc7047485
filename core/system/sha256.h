#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

struct evp_md_ctx_st;

namespace tidemark {

/// SHA-256 of bytes that come one after the other.
class Sha256 {
public:
    Sha256();
    void add(std::string_view bytes);
    /// Call once, at the end.
    [[nodiscard]] std::array<std::uint8_t, 32> result();

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
};

} // namespace tidemark
