#include "server-stub/shell/delivery/encoded_push.h"

#include "core/wire/codec.h"

namespace tidemark::server {

EncodedPush::EncodedPush(const protocol::ServerFrame& frame) : m_bytes(wire::encodePush(frame)) {}

const std::string& EncodedPush::forSession(std::uint32_t session)
{
    if (session == 0) {
        return m_bytes;
    }
    std::string& addressed = m_addressed[session];
    if (addressed.empty()) {
        addressed = wire::forSession(m_bytes, session);
    }
    return addressed;
}

std::string EncodedPush::withTotals(const protocol::TotalsNow& totals, std::uint32_t session) const
{
    std::string bytes = m_bytes + wire::encodeTotals(totals);
    return session == 0 ? bytes : wire::forSession(bytes, session);
}

} // namespace tidemark::server
