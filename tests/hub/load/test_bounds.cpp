#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/contract/text_rules.h"
#include "server-stub/hub/state/connection_guard.h"
#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::bounds_test {

using protocol::ErrorCode;

namespace {

std::uint32_t priceOf(const protocol::ClientFrame& frame)
{
    return costOf(frame, Limits());
}

/// A user who may send a hundred requests at once, and one a second in the long run.
class Payer {
public:
    Payer() : ada(limited(world), "ada") { ada.enter(); }

    /// The number of frames that the hub answers until the bucket, which is full at first, is empty.
    /// `frameOf` makes a frame from its number, starting with 0.
    template <typename FrameOf>
    int answered(const FrameOf& frameOf)
    {
        world.pass(Milliseconds(1000000));
        int count = 0;
        while (!std::holds_alternative<protocol::Error>(ada.ask(frameOf(count)).back())) {
            ++count;
        }
        return count;
    }
    void addMembers(ConversationId group, int count)
    {
        world.store.begin();
        for (int i = 0; i < count; ++i) {
            MemberRecord member;
            member.conversation = group;
            member.user = world.store.accounts().insert("member" + std::to_string(i), "");
            member.isMember = true;
            member.generation = Generation(1);
            world.store.members().put(member);
        }
        REQUIRE(world.store.commit());
    }

    HubWorld world;
    Client ada;

private:
    static HubWorld& limited(HubWorld& world)
    {
        world.config.limits.requestsPerSecond = 1;
        world.config.limits.requestBurst = 100;
        world.restart();
        return world;
    }
};

} // namespace

TEST_CASE("sends are limited per user over all connections, and refusals say when to try again")
{
    HubWorld world;
    world.config.limits.sendsPerSecond = 10;
    world.config.limits.sendBurst = 3;
    world.restart();
    Client laptop(world, "ada");
    laptop.enter();
    Client phone(world, "ada");
    phone.token = laptop.token;
    phone.hello();
    const ConversationId group = laptop.createGroup("group");
    laptop.send(group, "one");
    phone.send(group, "two");
    laptop.send(group, "three");
    const auto error = phone.ask<protocol::Error>(phone.message(group, "four"));
    CHECK(error.code == ErrorCode::TooFast);
    CHECK(error.retryAfter == Milliseconds(100));
    CHECK_MESSAGE(laptop.state(group).head == Seq(4), "other requests have a bucket of their own");
    world.pass(error.retryAfter);
    CHECK(phone.send(group, "four").seq == Seq(5));
}

TEST_CASE("other requests are limited too, and cost more the more they name")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 20; // the hello takes the first ten
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    ada.ask<protocol::Users>(protocol::GetUsers{std::vector<UserId>(400, UserId(1))});
    ada.ask<protocol::Users>(protocol::GetUsers{});
    CHECK(ada.ask<protocol::Error>(protocol::GetUsers{}).retryAfter == Milliseconds(1000));
    world.pass(Milliseconds(60000));
    ada.ask<protocol::Users>(protocol::GetUsers{std::vector<UserId>(caps::maxUsersAsked, UserId(1))});
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::TooFast);
}

TEST_CASE("each kind of request has a bucket of its own")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 2;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    const LogEpoch epoch = world.store.conversations().find(group)->logEpoch;
    world.pass(Milliseconds(10000));
    const protocol::Pull pull{group, epoch, Seq(), Seq(), Seq(), 1};
    ada.ask<protocol::Range>(pull);
    ada.ask<protocol::Range>(pull);
    CHECK(ada.refused(pull) == ErrorCode::TooFast);
    for (int i = 0; i < 5; ++i) {
        ada.post(protocol::Typing{group});
    }
    world.turn();
    CHECK_MESSAGE(ada.ask(protocol::Rename{group, "renamed"}).size() == 1, "changes are not held up");
    CHECK(ada.ask(protocol::Rename{group, "renamed twice"}).size() == 1);
    CHECK(ada.refused(protocol::Rename{group, "renamed again"}) == ErrorCode::TooFast);
    ada.ask<protocol::Users>(protocol::GetUsers{});
    ada.ask<protocol::Users>(protocol::GetUsers{});
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::TooFast);
    CHECK(world.stats().refusedTooFast >= 3);
}

