#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::channels_test {

using protocol::ErrorCode;

namespace {

struct Readers {
    HubWorld world;
    Client author{world, "author"};
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};

    Readers()
    {
        author.enter();
        ada.enter();
        phone.token = ada.token;
        phone.hello();
        bob.enter();
    }
    ConversationId makeChannel(const std::string& title)
    {
        return author.askState(protocol::CreateChannel{world.freshUuid(), title}).id;
    }
    void post(ConversationId channel, int messages)
    {
        for (int i = 0; i < messages; ++i) {
            author.send(channel, "news");
        }
    }
    [[nodiscard]] std::uint64_t feedOf(Client& client)
    {
        return client.ask<protocol::TotalsNow>(protocol::GetTotals{}).feed;
    }
    [[nodiscard]] static protocol::FeedSnapshot snapshotOf(const ConversationState& state)
    {
        return {state.id, state.logEpoch, state.generation, state.head};
    }
    [[nodiscard]] std::size_t entriesOf(ConversationId channel)
    {
        return world.store.conversations().find(channel)->head.value;
    }
};

TEST_CASE_FIXTURE(Readers, "a repeated request makes one channel, and only its creator posts")
{
    const protocol::CreateChannel request{world.freshUuid(), "Tide tables"};
    const ConversationState made = author.askState(request);
    CHECK(made.kind == ConversationKind::Channel);
    CHECK(made.title == "Tide tables");
    CHECK(made.role == Role::Owner);
    CHECK(author.askState(request) == made);
    CHECK(author.refused(protocol::CreateChannel{world.freshUuid(), ""}) == ErrorCode::TitleInvalid);
    CHECK(author.refused(protocol::CreateChannel{{}, "x"}) == ErrorCode::Malformed);
    author.target.connection = world.connect();
    author.hello();
    CHECK(ada.askState(protocol::Follow{made.id}).role == Role::Member);
    CHECK(ada.refused(ada.message(made.id, "me too")) == ErrorCode::NotAllowed);
    CHECK(bob.refused(bob.message(made.id, "and me")) == ErrorCode::NotMember);
    CHECK(author.send(made.id, "high water at noon").seq == Seq(2));
    CHECK(ada.refused(protocol::Leave{made.id}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::AddMember{made.id, "bob"}) == ErrorCode::NotAllowed);
    CHECK(bob.refused(protocol::Join{made.id}) == ErrorCode::NoSuchConversation);
}

TEST_CASE_FIXTURE(Readers, "channels are found by part of their title, the newest first")
{
    const ConversationId tides = makeChannel("Tide Tables");
    const ConversationId marks = makeChannel("marks of the tide");
    makeChannel("Weather");
    author.createGroup("tide group");
    ada.askState(protocol::Follow{tides});
    const auto found = bob.ask<protocol::FoundChannels>(protocol::FindChannels{"TIDE", 0});
    CHECK(found.channels
          == std::vector<protocol::FoundChannel>{{marks, "marks of the tide", 1}, {tides, "Tide Tables", 2}});
    CHECK(bob.ask<protocol::FoundChannels>(protocol::FindChannels{"", 2}).channels.size() == 2);
    CHECK(bob.ask<protocol::FoundChannels>(protocol::FindChannels{"100%", 0}).channels.empty());
    for (int i = 0; i < 60; ++i) {
        makeChannel("more " + std::to_string(i));
    }
    CHECK(bob.ask<protocol::FoundChannels>(protocol::FindChannels{"", 1000}).channels.size()
          == protocol::FindChannels::maxChannels);
    CHECK(bob.refused(protocol::FindChannels{std::string(201, 'x'), 0}) == ErrorCode::TitleInvalid);
    ada.askState(protocol::CreateChannel{world.freshUuid(), "B\xc3\xa4r"});
    for (const char* text : {"B\xc3\xa4r", "Ba\xcc\x88r"}) {
        CHECK_MESSAGE(bob.ask<protocol::FoundChannels>(protocol::FindChannels{text, 0}).channels.size() == 1,
                      "both forms of the accent find the channel");
    }
}

