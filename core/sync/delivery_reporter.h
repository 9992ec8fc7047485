#pragma once

#include "core/sync/engine_context.h"

namespace tidemark {

/// Tells the server how far this device holds the logs in which others write, so that they see their messages
/// as delivered. Merged, at most one frame a second. What gets lost is said by the next Hello.
class DeliveryReporter {
public:
    explicit DeliveryReporter(EngineContext& context) : m_context(context) {}

    /// Sends what is due; called at the end of each step while online, after the pulls: what is sent has been
    /// committed by then.
    void flush();
    void onOnline();
    void onError(const request::Delivered& delivered, const protocol::Error& error);
    void onTimeout(const request::Delivered& delivered);

private:
    void sayAgain(const request::Delivered& delivered, Milliseconds wait);

    EngineContext& m_context;
    Instant m_notBefore{};
    bool m_isUnderstood = true; ///< false: by an older server, not on this connection
};

} // namespace tidemark
