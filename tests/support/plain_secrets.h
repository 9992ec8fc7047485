#pragma once

#include "server-stub/hub/hub.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace tidemark::server {

/// Predictable secrets: the hash of a token is its beginning, and random numbers count up.
class PlainSecrets final : public Secrets {
public:
    TokenHash hashOf(const std::string& token) override
    {
        TokenHash hash{};
        std::copy_n(token.begin(), std::min(token.size(), hash.size()), hash.begin());
        return hash;
    }
    std::uint64_t random64() override { return ++m_last; }

private:
    std::uint64_t m_last = 0;
};

} // namespace tidemark::server
