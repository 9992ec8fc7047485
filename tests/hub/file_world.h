#pragma once

#include "tests/hub/hub_world.h"

#include <cstddef>
#include <utility>
#include <variant>

namespace tidemark::server {

/// Ann and bob are in a group, and eve is in none.
struct FileWorld {
    explicit FileWorld(HubConfig config = HubWorld::openConfig()) : world(std::move(config))
    {
        ann.enter();
        bob.enter();
        eve.enter();
        group = ann.createGroup("group", {"bob"});
    }

    [[nodiscard]] static protocol::ErrorCode codeOf(const protocol::ServerFrame& answer)
    {
        REQUIRE(std::holds_alternative<protocol::Error>(answer));
        return std::get<protocol::Error>(answer).code;
    }
    [[nodiscard]] std::size_t filesAfterSweep()
    {
        world.pass(Milliseconds(60000));
        world.workOnBlobs();
        return world.files.files().size();
    }

    HubWorld world;
    Client ann{world, "ann"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;
};

} // namespace tidemark::server
