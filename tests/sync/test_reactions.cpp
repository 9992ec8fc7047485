#include "tests/sync/device.h"

namespace tidemark::test::reactions_test {
namespace {

using protocol::ErrorCode;
using Counts = std::vector<ReactionCount>;

const std::string thumb = "\U0001F44D";
const std::string heart = "\u2764\uFE0F";

/// A device that holds a chat of three messages.
struct Reacting {
    Chat chat{7};
    Device device;

    Reacting()
    {
        chat.talks(bob, 3);
        comesOnline();
    }
    void comesOnline()
    {
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    void reacts(Seq target, const std::string& emoji, bool on, std::uint64_t number, CommandId command = {})
    {
        device.does(input::React{command, chat.id, target, emoji, on, uuidOf(number)});
    }
    /// The server has changed something in the side log.
    [[nodiscard]] protocol::Notify changes(std::uint64_t head)
    {
        chat.reactionHead = ReactionSeq(head);
        return {{{chat.id, chat.epoch, chat.head(), chat.reactionHead}}};
    }
    [[nodiscard]] protocol::Reactions reactions(std::uint64_t after, std::uint64_t through,
                                                std::vector<MessageReactions> messages) const
    {
        return {chat.id,           chat.epoch,         ReactionSeq(after), ReactionSeq(through),
                chat.reactionHead, std::move(messages)};
    }
    [[nodiscard]] Counts stored(std::uint64_t seq) const
    {
        const auto found = device.store().reactions().find({chat.id, Seq(seq)});
        return found == device.store().reactions().end() ? Counts() : found->second;
    }
    [[nodiscard]] const ReactionState& state() const { return device.in(chat).reactions; }
};

TEST_CASE_FIXTURE(Reacting, "a change is pulled, and R-I1: nothing else of the conversation moves")
{
    const LocalConversation before = device.in(chat);
    device.receives(changes(4));
    const auto pull = device.sends<protocol::PullReactions>();
    CHECK(pull.after == ReactionSeq());
    device.answers(reactions(0, 4, {{Seq(2), Counts{{thumb, 2, false}}}}));
    CHECK(stored(2) == Counts{{thumb, 2, false}});
    CHECK(device.changes<change::ReactionsChanged>().at(0).messages == std::vector{Seq(2)});
    LocalConversation after = device.in(chat);
    CHECK(after.reactions.through == ReactionSeq(4));
    after.reactions = before.reactions;
    CHECK(after == before);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting,
                  "a repeated or late push pulls nothing, and a newer one during a pull pulls again")
{
    device.receives(changes(4));
    device.sends<protocol::PullReactions>();
    const RequestId first = device.lastRequest();
    device.receives(changes(6));
    device.sendsNothing();
    device.receives(reactions(0, 4, {}), first);
    CHECK(device.sends<protocol::PullReactions>().after == ReactionSeq(4));
    device.answers(reactions(4, 6, {}));
    device.receives(changes(5));
    device.sendsNothing();
    CHECK(state().head == ReactionSeq(6));
}

TEST_CASE_FIXTURE(Reacting, "an answer that does not join on is stored, and what lies between is pulled")
{
    reacts(Seq(1), thumb, true, 900);
    device.sends<protocol::React>();
    chat.reactionHead = ReactionSeq(5);
    device.answers(reactions(4, 5, {{Seq(1), Counts{{thumb, 1, true}}}}));
    CHECK(stored(1) == Counts{{thumb, 1, true}});
    CHECK(state().through == ReactionSeq());
    CHECK(device.sends<protocol::PullReactions>().after == ReactionSeq());
}

TEST_CASE_FIXTURE(Reacting, "an answer that arrives late is followed by another pull of what changed since")
{
    reacts(Seq(1), thumb, true, 900);
    device.sends<protocol::React>();
    const RequestId late = device.lastRequest();
    device.receives(changes(6));
    device.sends<protocol::PullReactions>();
    device.answers(reactions(0, 6, {{Seq(1), Counts{{thumb, 2, true}}}}));
    protocol::Reactions old = reactions(4, 5, {{Seq(1), Counts{{thumb, 1, true}}}});
    old.head = ReactionSeq(5);
    device.receives(old, late);
    CHECK(device.sends<protocol::PullReactions>().after == ReactionSeq(5));
    device.answers(reactions(5, 6, {{Seq(1), Counts{{thumb, 2, true}}}}));
    CHECK(stored(1) == Counts{{thumb, 2, true}});
    device.sendsNothing();
}

TEST_CASE("a new device pulls no old changes, since pages bring their reactions")
{
    Chat chat{7};
    chat.talks(bob, 3);
    chat.reactionHead = ReactionSeq(40);
    Device device;
    device.comesOnline({&chat});
    auto pull = device.sends<protocol::Pull>();
    protocol::Range range = chat.answer(pull);
    range.reactions = {{Seq(2), Counts{{thumb, 1, false}}}};
    device.answers(range);
    device.sendsNothing();
    CHECK(device.in(chat).reactions.through == ReactionSeq(40));
    CHECK(device.store().reactions().at({chat.id, Seq(2)}) == Counts{{thumb, 1, false}});
    CHECK(device.store().reactions().at({chat.id, Seq(3)}).empty());
}

TEST_CASE_FIXTURE(Reacting,
                  "I13: a reaction made offline survives the death of the program and is sent once online")
{
    device.losesConnection();
    reacts(Seq(2), thumb, true, 900, CommandId(5));
    CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    CHECK(device.writes<write::PutPendingReaction>() == 1);
    CHECK_FALSE(device.engine().isFlushed());
    device.restarts();
    device.comesOnline({&chat});
    const auto react = device.sends<protocol::React>();
    CHECK(react == protocol::React{chat.id, chat.epoch, Seq(2), thumb, true, uuidOf(900)});
    chat.reactionHead = ReactionSeq(1);
    device.answers(reactions(0, 1, {{Seq(2), Counts{{thumb, 1, true}}}}));
    CHECK(device.writes<write::ErasePendingReaction>() == 1);
    CHECK(device.engine().isFlushed());
    device.restarts();
    comesOnline();
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting, "the last wish for a reaction wins, also while an earlier one is on its way")
{
    reacts(Seq(2), thumb, true, 900);
    device.sends<protocol::React>();
    const RequestId first = device.lastRequest();
    reacts(Seq(2), thumb, false, 901);
    device.sendsNothing();
    chat.reactionHead = ReactionSeq(1);
    device.receives(reactions(0, 1, {{Seq(2), Counts{{thumb, 1, true}}}}), first);
    const auto off = device.sends<protocol::React>();
    CHECK_FALSE(off.on);
    CHECK(off.uuid == uuidOf(901));
    chat.reactionHead = ReactionSeq(2);
    device.answers(reactions(1, 2, {{Seq(2), {}}}));
    CHECK(stored(2).empty());
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Reacting,
                  "a lost answer leads to the same request, a refusal takes the reaction away and says so")
{
    reacts(Seq(2), thumb, true, 900, CommandId(5));
    const auto first = device.sends<protocol::React>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(3000));
    device.waits(Milliseconds(2999));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    CHECK(device.sends<protocol::React>() == first);
    device.isRefused(ErrorCode::TooManyReactions);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::TooManyReactions);
    CHECK(device.changes<change::ReactionRefused>().at(0).target == Seq(2));
    CHECK(device.engine().isFlushed());
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting, "a command whose connection is lost is done, because the reaction is kept")
{
    reacts(Seq(2), thumb, true, 900, CommandId(5));
    device.sends<protocol::React>();
    device.losesConnection();
    CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::React>().uuid == uuidOf(900));
}

