#include "server-stub/shell/sockets/buffer_budget.h"

namespace tidemark::server {

bool BufferBudget::change(std::size_t held, std::size_t wanted)
{
    const std::size_t others = m_bytes - counted(held);
    const std::size_t allowed = wanted > usualBytes ? m_maxBytes / 2 : m_maxBytes;
    if (wanted > held && others + counted(wanted) > allowed && counted(wanted) > 0) {
        return false;
    }
    m_bytes = others + counted(wanted);
    return true;
}

} // namespace tidemark::server
