#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/file_world.h"

#include <string>
#include <vector>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

struct AvatarsWorld : FileWorld {
    static protocol::SetAvatar request(ConversationId conversation, const Attachment& file)
    {
        return {conversation, file.hash, file.size, "image/png", 64, 64};
    }
    Avatar set(Client& by, const std::string& bytes, ConversationId conversation = {})
    {
        return only(by.ask<protocol::Avatars>(request(conversation, by.upload(bytes))));
    }
    static Avatar only(const protocol::Avatars& answer)
    {
        REQUIRE(answer.avatars.size() == 1);
        return answer.avatars.front();
    }
    static std::vector<Avatar> seen(Client& by, ConversationId conversation, UserId user)
    {
        return by.ask<protocol::Avatars>(protocol::GetAvatars{{{conversation, user}}}).avatars;
    }
    static protocol::ServerFrame fetch(Client& by, ConversationId conversation, UserId user,
                                       std::uint64_t version)
    {
        const auto answers = by.askFiles(protocol::GetBlob{conversation, {}, 0, 0, 0, user, version});
        REQUIRE(answers.size() == 1);
        return answers.front();
    }
    static std::string bytesOf(const protocol::ServerFrame& answer)
    {
        const auto* part = std::get_if<protocol::BlobPart>(&answer);
        return part == nullptr ? "refused" : std::string(part->bytes);
    }
};

} // namespace

