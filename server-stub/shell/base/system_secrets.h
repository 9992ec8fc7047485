#pragma once

#include "server-stub/hub/hub.h"

namespace tidemark::server {

/// Secrets from the operating system's generator.
class SystemSecrets : public Secrets {
public:
    [[nodiscard]] TokenHash hashOf(const std::string& token) override;
    [[nodiscard]] std::uint64_t random64() override;
};

} // namespace tidemark::server
