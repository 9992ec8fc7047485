#include "tests/sync/device.h"

namespace tidemark::test::avatars_test {
namespace {

using protocol::ErrorCode;

const AvatarPlace bobInGroup{ConversationId(7), bob};
const AvatarOwner bobHimself{.user = bob};

BlobHash hashOf(std::uint8_t number)
{
    BlobHash made;
    made.bytes.fill(number);
    return made;
}

Avatar face(std::uint64_t version)
{
    return {bobHimself, version, hashOf(static_cast<std::uint8_t>(version)), 100};
}

input::WantAvatar want(const AvatarPlace& place)
{
    return {place.conversation, place.user};
}

Device online()
{
    Device device;
    device.comesOnline({});
    device.catchesUp({});
    return device;
}

TEST_CASE("an avatar is asked for when it is shown, once for some minutes, and stored")
{
    Device device = online();
    device.does(want(bobInGroup));
    CHECK(device.sends<protocol::GetAvatars>() == protocol::GetAvatars{{bobInGroup}});
    device.answers(protocol::Avatars{{face(1)}});
    CHECK(device.changes<change::AvatarsChanged>().at(0).avatars == std::vector{face(1)});
    CHECK(device.writes<write::PutAvatars>() == 1);
    device.does(want(bobInGroup));
    device.sendsNothing();
    device.waits(Milliseconds(5 * 60 * 1000));
    device.does(want(bobInGroup));
    device.sends<protocol::GetAvatars>();
    device.answers(protocol::Avatars{{face(1)}});
    CHECK_MESSAGE(device.changes<change::AvatarsChanged>().empty(), "nothing has changed");
    CHECK(device.writes<write::PutAvatars>() == 0);
    device.restarts();
    REQUIRE(device.engine().avatar(bobHimself) != nullptr);
    CHECK(*device.engine().avatar(bobHimself) == face(1));
}

TEST_CASE("what is wanted while an answer is awaited goes in one request")
{
    Device device = online();
    device.does(want(bobInGroup));
    device.sends<protocol::GetAvatars>();
    device.does(want({ConversationId(7), carol}));
    device.does(want({ConversationId(8), {}}));
    device.does(want({ConversationId(8), {}}));
    device.sendsNothing();
    device.answers(protocol::Avatars{});
    CHECK(device.sends<protocol::GetAvatars>()
          == protocol::GetAvatars{{{ConversationId(7), carol}, {ConversationId(8), {}}}});
}

TEST_CASE("what was shown is asked for again on the next connection")
{
    Device device = online();
    device.does(want(bobInGroup));
    device.sends<protocol::GetAvatars>();
    device.answers(protocol::Avatars{{face(1)}});
    device.losesConnection();
    device.comesOnline({});
    CHECK(device.sends<protocol::GetAvatars>() == protocol::GetAvatars{{bobInGroup}});
    device.answers(protocol::Avatars{{face(2)}});
    CHECK(*device.engine().avatar(bobHimself) == face(2));
}

TEST_CASE("what is wanted offline is asked for later, and an avatar that cannot be seen stays as it was")
{
    Device device = online();
    device.receives(protocol::Avatars{{face(1)}});
    device.losesConnection();
    device.does(want(bobInGroup));
    device.sendsNothing();
    device.comesOnline({});
    device.sends<protocol::GetAvatars>();
    device.answers(protocol::Avatars{});
    CHECK(*device.engine().avatar(bobHimself) == face(1));
}

TEST_CASE("pushes replace and remove an avatar, and strange ones are ignored")
{
    Device device = online();
    device.receives(protocol::Avatars{{face(1)}});
    device.receives(protocol::Avatars{{Avatar{bobHimself, 2, {}, 0}}});
    CHECK_FALSE(device.engine().avatar(bobHimself)->hash.isValid());
    const AvatarOwner both{bob, ConversationId(7)};
    device.receives(protocol::Avatars{{Avatar{both, 1, hashOf(1), 1}, Avatar{{}, 1, hashOf(1), 1}}});
    CHECK(device.changes<change::AvatarsChanged>().empty());
    device.receives(protocol::Avatars{{Avatar{{.user = carol}, 0, {}, 0}}});
    CHECK_MESSAGE(device.engine().avatar({.user = carol}) == nullptr, "there is nothing to remember");
}

TEST_CASE("a busy server is asked again, and one without avatars is left alone")
{
    Device device = online();
    device.does(want(bobInGroup));
    device.sends<protocol::GetAvatars>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(3000));
    device.sendsNothing();
    device.waits(Milliseconds(3000));
    device.sends<protocol::GetAvatars>();
    device.isRefused(ErrorCode::Unsupported);
    device.does(want({ConversationId(7), carol}));
    device.sendsNothing();
}

TEST_CASE("a new avatar is set by a command, which fails at once offline")
{
    Device device = online();
    const input::SetAvatar request{CommandId(3), {}, hashOf(9), 100, "image/png", 64};
    device.does(request);
    CHECK(device.sends<protocol::SetAvatar>()
          == protocol::SetAvatar{{}, hashOf(9), 100, "image/png", 64, 64});
    const Avatar own{{.user = me.id}, 1, hashOf(9), 100};
    device.answers(protocol::Avatars{{own}});
    CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    CHECK(*device.engine().avatar({.user = me.id}) == own);
    device.losesConnection();
    device.does(request);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::Unavailable);
}

} // namespace
} // namespace tidemark::test::avatars_test