TEST_CASE("in a very large group each user may send one message a second in the long run")
{
    HubWorld world;
    world.config.limits.largeGroupMembers = 2;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    Client bob(world, "bob");
    bob.enter();
    Client eve(world, "eve");
    eve.enter();
    const ConversationId small = ada.createGroup("small", {"bob"});
    const ConversationId large = ada.createGroup("large", {"bob", "eve"});
    for (std::uint32_t i = 0; i < RateLimiter::largeGroupBurst; ++i) {
        ada.send(large, "many");
    }
    const protocol::Send next = ada.message(large, "too many");
    const auto error = ada.ask<protocol::Error>(next);
    CHECK(error.code == ErrorCode::TooFast);
    CHECK(error.retryAfter == Milliseconds(1000));
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.hello();
    CHECK_MESSAGE(phone.refused(next) == ErrorCode::TooFast,
                  "the limit holds on the user's other connection, too");
    ada.send(small, "elsewhere as ever");
    bob.send(large, "and others as ever");
    world.pass(error.retryAfter);
    const Seq seq = ada.ask<protocol::SendAck>(next).seq;
    CHECK_MESSAGE(ada.ask<protocol::SendAck>(next).seq == seq, "a repeated message costs nothing");
    CHECK(ada.refused(ada.message(large, "one more")) == ErrorCode::TooFast);
}

TEST_CASE("connections of a user and sessions of a connection are bounded")
{
    HubWorld world;
    world.config.limits.maxConnectionsPerUser = 2;
    world.config.limits.maxSessionsPerConnection = 2;
    world.restart();
    Client first(world, "ada");
    first.enter();
    const auto another = [&] {
        Client client(world, "ada");
        client.token = first.token;
        return client;
    };
    Client second = another();
    second.hello();
    Client third = another();
    CHECK(third.refused(third.helloFrame()) == ErrorCode::TooManyConnections);
    second.hello();
    world.queue(Closed{second.target.connection});
    world.turn();
    third.hello();

    const ConnectionId shared = world.connect();
    for (const std::uint32_t session : {1U, 2U}) {
        Client(world, "user" + std::to_string(session), shared, session).enter();
    }
    Client surplus(world, "surplus", shared, 3);
    surplus.signUp();
    CHECK(surplus.refused(surplus.helloFrame()) == ErrorCode::TooManyConnections);
}

TEST_CASE("a list above its bound is refused, and the connection goes on")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    protocol::Hello hello = ada.helloFrame();
    hello.held.resize(caps::maxHeldStates + 1);
    protocol::Send send = ada.message(group, "many");
    std::get<content::Message>(send.content).mentions.resize(caps::maxMentions + 1, ada.user);
    protocol::CreateGroup many;
    many.uuid = world.freshUuid();
    many.title = "many";
    many.members.resize(caps::maxNewMembers + 1, "ada");
    const std::vector<protocol::ClientFrame> frames{
        hello,
        send,
        many,
        protocol::Sync{std::vector<HeldState>(caps::maxHeldStates + 1)},
        protocol::GetStates{std::vector(caps::maxStatesAsked + 1, group)},
        protocol::Read{std::vector<protocol::ReadIntent>(caps::maxReadIntents + 1)},
        protocol::Delivered{std::vector<protocol::Reached>(caps::maxDelivered + 1)},
        protocol::OpenFeed{std::vector<protocol::FeedSnapshot>(caps::maxFeedSnapshots + 1)},
        protocol::GetUsers{std::vector(caps::maxUsersAsked + 1, ada.user)},
        protocol::GetAvatars{std::vector(caps::maxAvatarsAsked + 1, AvatarPlace())},
    };
    for (const protocol::ClientFrame& frame : frames) {
        INFO("frame kind ", frame.index());
        const auto error = ada.ask<protocol::Error>(frame);
        CHECK(error.code == ErrorCode::ListTooLong);
        CHECK(error.detail.find("at most") != std::string::npos);
    }
    CHECK(world.closed.empty());
    std::get<content::Message>(send.content).mentions.resize(caps::maxMentions);
    CHECK(ada.ask<protocol::SendAck>(send).seq == Seq(2));
    many.members.resize(caps::maxNewMembers);
    CHECK(ada.askState(many).memberCount == 1);
}

