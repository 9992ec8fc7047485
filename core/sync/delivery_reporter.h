#pragma once

#include "core/sync/engine_context.h"

namespace tidemark {

/// Reports to the server the newest held entries of the logs in which others write, so that the authors see
/// their messages as delivered. Merges updates and sends at most one frame a second. The next Hello makes up
/// for lost updates.
class DeliveryReporter {
public:
    explicit DeliveryReporter(EngineContext& context) : m_context(context) {}

    /// Sends due updates. Called at the end of each step while online, after the pulls, so that only
    /// committed entries are reported.
    void flush();
    void onOnline();
    void onError(const request::Delivered& delivered, const protocol::Error& error);
    void onTimeout(const request::Delivered& delivered);

private:
    void sayAgain(const request::Delivered& delivered, Milliseconds wait);

    EngineContext& m_context;
    Instant m_notBefore{};
    /// False: the server is older and does not support this; nothing more is sent on this connection.
    bool m_isUnderstood = true;
};

} // namespace tidemark
