#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::folders_test {

using protocol::ErrorCode;

namespace {

/// Ada, with two devices, and bob in a group.
struct Scene {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;

    Scene()
    {
        ada.enter();
        phone.token = ada.token;
        phone.user = ada.user;
        phone.hello();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &phone, &bob}) {
            client->pushes();
        }
    }
    Folder folder(const std::string& title, FolderRule rule = FolderRule::None)
    {
        return {world.freshUuid(), title, rule};
    }
    protocol::SetFolder change(const Folder& folder, std::optional<std::uint32_t> position = {})
    {
        return {{world.freshUuid(), folder, position}};
    }
    protocol::Folders set(Client& by, const Folder& folder, std::optional<std::uint32_t> position = {})
    {
        return by.ask<protocol::Folders>(change(folder, position));
    }
    protocol::Folders remove(Client& by, MessageUuid id)
    {
        return by.ask<protocol::Folders>(
            protocol::SetFolder{{world.freshUuid(), Folder{id, {}}, std::nullopt, true}});
    }
    protocol::Folders foldersOf(Client& client)
    {
        return client.ask<protocol::Folders>(protocol::GetFolders{});
    }
    std::vector<std::string> titlesOf(Client& client)
    {
        std::vector<std::string> titles;
        for (const Folder& one : foldersOf(client).folders) {
            titles.push_back(one.title);
        }
        return titles;
    }
};

} // namespace

TEST_CASE_FIXTURE(Scene, "folders reach the user's other devices, and nobody else")
{
    Folder work = folder("Work");
    work.conversations = {group, ConversationId(99)};
    const auto states = ada.state(group);
    const protocol::Folders answer = set(ada, work);
    CHECK(answer == protocol::Folders{1, {work}});
    CHECK(phone.pushed<protocol::Folders>() == std::vector{answer});
    CHECK_MESSAGE(ada.pushes().empty(), "the asking device has the answer");
    CHECK(bob.pushes().empty());
    CHECK(foldersOf(phone) == answer);
    CHECK(foldersOf(bob) == protocol::Folders());
    CHECK_MESSAGE(ada.state(group) == states, "no state changes");
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Scene, "a folder is changed as a whole, moved and removed")
{
    const Folder one = folder("one");
    Folder two = folder("two");
    const Folder three = folder("three", FolderRule::Unread);
    set(ada, one);
    set(ada, two);
    set(phone, three, 0);
    CHECK(titlesOf(ada) == std::vector<std::string>{"three", "one", "two"});
    two.title = "second";
    two.rule = FolderRule::Muted;
    two.conversations = {group};
    CHECK_MESSAGE(set(ada, two).folders.at(2) == two, "it stays where it is");
    set(ada, three, 99);
    CHECK(titlesOf(phone) == std::vector<std::string>{"one", "second", "three"});
    set(phone, three, 1);
    CHECK(titlesOf(ada) == std::vector<std::string>{"one", "three", "second"});
    const auto version = foldersOf(ada).version;
    CHECK(remove(ada, one.id).folders == std::vector{three, two});
    CHECK_MESSAGE(remove(ada, one.id).folders.size() == 2, "it is gone already");
    CHECK(foldersOf(ada).version > version);
}

TEST_CASE_FIXTURE(Scene, "a repeated request changes nothing, not even after the folder changed")
{
    Folder work = folder("Work");
    const protocol::SetFolder first = change(work);
    CHECK(ada.ask<protocol::Folders>(first).version == 1);
    CHECK(ada.ask<protocol::Folders>(first).version == 1);
    work.title = "Other";
    const auto changed = set(phone, work);
    ada.pushes();
    phone.pushes();
    CHECK(ada.ask<protocol::Folders>(first) == changed);
    CHECK(phone.pushes().empty());
    remove(phone, work.id);
    CHECK_MESSAGE(ada.ask<protocol::Folders>(first).folders.empty(), "it does not come back");
}

TEST_CASE_FIXTURE(Scene, "a folder is refused without uuids, with a bad title or too many conversations")
{
    const auto refusalOf = [&](const Folder& one) { return ada.refused(change(one)); };
    for (const char* title : {"", "  ", "two\nlines", "\xff\xfe",
                              "a\xe2\x80\xae"
                              "b"}) {
        CHECK(refusalOf(folder(title)) == ErrorCode::TitleInvalid);
    }
    CHECK(refusalOf(folder(std::string(caps::maxFolderTitleBytes + 1, 'x'))) == ErrorCode::TitleInvalid);
    Folder full = folder(std::string(caps::maxFolderTitleBytes, 'x'));
    for (std::uint64_t id = 1; id <= caps::maxInFolder; ++id) {
        full.conversations.emplace_back(id);
    }
    CHECK(set(ada, full).folders == std::vector{full});
    full.conversations.emplace_back(caps::maxInFolder + 1);
    CHECK(refusalOf(full) == ErrorCode::ListTooLong);
    CHECK_MESSAGE(set(ada, folder(" trimmed ")).folders.back().title == "trimmed", "as other titles");
    CHECK_MESSAGE(foldersOf(ada).folders.size() == 2, "refusals change nothing");
    CHECK(ada.refused(protocol::SetFolder{{{}, folder("x")}}) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Scene, "a change without the folder's id is malformed")
{
    CHECK(ada.refused(change(Folder{{}, "x"})) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Scene, "an account has at most 20 folders, and those can be changed")
{
    std::vector<Folder> all;
    for (std::size_t i = 0; i < caps::maxFolders; ++i) {
        all.push_back(folder("folder " + std::to_string(i)));
        set(ada, all.back());
    }
    CHECK(ada.refused(change(folder("one more"))) == ErrorCode::TooManyFolders);
    all.front().title = "renamed";
    CHECK(set(ada, all.front()).folders == all);
    remove(ada, all.back().id);
    CHECK(set(ada, folder("one more")).folders.size() == caps::maxFolders);
}

TEST_CASE_FIXTURE(Scene, "Welcome and heartbeats bring the folders to a device that holds another version")
{
    const protocol::Folders held = set(ada, folder("Work"));
    Client tablet{world, "ada"};
    tablet.token = ada.token;
    const auto welcomeFor = [&](std::optional<std::uint64_t> version) {
        protocol::Hello hello = tablet.helloFrame();
        hello.foldersVersion = version;
        return std::get<protocol::Welcome>(tablet.ask(hello).front()).folders;
    };
    CHECK(welcomeFor(0) == held);
    CHECK(welcomeFor(7) == held);
    CHECK(welcomeFor(1) == std::nullopt);
    CHECK_MESSAGE(welcomeFor(std::nullopt) == std::nullopt, "an earlier program");
    tablet.pushes();
    tablet.ask(protocol::Heartbeat{.digest = 0, .foldersVersion = 1});
    CHECK(tablet.pushed<protocol::Folders>().empty());
    tablet.ask(protocol::Heartbeat{.digest = 0, .foldersVersion = 0});
    CHECK(tablet.pushed<protocol::Folders>() == std::vector{held});
}

TEST_CASE_FIXTURE(Scene, "a failed commit changes no folder")
{
    world.store.failNextCommit();
    CHECK(ada.refused(change(folder("Work"))) == ErrorCode::Unavailable);
    CHECK(phone.pushes().empty());
    CHECK(foldersOf(ada) == protocol::Folders());
}

} // namespace tidemark::server::folders_test
