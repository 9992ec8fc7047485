#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Channels as a feed: finding them, and the "Following" entry, whose number is the sum of feedOf() over the
/// followed channels.
class Feed {
public:
    explicit Feed(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer findChannels(const protocol::FindChannels& question);
    /// Raises the snapshots. Returns what is to be answered: the states of the channels named.
    [[nodiscard]] protocol::GetStates open(const Caller& caller, const protocol::OpenFeed& wish);

private:
    void raise(const Caller& caller, const protocol::FeedSnapshot& wish);

    HubContext& m_context;
};

} // namespace tidemark::server
