#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Presents channels as a feed: searches for channels, and keeps the "Following" entry, whose number is the
/// sum of feedOf() over the followed channels.
class Feed {
public:
    explicit Feed(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer findChannels(const protocol::FindChannels& request);
    /// Raises the snapshots. Returns the channels whose states are the answer.
    [[nodiscard]] protocol::GetStates open(const Caller& caller, const protocol::OpenFeed& request);

private:
    void raise(const Caller& caller, const protocol::FeedSnapshot& request);

    HubContext& m_context;
};

} // namespace tidemark::server
