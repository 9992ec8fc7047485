#pragma once

#include "core/sync/engine_context.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tidemark {

/// Red dots: merges the server's dots with the versions that the user has seen on this device, and sends
/// these until the server acknowledges them (I13). Both numbers of a dot only rise, so late or repeated
/// updates are harmless.
class DotTracker {
public:
    DotTracker(EngineContext& context, std::vector<LocalDot> dots);

    void take(const protocol::Dots& dots);
    /// Returns false when there is no such dot.
    bool see(const std::string& name);

    /// Sends unacknowledged dots; called at the end of each step while online.
    void flush();
    void onAnswered(const request::SeeDot& seen) { m_sent.erase(seen.name); }
    void onError(const request::SeeDot& seen, const protocol::Error& error);
    void onTimeout(const request::SeeDot& seen) { m_sent.erase(seen.name); }
    void onOffline();
    /// Whether the server has not acknowledged everything yet.
    [[nodiscard]] bool hasIntents() const;
    /// Digest of the dots that the server has acknowledged or sent.
    [[nodiscard]] std::uint64_t digest() const;
    [[nodiscard]] std::vector<Dot> all() const; ///< ascending by name
    /// Forgets all dots without writing it.
    void clear();

private:
    void put(const LocalDot& dot);
    void report();

    EngineContext& m_context;
    std::map<std::string, LocalDot> m_dots;
    std::map<std::string, std::uint64_t> m_sent; ///< versions that await an answer
    std::map<std::string, Instant> m_notBefore;  ///< set when the server asked the client to wait
};

} // namespace tidemark
