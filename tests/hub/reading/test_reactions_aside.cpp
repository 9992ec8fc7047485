#include "core/base/random.h"
#include "tests/hub/hub_world.h"

#include <array>
#include <sstream>

namespace tidemark::server::reactions_aside_test {

namespace {

MessageUuid uuidFrom(SplitMix64& random)
{
    MessageUuid uuid;
    for (std::uint8_t& byte : uuid.bytes) {
        byte = static_cast<std::uint8_t>(random.next());
    }
    uuid.bytes[0] = 1;
    return uuid;
}

/// Three users in a group do the same things in the order of `seed`, with reactions in between or without.
struct Run {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    std::array<Client*, 3> users{&ada, &bob, &cat};
    ConversationId group;
    LogEpoch epoch;
    SplitMix64 random;
    SplitMix64 aside;

    explicit Run(std::uint64_t seed) : random(seed), aside(seed ^ 0x4eac7U)
    {
        for (Client* user : users) {
            user->enter();
        }
        group = ada.createGroup("group", {"bob", "cat"});
        epoch = ada.state(group).logEpoch;
    }

    [[nodiscard]] std::uint64_t head() { return world.store.conversations().find(group)->head.value; }

    void act()
    {
        Client& user = *users.at(random.below(users.size()));
        const Seq any(1 + random.below(head()));
        switch (random.below(8)) {
        case 0:
            user.ask(protocol::Send{group, uuidFrom(random), {}, content::Recall{any}});
            return;
        case 1:
            user.ask(protocol::Send{group, uuidFrom(random), {}, content::Edit{any, "changed"}});
            return;
        case 2:
        case 3:
            user.read(group, any.value);
            return;
        case 4:
            user.ask(protocol::MarkUnread{group, user.state(group).generation, any, uuidFrom(random)});
            return;
        default:
            user.ask(protocol::Send{group, uuidFrom(random), {}, content::Message{"said"}});
        }
    }

    void react()
    {
        Client& user = *users.at(aside.below(users.size()));
        if (aside.below(5) == 0) {
            const ConversationState state = user.state(group);
            user.ask(protocol::SeeReactions{group, epoch, state.generation, state.reactionHead});
        } else {
            const char* emoji = aside.below(2) == 0 ? "\U0001F44D" : "\u2764\uFE0F";
            user.ask(protocol::React{group, epoch, Seq(1 + aside.below(head())), emoji, aside.below(3) != 0,
                                     uuidFrom(aside)});
        }
    }

    /// Everything about the group but its reactions. A version counts changes of reactions too.
    [[nodiscard]] std::string digest()
    {
        std::ostringstream out;
        const auto conversation = world.store.conversations().find(group);
        out << conversation->head.value << ' ' << conversation->headCountable << ' '
            << conversation->lastActivity.value << '\n';
        for (Client* user : users) {
            const ConversationState state = user->state(group);
            out << state.head.value << ' ' << state.cursor.epoch << ' ' << state.cursor.readSeq.value << ' '
                << state.counts.unread << ' ' << state.counts.mentions << ' ' << state.firstUnread.value
                << ' ' << state.floor.value << ' ' << state.lastActivity.value << ' '
                << state.seenByOthers.value << ' ' << state.deliveredToOthers.value << ' '
                << user->ask<protocol::TotalsNow>(protocol::GetTotals{}).unread << '\n';
            for (const Entry& entry : user->pullAll(group)) {
                out << entry.seq.value << ' ' << entry.author.value << ' ' << entry.at.value << ' '
                    << static_cast<int>(entry.kind()) << ' ' << textOf(entry) << ' ' << isRecalled(entry)
                    << '\n';
            }
        }
        return out.str();
    }
};

} // namespace

TEST_CASE("R-I1: a history with reactions differs from the same one without in nothing but reactions")
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        Run with(seed);
        Run without(seed);
        for (int step = 0; step < 120; ++step) {
            with.act();
            without.act();
            with.react();
            with.world.pass(Milliseconds(500));
            without.world.pass(Milliseconds(500));
        }
        REQUIRE(with.world.store.conversations().find(with.group)->reactionHead > ReactionSeq(20));
        REQUIRE(with.digest() == without.digest());
    }
}

} // namespace tidemark::server::reactions_aside_test
