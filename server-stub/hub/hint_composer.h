#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Turns what a turn has changed here into hints for the other servers on the database.
class HintComposer {
public:
    explicit HintComposer(HubContext& context) : m_context(context) {}

    /// Adds them to the turn's hints. Reads the store, so before the commit.
    void compose();

private:
    void composeReceipts();

    HubContext& m_context;
};

} // namespace tidemark::server