TEST_CASE("the price of a request follows what it writes, names and makes the server read")
{
    const auto reads = [](std::size_t intents) {
        return priceOf(protocol::Read{std::vector<protocol::ReadIntent>(intents)});
    };
    CHECK(reads(1) == 1);
    CHECK(reads(caps::maxReadIntents) == 1 + caps::maxReadIntents / 2);
    content::Message text;
    text.mentions.resize(caps::maxMentions);
    CHECK(priceOf(protocol::Send{{}, {}, {}, text}) == 1 + caps::maxMentions / 10);
    protocol::Pull pull;
    pull.limit = Limits().maxPullEntries;
    CHECK_MESSAGE(priceOf(protocol::Pull()) == priceOf(pull),
                  "a pull without a limit costs as much as the largest");
    CHECK(priceOf(pull) > 1);
    CHECK(priceOf(protocol::Hello()) > priceOf(protocol::GetTotals()));
    CHECK(priceOf(protocol::Join()) > 1);
    CHECK(priceOf(protocol::Rename()) == priceOf(protocol::Join()));
    CHECK(priceOf(protocol::SetRole()) == priceOf(protocol::Join()));
    CHECK(costOfRead(20000) == 400);
}

TEST_CASE_FIXTURE(Payer, "a user of many conversations pays for all that a heartbeat, sync or hello compares")
{
    for (int i = 0; i < 150; ++i) {
        ConversationRecord group;
        group.kind = ConversationKind::Group;
        group.creator = ada.user;
        world.store.begin();
        MemberRecord member;
        member.conversation = world.store.conversations().insert(group, world.freshUuid());
        member.user = ada.user;
        member.isMember = true;
        member.generation = Generation(1);
        world.store.members().put(member);
        REQUIRE(world.store.commit());
    }
    const auto answeredOf = [&](const protocol::ClientFrame& frame) {
        return answered([&](int) -> const protocol::ClientFrame& { return frame; });
    };
    world.pass(Milliseconds(1000000));
    std::vector<HeldState> held;
    for (const ConversationState& state : ada.hello()) {
        held.push_back({state.id, state.logEpoch, state.head, state.cursor, state.version});
    }
    CHECK(answeredOf(protocol::GetUsers{}) == 100);
    CHECK(answeredOf(protocol::GetAvatars{std::vector(190, AvatarPlace())}) == 5);
    CHECK(answeredOf(protocol::SetAvatar{}) == 20);
    CHECK(answeredOf(protocol::Heartbeat{1}) == 25);
    CHECK(answeredOf(protocol::GetTotals{}) == 25);
    CHECK(answeredOf(protocol::Sync{held}) == 14);
    CHECK_MESSAGE(answeredOf(protocol::Sync{}) == 3, "a device that holds nothing pays for the states, too");
    CHECK(answeredOf(ada.helloFrame()) < 8);
}

TEST_CASE("possible names in a text cost tokens; most messages with one name cost no more")
{
    const auto price = [](const std::string& text) {
        content::Message content;
        content.text = text;
        return priceOf(protocol::Send{{}, {}, {}, content});
    };
    CHECK(price("no name") == 1);
    CHECK(price("@ada have a look") == 1);
    CHECK(price("write to ada@example.org") == 1);
    CHECK_MESSAGE(price(std::string(60000, '@')) == 1, "a text without names needs no look-up");
    std::string worst;
    for (int i = 0; i < 60; ++i) {
        worst += "@a b c d e f g h i j k l m n o p q r s t u v w x y z ";
    }
    CHECK_MESSAGE(price(worst) == 1 + 50 * 24 / 10, "possible names cost as much as mentions");
}