TEST_CASE_FIXTURE(Reacting,
                  "a reaction to nothing, and one in a conversation that was left, is refused at once")
{
    reacts(Seq(9), thumb, true, 900, CommandId(5));
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NoSuchEntry);
    device.sendsNothing();
    chat.leaves();
    device.receives(chat.states());
    reacts(Seq(2), thumb, true, 901, CommandId(6));
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NotMember);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting, "unread reactions are the server's number, and seeing them is a durable intent")
{
    const Totals before = device.engine().totals();
    chat.reactionHead = ReactionSeq(3);
    chat.unreadReactions = 2;
    ++chat.version;
    device.receives(chat.states());
    device.sends<protocol::PullReactions>();
    device.answers(reactions(0, 3, {}));
    CHECK(shownUnread(state()) == 2);
    CHECK_MESSAGE(device.engine().totals() == before, "they are in no total");
    device.losesConnection();
    device.does(input::SeeReactions{CommandId(5), chat.id});
    CHECK(shownUnread(state()) == 0);
    CHECK_FALSE(device.engine().isFlushed());
    device.restarts();
    CHECK(shownUnread(state()) == 0);
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::SeeReactions>()
          == protocol::SeeReactions{chat.id, chat.epoch, chat.generation, ReactionSeq(3)});
    chat.reactionsSeen = ReactionSeq(3);
    chat.unreadReactions = 0;
    ++chat.version;
    device.answers(chat.states());
    CHECK(device.engine().isFlushed());
    CHECK(shownUnread(state()) == 0);
    device.does(input::SeeReactions{CommandId(6), chat.id});
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting,
                  "seeing that another device did takes the number away here, and R-I2: it never comes back")
{
    chat.reactionHead = ReactionSeq(3);
    chat.unreadReactions = 2;
    ++chat.version;
    device.receives(chat.states());
    device.sends<protocol::PullReactions>();
    device.answers(reactions(0, 3, {}));
    const protocol::States stale = chat.states();
    chat.reactionsSeen = ReactionSeq(3);
    chat.unreadReactions = 0;
    ++chat.version;
    device.receives(chat.states());
    CHECK(shownUnread(state()) == 0);
    device.receives(stale);
    CHECK(shownUnread(state()) == 0);
}

