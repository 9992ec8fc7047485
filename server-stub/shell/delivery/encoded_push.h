#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <map>
#include <string>

namespace tidemark::server {

/// A push that is encoded once, and can be addressed to more sessions without being encoded again.
class EncodedPush {
public:
    explicit EncodedPush(const protocol::ServerFrame& frame);

    /// Valid until the next call.
    [[nodiscard]] const std::string& forSession(std::uint32_t session);
    /// A Notify that also has the totals of one user.
    [[nodiscard]] std::string withTotals(const protocol::TotalsNow& totals, std::uint32_t session) const;

private:
    std::string m_bytes;                              ///< for session 0, which nearly all connections use
    std::map<std::uint32_t, std::string> m_addressed; ///< for other sessions
};

} // namespace tidemark::server
