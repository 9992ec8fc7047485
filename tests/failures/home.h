#pragma once

#include "tests/failures/hub_devices.h"

namespace tidemark::failures {

/// bob has a laptop and a phone. ada has sent ten messages to a group (seq 2..11).
struct Home {
    House house;
    server::Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    ConversationId group = ada.createGroup("group", {"bob"});

    Home()
    {
        adaSays(10);
        REQUIRE(laptop.unread(group) == 10);
    }
    void adaSays(int messages)
    {
        for (int i = 0; i < messages; ++i) {
            ada.send(group, "message");
        }
        house.pass(Milliseconds(2000));
    }
    void bothShow(std::uint64_t unread) const
    {
        for (const HubDevice* device : {&laptop, &phone}) {
            CHECK(device->unread(group) == unread);
            CHECK(device->total() == unread);
            device->agreesWithServer();
        }
    }
};

} // namespace tidemark::failures
