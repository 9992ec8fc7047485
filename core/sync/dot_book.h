#pragma once

#include "core/sync/engine_context.h"

#include <cstdint>
#include <map>
#include <string>

namespace tidemark {

/// Red dots: what the server says of them, merged with what the user has seen here, which is told until it is
/// acknowledged (I13). Both numbers of a dot only rise, so that nothing that comes late or twice matters.
class DotBook {
public:
    explicit DotBook(EngineContext& context) : m_context(context) {}

    void hear(const protocol::Dots& dots);
    /// Returns false when there is no such dot.
    bool see(const std::string& name);

    /// Tells what is untold; called at the end of each step while online.
    void flush();
    void onAnswered(const request::SeeDot& seen) { m_sent.erase(seen.name); }
    void onError(const request::SeeDot& seen, const protocol::Error& error);
    void onTimeout(const request::SeeDot& seen) { m_sent.erase(seen.name); }
    void onOffline();
    /// Something is still to be told.
    [[nodiscard]] bool hasIntents() const;
    /// Of what the server has acknowledged or said.
    [[nodiscard]] std::uint64_t digest() const;

private:
    void put(const LocalDot& dot);

    EngineContext& m_context;
    std::map<std::string, std::uint64_t> m_sent; ///< versions whose answer is awaited
    std::map<std::string, Instant> m_notBefore;  ///< the server asked to wait
};

} // namespace tidemark
