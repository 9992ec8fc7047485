#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Builds the hints for the other servers on the database from the changes of a turn.
class HintComposer {
public:
    explicit HintComposer(HubContext& context) : m_context(context) {}

    /// Adds the hints to the turn. Reads the store, so call it before the commit.
    void compose();

private:
    void composeReceipts();

    HubContext& m_context;
};

} // namespace tidemark::server