TEST_CASE_FIXTURE(Readers, "I5: following begins at the head and leaves nothing in the log")
{
    const ConversationId channel = makeChannel("news");
    post(channel, 5);
    const std::size_t entries = entriesOf(channel);
    author.pushes();
    const ConversationState followed = ada.askState(protocol::Follow{channel});
    CHECK(followed.isMember);
    CHECK(followed.floor == followed.head);
    CHECK(followed.feedUnread == 0);
    CHECK(ada.askState(protocol::Follow{channel}) == followed);
    CHECK(phone.pushed<protocol::States>().front().states == std::vector{followed});
    post(channel, 2);
    CHECK(feedOf(ada) == 2);
    const ConversationState left = ada.askState(protocol::Unfollow{channel});
    CHECK_FALSE(left.isMember);
    CHECK(left.feedUnread == 0);
    CHECK_MESSAGE(feedOf(ada) == 0, "a channel that ada left counts no longer");
    post(channel, 3);
    const ConversationState again = ada.askState(protocol::Follow{channel});
    CHECK(again.generation > followed.generation);
    CHECK(again.feedUnread == 0);
    CHECK(again.feedSnapshot == Seq());
    CHECK(entriesOf(channel) == entries + 5);
    CHECK_MESSAGE(author.pushes().empty(), "the author gets no push for a follower");
    CHECK(bob.refused(protocol::Unfollow{channel}) == ErrorCode::NotMember);
    const ConversationId group = author.createGroup("group", {"ada"});
    CHECK(ada.refused(protocol::Follow{group}) == ErrorCode::NoSuchConversation);
    CHECK(ada.refused(protocol::Unfollow{group}) == ErrorCode::NoSuchConversation);
    CHECK(ada.refused(protocol::Follow{ConversationId(999)}) == ErrorCode::NoSuchConversation);
}

TEST_CASE_FIXTURE(Readers, "the feed counts the messages of others above the snapshot that are not recalled")
{
    const ConversationId channel = makeChannel("news");
    ada.askState(protocol::Follow{channel});
    post(channel, 4);
    CHECK(ada.state(channel).feedUnread == 4);
    CHECK_MESSAGE(feedOf(author) == 0, "own posts never count");
    author.recall(channel, Seq(3));
    CHECK(feedOf(ada) == 3);
    const auto totals = ada.ask<protocol::TotalsNow>(protocol::GetTotals{});
    CHECK(totals.unread == 0);
    CHECK(totals.conversations == 0);
    CHECK(ada.state(channel).counts.unread == 3);
    ada.read(channel, 4);
    CHECK_MESSAGE(feedOf(ada) == 3, "reading moves the cursor, not the snapshot");
    CHECK(audit(world.store).empty());
}

TEST_CASE("expired messages count in no feed, whether read or not")
{
    constexpr Milliseconds day{std::int64_t{24} * 3600000};
    HubConfig config = HubWorld::openConfig();
    config.retention.unreadExpiresAfter = 7 * day;
    HubWorld world(config);
    Client author(world, "author");
    Client ada(world, "ada");
    Client bob(world, "bob");
    for (Client* one : {&author, &ada, &bob}) {
        one->enter();
    }
    const ConversationId channel = author.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
    for (Client* one : {&ada, &bob}) {
        one->askState(protocol::Follow{channel});
    }
    const auto feedOf = [](Client& client) {
        return client.ask<protocol::TotalsNow>(protocol::GetTotals{}).feed;
    };
    for (int i = 0; i < 10; ++i) {
        author.send(channel, "news");
    }
    ada.read(channel, 11);
    world.pass(3 * day);
    author.send(channel, "newer");
    CHECK(feedOf(ada) == 11);
    CHECK(feedOf(bob) == 11);
    world.pass(4 * day);
    ada.pushes();
    CHECK_MESSAGE(feedOf(ada) == 1, "ada has read the channel");
    CHECK_MESSAGE(feedOf(bob) == 1, "bob has not read the channel");
    const auto pushed = ada.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0].states.at(0).feedUnread == 1);
    CHECK(ada.state(channel).counts.unread == 1);
    ada.read(channel, 12);
    world.pass(3 * day);
    CHECK(feedOf(ada) == 0);
    CHECK(feedOf(bob) == 0);
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Readers, "a muted or archived channel keeps its badge and is not in the feed's number")
{
    const ConversationId channel = makeChannel("news");
    const Generation generation = ada.askState(protocol::Follow{channel}).generation;
    post(channel, 2);
    ada.askState(protocol::SetSettings{channel, generation, {true, false, false}});
    CHECK(feedOf(ada) == 0);
    CHECK(ada.ask<protocol::TotalsNow>(protocol::GetTotals{}).mutedUnread == 0);
    CHECK(ada.state(channel).counts.unread == 2);
    ada.askState(protocol::SetSettings{channel, generation, {false, true, false}});
    CHECK(feedOf(ada) == 0);
    ada.askState(protocol::SetSettings{channel, generation, {}});
    CHECK(feedOf(ada) == 2);
}

