#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <map>
#include <string>

namespace tidemark::server {

/// A push, encoded once; addressed to further sessions without encoding it again.
class EncodedPush {
public:
    explicit EncodedPush(const protocol::ServerFrame& frame);

    /// Valid until the next call.
    [[nodiscard]] const std::string& forSession(std::uint32_t session);
    /// A Notify with the totals of one user.
    [[nodiscard]] std::string withTotals(const protocol::TotalsNow& totals, std::uint32_t session) const;

private:
    std::string m_bytes;                              ///< for session 0, which is nearly every session
    std::map<std::uint32_t, std::string> m_addressed; ///< the others
};

} // namespace tidemark::server