TEST_CASE("a name that is too long for an account is not looked up, and is repeated cut")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    // No account can have this name. If it is unknown, the hub did not look the name up.
    const std::string name(400, 'n');
    world.store.begin();
    world.store.accounts().insert(name, "");
    REQUIRE(world.store.commit());
    CHECK(ada.refused(protocol::OpenDirect{name}) == ErrorCode::NoSuchUser);
    CHECK(ada.refused(protocol::AddMember{group, name}) == ErrorCode::NoSuchUser);
    protocol::CreateGroup request;
    request.uuid = world.freshUuid();
    request.title = "group";
    request.members = {name, "nobody", std::string(900000, 'x')};
    const auto error = ada.ask<protocol::Error>(request);
    CHECK(error.code == ErrorCode::NoSuchUser);
    CHECK(error.detail == std::string(100, 'n') + "\nnobody\n" + std::string(100, 'x'));
}

TEST_CASE_FIXTURE(Payer, "a new title costs by the number of members who get it")
{
    const ConversationId group = ada.createGroup("group");
    const auto frameOf = [&](int i) { return protocol::Rename{group, "title " + std::to_string(i)}; };
    CHECK(answered(frameOf) == 16);
    addMembers(group, 49);
    CHECK(answered(frameOf) == 2);
}

TEST_CASE_FIXTURE(Payer, "totals cost more while the server has to count them")
{
    for (int i = 0; i < 100; ++i) {
        world.pass(Milliseconds(1000000));
        static_cast<void>(ada.createGroup("group"));
    }
    const auto frameOf = [](int) { return protocol::GetTotals{}; };
    const int counted = answered(frameOf);
    CHECK(answered(frameOf) == 34);
    CHECK(counted == 27);
}

TEST_CASE_FIXTURE(Payer, "a large frame costs its user by its size")
{
    world.pass(Milliseconds(1000000));
    const auto isRefused = [this] {
        const RequestId request = world.freshRequest();
        world.queue(Received{ada.target.connection, {request, 0, protocol::GetDevices{}}, 640 * 1024});
        world.turn();
        return std::holds_alternative<protocol::Error>(ada.answersTo(request).back());
    };
    int answered = 0;
    while (!isRefused()) {
        ++answered;
    }
    CHECK(answered == 100 / 11);
}

TEST_CASE_FIXTURE(Payer, "a page of members costs by its length")
{
    const ConversationId group = ada.createGroup("group");
    const auto frameOf = [&](int) { return protocol::GetMembers{group}; };
    CHECK(answered(frameOf) == 20);
    addMembers(group, 199);
    CHECK(answered(frameOf) == 4);
}

TEST_CASE_FIXTURE(Payer, "a frame to many own sessions costs more")
{
    const ConversationId group = ada.createGroup("group");
    const auto muted = [group](int i) {
        protocol::SetSettings frame;
        frame.conversation = group;
        frame.generation = Generation(1);
        frame.settings.muted = i % 2 == 0;
        return frame;
    };
    const auto quiet = [](int i) {
        protocol::SetAccountSettings frame;
        frame.quietWhileActive = i % 2 == 1;
        return frame;
    };
    CHECK(answered(muted) == 100);
    CHECK(answered(quiet) == 100);
    for (std::uint32_t session = 1; session < 40; ++session) {
        Client other(world, "ada", ada.target.connection, session);
        other.token = ada.token;
        world.pass(Milliseconds(1000000));
        other.hello();
    }
    CHECK(answered(muted) == 20);
    CHECK(answered(quiet) == 20);
    world.pass(Milliseconds(1000000));
    for (int i = 0; i < 20; ++i) {
        CHECK(ada.ask(protocol::Activity{i % 2 == 0}).empty());
    }
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::TooFast);
}