TEST_CASE_FIXTURE(Readers, "opening resets all channels in one step, on the other devices by one frame")
{
    protocol::OpenFeed open;
    std::vector<ConversationId> channels;
    for (int i = 0; i < 300; ++i) {
        channels.push_back(makeChannel("channel " + std::to_string(i)));
        ada.askState(protocol::Follow{channels.back()});
        post(channels.back(), 1);
        open.snapshots.push_back(snapshotOf(ada.state(channels.back())));
    }
    CHECK(feedOf(ada) == 300);
    ada.pushes();
    phone.pushes();
    std::size_t received = 0;
    for (const protocol::ServerFrame& answer : ada.ask(open)) {
        received += std::get<protocol::States>(answer).states.size();
    }
    CHECK(received == 300);
    CHECK(feedOf(ada) == 0);
    CHECK(ada.pushes().empty());
    const auto pushed = phone.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front().states.size() == 300);
    CHECK(pushed.front().states.front().feedUnread == 0);
    CHECK(ada.state(channels.front()).counts.unread == 1);
    ada.ask(open);
    CHECK_MESSAGE(phone.pushes().empty(), "a repeated snapshot changes nothing");
    CHECK(audit(world.store).empty());
}

TEST_CASE_FIXTURE(Readers, "snapshots only rise, within their log and membership")
{
    const ConversationId channel = makeChannel("news");
    const ConversationState first = ada.askState(protocol::Follow{channel});
    post(channel, 3);
    const ConversationState known = ada.state(channel);
    post(channel, 2);
    const auto open = [&](protocol::FeedSnapshot one) { return ada.askState(protocol::OpenFeed{{one}}); };
    CHECK_MESSAGE(open(snapshotOf(known)).feedUnread == 2, "posts unknown to the device stay counted");
    const std::uint64_t version = ada.state(channel).version;
    CHECK(open(snapshotOf(first)).feedUnread == 2);
    protocol::FeedSnapshot wrong = snapshotOf(ada.state(channel));
    SUBCASE("beyond the head")
    {
        wrong.head = next(wrong.head);
    }
    SUBCASE("a snapshot of another log")
    {
        wrong.logEpoch = LogEpoch(wrong.logEpoch.value + 1);
    }
    SUBCASE("a snapshot of another membership")
    {
        wrong.generation = Generation(wrong.generation.value + 1);
    }
    CHECK(open(wrong).feedUnread == 2);
    CHECK(ada.state(channel).version == version);
    CHECK(bob.ask<protocol::States>(protocol::OpenFeed{{wrong}}).states.empty());
}

TEST_CASE_FIXTURE(Readers, "I9: the digest notifies a device that missed the opening")
{
    const ConversationId channel = makeChannel("news");
    ada.askState(protocol::Follow{channel});
    post(channel, 3);
    const HeldState held = heldOf(phone.state(channel));
    ada.askState(protocol::OpenFeed{{snapshotOf(ada.state(channel))}});
    CHECK_FALSE(phone.ask<protocol::HeartbeatAck>(protocol::Heartbeat{digestOf({held})}).agree);
    CHECK(phone.askState(protocol::Sync{{held}}).feedUnread == 0);
}

TEST_CASE_FIXTURE(Readers, "only the owner of a channel learns its followers")
{
    const ConversationId channel = makeChannel("news");
    ada.askState(protocol::Follow{channel});
    bob.askState(protocol::Follow{channel});
    post(channel, 1);
    bob.read(channel, 2);
    CHECK(ada.refused(protocol::GetMembers{channel}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::GetReaders{channel, Seq(2)}) == ErrorCode::NotAllowed);
    CHECK(author.ask<protocol::Members>(protocol::GetMembers{channel}).memberCount == 3);
    CHECK(author.ask<protocol::Readers>(protocol::GetReaders{channel, Seq(2)}).users.size() == 1);
    ada.pushes();
    author.pushes();
    bob.post(protocol::Typing{channel});
    world.turn();
    CHECK(ada.pushes().empty());
    CHECK(author.pushes().empty());
}

} // namespace

} // namespace tidemark::server::channels_test