TEST_CASE_FIXTURE(Reacting, "R-I5: equal stamps with another number of unread reactions are reported")
{
    protocol::States other = chat.states();
    other.states.front().unreadReactions = 5;
    device.receives(other);
    CHECK(device.changes<change::Mismatch>().size() == 1);
}

TEST_CASE_FIXTURE(Reacting, "Hello and heartbeat carry the digest of the newest changes heard of")
{
    device.receives(changes(4));
    device.sends<protocol::PullReactions>();
    device.losesConnection();
    device.waits(Milliseconds(60000));
    device.connects();
    CHECK(device.sends<protocol::Hello>().reactions
          == digestOfReactions({{chat.id, chat.epoch, ReactionSeq(4)}}));
}

TEST_CASE_FIXTURE(Reacting, "a large conversation is pulled only while it is looked at")
{
    chat.memberCount = 1000;
    ++chat.version;
    chat.reactionHead = ReactionSeq(3);
    device.receives(chat.states());
    device.sendsNothing();
    device.does(input::LookAt{chat.id});
    CHECK(device.sends<protocol::PullReactions>().after == ReactionSeq());
    device.answers(reactions(0, 3, {{Seq(2), Counts{{heart, 5, false}}}}));
    CHECK(stored(2) == Counts{{heart, 5, false}});
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Reacting, "I14: another log takes the reactions and the wishes for its messages with it")
{
    device.receives(changes(4));
    device.sends<protocol::PullReactions>();
    device.answers(reactions(0, 4, {{Seq(2), Counts{{thumb, 2, false}}}}));
    device.losesConnection();
    reacts(Seq(2), heart, true, 900);
    chat.losesLogAfter(Seq(1), LogEpoch(99));
    chat.reactionHead = ReactionSeq(2);
    device.comesOnline({&chat});
    CHECK(device.sends<protocol::PullReactions>().after == ReactionSeq());
    device.answers(reactions(0, 2, {}));
    device.catchesUp({&chat});
    CHECK(stored(2).empty());
    CHECK(device.engine().isFlushed());
    CHECK(state().head == ReactionSeq(2));
}

} // namespace
} // namespace tidemark::test::reactions_test