TEST_CASE_FIXTURE(Payer, "a page of long texts costs more than one of short ones")
{
    const ConversationId group = ada.createGroup("group");
    const LogEpoch epoch = world.store.conversations().find(group)->logEpoch;
    const auto frameOf = [&](int) { return protocol::Pull{group, epoch, Seq(), Seq(), Seq(), 10}; };
    CHECK(answered(frameOf) == 100);
    for (int i = 0; i < 5; ++i) {
        ada.send(group, std::string(60000, 't'));
    }
    CHECK(answered(frameOf) == 20);
}

TEST_CASE_FIXTURE(
    Payer, "a page of readers costs as much as a page of members, and more for counting in a large group")
{
    const ConversationId group = ada.createGroup("group");
    const auto frameOf = [&](int) { return protocol::GetReaders{group, Seq(1)}; };
    CHECK(priceOf(protocol::GetReaders()) == priceOf(protocol::GetMembers()));
    CHECK(answered(frameOf) == 20);
    addMembers(group, 2000);
    CHECK(answered(frameOf) == 14);
}

TEST_CASE("names of devices and programs are cut to the stored length")
{
    HubWorld world;
    Client ada(world, "ada");
    protocol::Register frame = ada.registerFrame();
    frame.deviceName = std::string(900000, 'r');
    ada.ask<protocol::Authenticated>(frame);
    ada.user = world.store.accounts().byName("ada")->id;
    CHECK(world.store.tokens().devices(ada.user).front().name == std::string(caps::maxDeviceNameBytes, 'r'));
    protocol::Hello hello = ada.helloFrame();
    hello.deviceName = " " + std::string(900000, 'n');
    hello.clientName = "pro\ngram" + std::string(900000, 'c');
    ada.ask(hello);
    const DeviceRecord device = world.store.tokens().devices(ada.user).front();
    CHECK(device.name == std::string(caps::maxDeviceNameBytes, 'n'));
    CHECK(device.clientName == "program" + std::string(caps::maxDeviceNameBytes - 7, 'c'));
    const ConversationId group = ada.createGroup("group");
    const ConversationState state = ada.read(group, 1);
    CHECK(state.moved.deviceName.size() <= caps::maxDeviceNameBytes);
    CHECK(world.store.members().find(group, ada.user)->moved.deviceName.size() <= caps::maxDeviceNameBytes);
    MemberRecord member = *world.store.members().find(group, ada.user);
    member.moved.deviceName = member.floorMoved.deviceName = std::string(900000, 'o');
    world.store.begin();
    world.store.members().put(member);
    REQUIRE(world.store.commit());
    const ConversationState old = ada.state(group);
    CHECK_MESSAGE(old.moved.deviceName.size() == caps::maxDeviceNameBytes,
                  "the bound holds for names stored earlier, too");
    CHECK(old.floorMoved.deviceName.size() == caps::maxDeviceNameBytes);
}

TEST_CASE("an account has a bounded number of devices; one more signs the oldest out")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.store.begin();
    for (std::uint64_t device = 1000; device < 1000 + caps::maxDevices - 1; ++device) {
        TokenHash hash{};
        hash[0] = static_cast<std::uint8_t>(device);
        hash[1] = static_cast<std::uint8_t>(device >> 8U);
        hash[2] = 77;
        world.store.tokens().put(hash, ada.user, DeviceId(device), "old",
                                 UnixMs{static_cast<std::int64_t>(device == 1005 ? 1 : 2)});
    }
    world.store.accounts().putPasswordHash(ada.user, "hash");
    REQUIRE(world.store.commit());
    Client other(world, "ada");
    protocol::SignIn frame;
    frame.name = "ada";
    frame.password = "correct horse";
    frame.token = std::string(32, 'o');
    frame.device = DeviceId(5);
    const RequestId request = other.post(frame);
    world.turn();
    REQUIRE(world.verifyJobs.size() == 1);
    world.queue(PasswordVerified{world.verifyJobs.front().ticket, true});
    world.turn();
    other.answerTo<protocol::Authenticated>(request);
    const std::vector<DeviceRecord> devices = world.store.tokens().devices(ada.user);
    CHECK(devices.size() == caps::maxDevices);
    const auto has = [&](DeviceId device) {
        return std::any_of(devices.begin(), devices.end(),
                           [device](const DeviceRecord& one) { return one.device == device; });
    };
    CHECK_FALSE(has(DeviceId(1005)));
    CHECK(has(ada.device));
    CHECK(has(DeviceId(5)));
}

