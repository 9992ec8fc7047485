#pragma once

#include "core/sync/engine_context.h"

namespace tidemark {

/// After every resume asks the server once for the user's total and compares it with the one shown here.
/// Where they differ the states of all conversations are asked for, which find the difference, repair it and
/// record it (I8). It waits until this device has counted everything it knows of, and some random seconds, so
/// that devices that come back together do not ask together.
class TotalsCheck {
public:
    explicit TotalsCheck(EngineContext& context) : m_context(context) {}

    void onOnline();
    /// Asks when it is time; called at the end of each step while online.
    void flush();
    void onAnswer(const protocol::TotalsNow& totals);
    /// Refused or not answered: not asked again on this connection.
    void onFailed() { m_isDue = m_isAsked = false; }

private:
    /// Nothing is known of that the badges here do not yet stand for, or the server does not yet know of.
    [[nodiscard]] bool isSettled() const;

    EngineContext& m_context;
    Instant m_notBefore{};
    bool m_isDue = false;
    bool m_isAsked = false;
};

} // namespace tidemark