TEST_SUITE("avatars")
{
    TEST_CASE("a user's avatar is seen and fetched by those who share a conversation, and by nobody else")
    {
        AvatarsWorld avatars;
        const Avatar set = avatars.set(avatars.ann, "face");
        CHECK(set.version == 1);
        CHECK(set.owner == AvatarOwner{.user = avatars.ann.user});
        CHECK(AvatarsWorld::seen(avatars.ann, {}, {}) == std::vector{set});
        CHECK(AvatarsWorld::seen(avatars.bob, avatars.group, avatars.ann.user) == std::vector{set});
        CHECK(AvatarsWorld::bytesOf(AvatarsWorld::fetch(avatars.bob, avatars.group, avatars.ann.user, 1))
              == "face");
        CHECK(AvatarsWorld::bytesOf(AvatarsWorld::fetch(avatars.ann, {}, {}, 1)) == "face");
        CHECK(AvatarsWorld::seen(avatars.eve, avatars.group, avatars.ann.user).empty());
        CHECK(AvatarsWorld::seen(avatars.eve, {}, avatars.ann.user).empty());
        CHECK(AvatarsWorld::codeOf(AvatarsWorld::fetch(avatars.eve, {}, avatars.ann.user, 1))
              == ErrorCode::NoSuchEntry);
        CHECK(AvatarsWorld::codeOf(AvatarsWorld::fetch(avatars.eve, avatars.group, avatars.ann.user, 1))
              == ErrorCode::NotMember);
        const ConversationId direct = avatars.eve.askState(protocol::OpenDirect{"ann"}).id;
        CHECK(AvatarsWorld::seen(avatars.eve, direct, avatars.ann.user) == std::vector{set});
    }

    TEST_CASE("followers of a channel see its owner's avatar, and not each other's")
    {
        AvatarsWorld avatars;
        const ConversationId channel =
            avatars.ann.askState(protocol::CreateChannel{avatars.world.freshUuid(), "news"}).id;
        avatars.bob.askState(protocol::Follow{channel});
        avatars.eve.askState(protocol::Follow{channel});
        const Avatar ofAnn = avatars.set(avatars.ann, "ann");
        const Avatar ofBob = avatars.set(avatars.bob, "bob");
        CHECK(AvatarsWorld::seen(avatars.eve, channel, avatars.ann.user) == std::vector{ofAnn});
        CHECK(AvatarsWorld::seen(avatars.ann, channel, avatars.bob.user) == std::vector{ofBob});
        CHECK(AvatarsWorld::seen(avatars.eve, channel, avatars.bob.user).empty());
        CHECK(AvatarsWorld::seen(avatars.eve, channel, {}).empty());
    }

    TEST_CASE(
        "any member changes the group's avatar, like its title, and former members lose the sight of it")
    {
        AvatarsWorld avatars;
        const Avatar set = avatars.set(avatars.bob, "sign", avatars.group);
        CHECK(set.owner == AvatarOwner{.conversation = avatars.group});
        CHECK(AvatarsWorld::seen(avatars.ann, avatars.group, {}) == std::vector{set});
        CHECK(avatars.eve.refused(AvatarsWorld::request(avatars.group, avatars.eve.upload("mine")))
              == ErrorCode::NotMember);
        const ConversationId direct = avatars.ann.askState(protocol::OpenDirect{"bob"}).id;
        CHECK(avatars.ann.refused(AvatarsWorld::request(direct, avatars.ann.upload("two")))
              == ErrorCode::NotAllowed);
        avatars.bob.askState(protocol::Leave{avatars.group});
        CHECK(AvatarsWorld::seen(avatars.bob, avatars.group, {}).empty());
        CHECK(AvatarsWorld::codeOf(AvatarsWorld::fetch(avatars.bob, avatars.group, {}, 1))
              == ErrorCode::NotMember);
        CHECK_MESSAGE(AvatarsWorld::seen(avatars.ann, avatars.group, avatars.bob.user).empty(),
                      "who has left is not seen there");
    }

    TEST_CASE("the version rises with each change and never with a repetition")
    {
        AvatarsWorld avatars;
        const Attachment face = avatars.ann.upload("face");
        const protocol::SetAvatar request = AvatarsWorld::request({}, face);
        const Avatar first = AvatarsWorld::only(avatars.ann.ask<protocol::Avatars>(request));
        CHECK(AvatarsWorld::only(avatars.ann.ask<protocol::Avatars>(request)) == first);
        CHECK(avatars.set(avatars.ann, "other").version == 2);
        const Avatar removed = AvatarsWorld::only(avatars.ann.ask<protocol::Avatars>(protocol::SetAvatar{}));
        CHECK(removed == Avatar{.owner = first.owner, .version = 3});
        CHECK(AvatarsWorld::only(avatars.ann.ask<protocol::Avatars>(protocol::SetAvatar{})) == removed);
        CHECK(avatars.set(avatars.ann, "face").version == 4);
        CHECK_MESSAGE(AvatarsWorld::codeOf(AvatarsWorld::fetch(avatars.ann, {}, {}, 1))
                          == ErrorCode::NoSuchEntry,
                      "an old version is gone");
    }

    TEST_CASE("a set avatar is never swept, and a replaced or removed one goes")
    {
        AvatarsWorld avatars;
        avatars.set(avatars.ann, "face");
        avatars.set(avatars.ann, "sign", avatars.group);
        avatars.world.pass(Milliseconds(std::int64_t{2} * 24 * 60 * 60 * 1000));
        CHECK(avatars.filesAfterSweep() == 2);
        CHECK(audit(avatars.world.store).empty());
        avatars.set(avatars.ann, "other face");
        CHECK(avatars.filesAfterSweep() == 2);
        avatars.ann.ask<protocol::Avatars>(protocol::SetAvatar{});
        CHECK(avatars.filesAfterSweep() == 1);
        CHECK(AvatarsWorld::bytesOf(AvatarsWorld::fetch(avatars.bob, avatars.group, {}, 1)) == "sign");
    }

    TEST_CASE("only small square pictures are taken, and a refusal changes nothing")
    {
        AvatarsWorld avatars;
        const protocol::SetAvatar good = AvatarsWorld::request({}, avatars.ann.upload("face"));
        const auto refused = [&](auto change) {
            protocol::SetAvatar bad = good;
            change(bad);
            return avatars.ann.refused(bad);
        };
        for (const char* mime : {"image/gif", "image/svg+xml", "text/html", ""}) {
            CHECK(refused([&](auto& one) { one.mime = mime; }) == ErrorCode::AvatarInvalid);
        }
        CHECK(refused([](auto& one) { one.width = one.height = caps::maxAvatarSide + 1; })
              == ErrorCode::AvatarInvalid);
        CHECK(refused([](auto& one) { one.width = one.height = 0; }) == ErrorCode::AvatarInvalid);
        CHECK(refused([](auto& one) { one.height = one.width - 1; }) == ErrorCode::AvatarInvalid);
        CHECK(refused([](auto& one) { one.size = caps::maxAvatarBytes + 1; }) == ErrorCode::AvatarInvalid);
        CHECK(refused([](auto& one) { one.size = 0; }) == ErrorCode::AvatarInvalid);
        CHECK(refused([](auto& one) { ++one.size; }) == ErrorCode::BlobMissing);
        CHECK(avatars.bob.refused(good) == ErrorCode::BlobMissing);
        CHECK(AvatarsWorld::seen(avatars.ann, {}, {}).front().version == 0);
    }

    TEST_CASE("a hash that another user's avatar has tells nothing and gives nothing")
    {
        AvatarsWorld avatars;
        const Avatar set = avatars.set(avatars.ann, "face");
        CHECK(avatars.bob.refused(protocol::SetAvatar{{}, set.hash, set.size, "image/png", 9, 9})
              == ErrorCode::BlobMissing);
        const auto begun = avatars.bob.askFiles<protocol::UploadState>(
            protocol::BeginUpload{avatars.world.freshUuid(), set.hash, set.size});
        CHECK_FALSE(begun.isComplete);
        CHECK(begun.received == 0);
    }

    TEST_CASE("the other devices and those who see it are told at once, and nothing else moves")
    {
        AvatarsWorld avatars;
        Client phone{avatars.world, "ann"};
        phone.token = avatars.ann.token;
        phone.hello();
        const ConversationState before = avatars.bob.state(avatars.group);
        for (Client* one : {&phone, &avatars.bob, &avatars.eve}) {
            static_cast<void>(one->pushed<protocol::Avatars>());
        }
        const Avatar face = avatars.set(avatars.ann, "face");
        const Avatar sign = avatars.set(avatars.ann, "sign", avatars.group);
        using Told = std::vector<protocol::Avatars>;
        CHECK(phone.pushed<protocol::Avatars>() == Told{{{face}}, {{sign}}});
        const std::vector<protocol::ServerFrame> told{protocol::Avatars{{face}}, protocol::Avatars{{sign}}};
        CHECK_MESSAGE(avatars.bob.pushes() == told, "no head and no state");
        CHECK(avatars.eve.pushed<protocol::Avatars>().empty());
        CHECK(avatars.ann.pushed<protocol::Avatars>().empty());
        CHECK(avatars.bob.state(avatars.group) == before);
    }
}

} // namespace tidemark::server