TEST_CASE("creations and memberships of a user are bounded, and others fill at most half")
{
    HubWorld world;
    world.config.limits.maxMemberships = 6;
    world.config.limits.maxCreated = 4;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    Client eve(world, "eve");
    eve.enter();
    Client bob(world, "bob");
    bob.enter();
    protocol::CreateGroup frame;
    for (int i = 0; i < 3; ++i) {
        eve.createGroup("group", {"bob"});
    }
    frame.uuid = world.freshUuid();
    frame.title = "one too many for Bob";
    frame.members = {"bob"};
    CHECK(eve.refused(frame) == ErrorCode::PersonIsFull);
    CHECK(eve.refused(protocol::OpenDirect{"bob"}) == ErrorCode::PersonIsFull);
    const ConversationId alone = eve.createGroup("alone");
    CHECK(eve.refused(protocol::AddMember{alone, "bob"}) == ErrorCode::PersonIsFull);
    CHECK(eve.refused(protocol::CreateChannel{world.freshUuid(), "channel"}) == ErrorCode::TooManyCreated);
    frame.members.clear();
    CHECK(eve.refused(frame) == ErrorCode::TooManyCreated);
    CHECK_MESSAGE(bob.askState(protocol::Join{alone}).isMember, "Bob himself has room");
    bob.askState(protocol::Leave{alone});
    bob.askState(protocol::OpenDirect{"ada"});
    const ConversationId another = ada.createGroup("another");
    bob.askState(protocol::Join{another});
    const ConversationId last = ada.createGroup("last");
    CHECK(bob.refused(protocol::Join{last}) == ErrorCode::TooManyMemberships);
    frame.uuid = world.freshUuid();
    CHECK(bob.refused(frame) == ErrorCode::TooManyMemberships);
    CHECK_MESSAGE(bob.askState(protocol::Join{alone}).isMember,
                  "a membership that the user left counts already");
    const ConversationId channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "channel"}).id;
    CHECK(bob.refused(protocol::Follow{channel}) == ErrorCode::TooManyMemberships);
}

TEST_CASE("the sessions of a user are bounded over all connections")
{
    HubWorld world;
    world.config.limits.maxSessionsPerUser = 3;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    const auto another = [&](std::uint32_t session) {
        Client client(world, "ada", ada.target.connection, session);
        client.token = ada.token;
        return client;
    };
    another(1).hello();
    another(2).hello();
    Client third = another(3);
    CHECK(third.refused(third.helloFrame()) == ErrorCode::TooManyConnections);
    another(2).hello();
    world.queue(Closed{ada.target.connection});
    world.turn();
    Client later(world, "ada");
    later.token = ada.token;
    later.hello();
}

TEST_CASE("frames before sign-in and unknown frames have a bucket of their connection")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 5;
    world.restart();
    Client stranger(world, "nobody");
    for (int i = 0; i < 2; ++i) {
        CHECK(stranger.refused(protocol::UnknownFrame()) == ErrorCode::Unsupported);
        CHECK(stranger.refused(protocol::GetTotals()) == ErrorCode::NotSignedIn);
    }
    CHECK(stranger.refused(stranger.helloFrame()) == ErrorCode::TokenRevoked);
    for (const protocol::ClientFrame& frame :
         {protocol::ClientFrame(protocol::UnknownFrame()), protocol::ClientFrame(protocol::GetTotals()),
          protocol::ClientFrame(stranger.helloFrame()), protocol::ClientFrame(stranger.registerFrame())}) {
        const auto error = stranger.ask<protocol::Error>(frame);
        CHECK(error.code == ErrorCode::TooFast);
        CHECK(error.retryAfter == Milliseconds(1000));
    }
    Client other(world, "other");
    other.enter();
    world.pass(Milliseconds(1000));
    stranger.ask<protocol::Authenticated>(stranger.registerFrame());
    CHECK(stranger.refused(protocol::GetTotals()) == ErrorCode::TooFast);
    world.queue(Closed{stranger.target.connection});
    world.queue(Connected{stranger.target.connection});
    world.turn();
    CHECK_MESSAGE(stranger.refused(protocol::GetTotals()) == ErrorCode::NotSignedIn,
                  "the hub keeps nothing of a closed connection");
}

