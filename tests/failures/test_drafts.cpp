// Lost and returned drafts. The ids are those of rows.tsv. Each report is tried with two devices and the real
// hub: as it was reported, and with the death of the writing device or of the server between the server's
// commit and its answer.
#include "tests/failures/hub_devices.h"

#include <string>

namespace tidemark::failures::drafts_test {

using server::Client;

namespace {

constexpr Milliseconds longRest{10000};

/// The process that dies after the server's commit and before its answer.
enum class Death : std::uint8_t { None, Device, Server };

/// bob has a laptop and a phone, and a group with ada.
struct Desk {
    House house;
    Client& ada = house.person("ada");
    HubDevice& laptop = house.onlineDevice("bob");
    HubDevice& phone = house.onlineDevice("bob");
    ConversationId group = ada.createGroup("group", {"bob"});

    Desk() { house.pass(longRest); }

    static Death death()
    {
        Death one = Death::None;
        SUBCASE("nothing dies") {}
        SUBCASE("the device dies between commit and answer")
        {
            one = Death::Device;
        }
        SUBCASE("the server dies between commit and answer")
        {
            one = Death::Server;
        }
        return one;
    }

    /// The user types on the device. The composer shows the newest draft that the device knows.
    void types(HubDevice& device, const std::string& text, bool isFinished = false)
    {
        device.does(input::SetDraft{.command = {},
                                    .conversation = group,
                                    .uuid = house.world.freshUuid(),
                                    .text = text,
                                    .isFinished = isFinished});
    }
    /// The server commits what the device has sent. What dies then comes back.
    void commits(HubDevice& device, Death death)
    {
        device.handsOver();
        house.world.turn();
        if (death == Death::Device) {
            device.losesWhatWasSentToIt();
            device.restarts();
            device.connects();
        } else if (death == Death::Server) {
            device.losesWhatWasSentToIt();
            house.restartServer();
            laptop.connects();
            phone.connects();
        }
        house.settle();
    }
    /// The user types on the device, and leaves the composer.
    void leaves(HubDevice& device, const std::string& text, Death death = Death::None)
    {
        types(device, text, true);
        commits(device, death);
    }
    /// The user sends the text that the device shows as draft.
    void sends(HubDevice& device, const std::string& text)
    {
        device.does(input::Send{group, house.world.freshUuid(), content::Message{text}, draft(device).base});
    }
    void comesBack(HubDevice& device)
    {
        device.connects();
        house.pass(longRest);
    }
    [[nodiscard]] LocalDraft draft(const HubDevice& device) const
    {
        const LocalDraft* found = device.engine().draft(group);
        return found != nullptr ? *found : LocalDraft{};
    }
    [[nodiscard]] std::string text(const HubDevice& device) const { return draft(device).text; }
    /// The device shows `own`, and offers the text of the other device.
    void hasBoth(const HubDevice& device, const std::string& own, const std::string& other) const
    {
        CHECK(text(device) == own);
        CHECK(isInConflict(draft(device)));
        CHECK(draft(device).server.text == other);
    }
    /// Now and after a restart of both devices.
    void bothShow(const std::string& wanted)
    {
        for (int round = 0; round < 2; ++round) {
            house.pass(longRest);
            for (const HubDevice* device : {&laptop, &phone}) {
                CHECK(text(*device) == wanted);
                CHECK_FALSE(isInConflict(draft(*device)));
                CHECK(device->engine().isFlushed());
                device->agreesWithServer();
            }
            for (HubDevice* device : {&laptop, &phone}) {
                device->restarts();
                device->connects();
            }
        }
    }
    /// The user takes the text that the device shows.
    void keeps(HubDevice& device)
    {
        device.does(input::SettleDraft{CommandId(), group, false});
        house.settle();
    }
};

} // namespace

TEST_CASE_FIXTURE(Desk, "FT1: 2,000 words are not replaced by 20 older ones of another device (29111)")
{
    const Death after = death();
    leaves(phone, "twenty words");
    REQUIRE(text(laptop) == "twenty words");
    laptop.losesConnection();
    types(laptop, "two thousand words");
    leaves(phone, "twenty words more", after);
    comesBack(laptop);
    hasBoth(laptop, "two thousand words", "twenty words more");
    CHECK(text(phone) == "twenty words more");
    keeps(laptop);
    bothShow("two thousand words");
}

TEST_CASE_FIXTURE(Desk, "FT1: a draft that arrives late, and a new one of another device, both stay (8595)")
{
    const Death after = death();
    laptop.losesConnection();
    types(laptop, "written on a train");
    laptop.restarts();
    leaves(phone, "a new one", after);
    comesBack(laptop);
    hasBoth(laptop, "written on a train", "a new one");
    CHECK(text(phone) == "a new one");
    keeps(laptop);
    bothShow("written on a train");
}

TEST_CASE_FIXTURE(Desk, "FT1: another message, sent from the phone, takes no text that is typed here (4060)")
{
    const Death after = death();
    std::string typed;
    SUBCASE("the server has nothing of the text yet")
    {
        typed = "typed on the laptop";
        types(laptop, typed);
    }
    SUBCASE("the phone has shown the beginning of it, and has sent something else in its place")
    {
        leaves(laptop, "typed");
        REQUIRE(text(phone) == "typed");
        typed = "typed, and typed on";
        types(laptop, typed);
    }
    sends(phone, "on my way");
    commits(phone, after);
    house.pass(longRest);
    CHECK(text(laptop) == typed);
    CHECK(text(phone) != "on my way");
}

TEST_CASE_FIXTURE(Desk, "FT1: an older text does not replace a newer one that was written after it (2315)")
{
    const Death after = death();
    leaves(laptop, "one");
    phone.losesConnection();
    types(phone, "one, older");
    leaves(laptop, "one, and two", after);
    house.pass(longRest);
    CHECK_MESSAGE(text(laptop) == "one, and two", "no conflict with oneself");
    CHECK_FALSE(isInConflict(draft(laptop)));
    comesBack(phone);
    CHECK(text(laptop) == "one, and two");
    hasBoth(phone, "one, older", "one, and two");
    phone.does(input::SettleDraft{CommandId(), group, true});
    bothShow("one, and two");
}

TEST_CASE_FIXTURE(Desk, "FT2: a text is not replaced while it is typed (9928)")
{
    const Death after = death();
    types(laptop, "I am typ");
    leaves(phone, "something else", after);
    CHECK(text(laptop) == "I am typ");
    types(laptop, "I am typing");
    house.pass(longRest);
    hasBoth(laptop, "I am typing", "something else");
    keeps(laptop);
    bothShow("I am typing");
}

TEST_CASE_FIXTURE(Desk, "FT3: a sent text does not come back on another device (2229)")
{
    const Death after = death();
    leaves(laptop, "hello");
    REQUIRE(text(phone) == "hello");
    SUBCASE("which is online") {}
    SUBCASE("which was offline")
    {
        phone.losesConnection();
    }
    sends(laptop, "hello");
    commits(laptop, after);
    comesBack(phone);
    bothShow("");
}

TEST_CASE_FIXTURE(Desk, "FT3: a text that was sent while its draft was on the way is no draft (26236)")
{
    const Death after = death();
    types(laptop, "hello", true);
    sends(laptop, "hello");
    commits(laptop, after);
    SUBCASE("the phone stays online") {}
    SUBCASE("the phone has missed all pushes")
    {
        phone.losesConnection();
        comesBack(phone);
    }
    bothShow("");
}

TEST_CASE_FIXTURE(Desk, "FT4: two computers do not refill each other's draft (486)")
{
    const Death after = death();
    leaves(laptop, "hello");
    REQUIRE(text(phone) == "hello");
    phone.losesConnection();
    types(phone, "hello!");
    sends(laptop, "hello");
    commits(laptop, after);
    comesBack(phone);
    CHECK_MESSAGE(text(phone) == "hello!", "no key is lost");
    CHECK_MESSAGE(text(laptop).empty(), "the text does not go back to where it was sent");
    for (int round = 0; round < 3; ++round) {
        phone.restarts();
        comesBack(phone);
        laptop.restarts();
        comesBack(laptop);
    }
    CHECK(text(phone) == "hello!");
    CHECK(text(laptop).empty());
}

TEST_CASE_FIXTURE(Desk, "FT5: of two offline changes both stay until the user has chosen (5536)")
{
    const Death after = death();
    leaves(laptop, "common");
    laptop.losesConnection();
    phone.losesConnection();
    types(laptop, "of the laptop");
    types(phone, "of the phone");
    comesBack(laptop);
    phone.connects();
    house.settle();
    house.pass(Milliseconds(1500));
    commits(phone, after);
    house.pass(longRest);
    hasBoth(phone, "of the phone", "of the laptop");
    CHECK(text(laptop) == "of the laptop");
    SUBCASE("the own one")
    {
        phone.does(input::SettleDraft{CommandId(), group, false});
        commits(phone, after);
        bothShow("of the phone");
    }
    SUBCASE("the other one")
    {
        phone.does(input::SettleDraft{CommandId(), group, true});
        commits(phone, after);
        bothShow("of the laptop");
    }
    SUBCASE("the own one is sent: the other one is the draft")
    {
        sends(phone, "of the phone");
        commits(phone, after);
        bothShow("of the laptop");
    }
}

} // namespace tidemark::failures::drafts_test