TEST_CASE("a frame for which no user pays costs by its size")
{
    constexpr std::size_t large = std::size_t{1} << 20U;
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 600;
    world.restart();
    const auto answered = [&world](protocol::ClientFrame frame, std::size_t bytes) {
        Client stranger(world, "nobody");
        std::uint32_t count = 0;
        while (true) {
            const RequestId request = world.freshRequest();
            world.queue(Received{stranger.target.connection, {request, 0, frame}, bytes});
            world.turn();
            if (stranger.answerTo<protocol::Error>(request).code == ErrorCode::TooFast) {
                return count;
            }
            ++count;
        }
    };
    CHECK(answered(protocol::UnknownFrame(), 10) == 600);
    for (const protocol::ClientFrame& frame :
         {protocol::ClientFrame(protocol::UnknownFrame()), protocol::ClientFrame(protocol::GetTotals())}) {
        CHECK(answered(frame, large) == 1);
    }
}

TEST_CASE("a connection with too many refusals is closed")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    for (std::uint32_t i = 0; i < ConnectionGuard::refusalBurst; ++i) {
        ada.post(protocol::Join{ConversationId(99)});
    }
    world.turn();
    CHECK(world.closed.empty());
    world.pass(Milliseconds(1000));
    for (std::uint32_t i = 0; i < ConnectionGuard::refusalsPerSecond; ++i) {
        ada.post(protocol::Join{ConversationId(99)});
    }
    world.turn();
    CHECK_MESSAGE(world.closed.empty(), "waiting makes room for more refusals");
    ada.post(protocol::Join{ConversationId(99)});
    ada.post(protocol::GetTotals());
    world.turn();
    CHECK(world.closed.contains(ada.target.connection));
    CHECK(world.stats().sessions == 0);
    Client again(world, "ada");
    again.token = ada.token;
    again.hello();
}

TEST_CASE("large refused requests count more")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    const auto isClosedAfterOneMore = [&] {
        const protocol::ClientEnvelope envelope{world.freshRequest(), 0, protocol::Join{ConversationId(99)}};
        world.queue(Received{ada.target.connection, envelope, std::size_t{1} << 20U});
        world.turn();
        return world.closed.contains(ada.target.connection);
    };
    CHECK_FALSE(isClosedAfterOneMore());
    CHECK(isClosedAfterOneMore());
}

TEST_CASE("too much typing is not answered, but counts as refused")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 20; // room for two reports of typing
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    for (std::uint32_t i = 0; i < 2 + ConnectionGuard::refusalBurst; ++i) {
        CHECK(ada.ask(protocol::Typing{group}).empty());
    }
    CHECK(world.closed.empty());
    ada.post(protocol::Typing{group});
    world.turn();
    CHECK(world.closed.contains(ada.target.connection));
}

TEST_CASE("UTF-8 is checked strictly")
{
    for (const char* good : {"", "abc", "é", "中文", "😀", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
        CHECK(isValidUtf8(good));
    }
    for (const char* bad :
         {"\x80", "\xc3", "\xc0\xaf", "\xc1\x81", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\x80",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe4\xb8", "a\xff"}) {
        CHECK_FALSE(isValidUtf8(bad));
    }
}

} // namespace tidemark::server::bounds_test
