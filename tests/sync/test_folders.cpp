#include "core/domain/request_caps.h"
#include "tests/sync/device.h"

namespace tidemark::test::folders_test {
namespace {

using protocol::ErrorCode;

/// A device of an account, and the folders as its server has them.
struct Scene {
    Device device;
    protocol::Folders server;

    Scene() { device.comesOnline({}); }

    static Folder folder(std::uint64_t number, const std::string& title) { return {uuidOf(number), title}; }
    void set(const Folder& folder, std::uint64_t change, std::optional<std::uint32_t> position = {},
             CommandId command = {})
    {
        device.does(input::SetFolder{command, {uuidOf(change), folder, position}});
    }
    void remove(std::uint64_t number, std::uint64_t change)
    {
        device.does(input::SetFolder{{}, {uuidOf(change), Folder{uuidOf(number), {}}, std::nullopt, true}});
    }
    protocol::Folders takes(const FolderChange& change)
    {
        applyFolderChange(server.folders, change);
        ++server.version;
        return server;
    }
    /// The server takes the change that the device sends, and answers it.
    FolderChange sendsAndAnswers()
    {
        const auto sent = device.sends<protocol::SetFolder>();
        device.answers(takes(sent.change));
        return sent.change;
    }
    [[nodiscard]] std::vector<std::string> titles()
    {
        std::vector<std::string> all;
        for (const Folder& one : device.engine().folders()) {
            all.push_back(one.title);
        }
        return all;
    }
};

using Titles = std::vector<std::string>;

TEST_CASE_FIXTURE(Scene, "a folder is there at once, is sent once, and agrees with the server's")
{
    set(folder(1, "Work"), 900, {}, CommandId(5));
    CHECK(titles() == Titles{"Work"});
    CHECK(device.changes<change::FoldersChanged>().back().folders == std::vector{folder(1, "Work")});
    CHECK_FALSE(device.engine().isFlushed());
    CHECK(device.changes<change::CommandDone>().empty());
    CHECK(sendsAndAnswers().uuid == uuidOf(900));
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(5));
    CHECK(device.engine().isFlushed());
    CHECK(device.engine().folders() == server.folders);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene,
                  "changes survive days offline and a restart, and are sent in order with the same uuids")
{
    device.losesConnection();
    set(folder(1, "one"), 900);
    set(folder(2, "two"), 901, 0, CommandId(6));
    CHECK_MESSAGE(device.changes<change::CommandDone>().at(0).command == CommandId(6), "offline, at once");
    CHECK(titles() == Titles{"two", "one"});
    device.restarts();
    CHECK(titles() == Titles{"two", "one"});
    device.comesOnline({});
    CHECK(sendsAndAnswers().uuid == uuidOf(900));
    CHECK(sendsAndAnswers().uuid == uuidOf(901));
    device.sendsNothing();
    CHECK(device.engine().folders() == server.folders);
    CHECK(titles() == Titles{"two", "one"});
}

TEST_CASE_FIXTURE(Scene, "the later change of a folder wins over the answer to an earlier one")
{
    set(folder(1, "one"), 900, 3);
    const auto first = device.sends<protocol::SetFolder>();
    set(folder(1, "second title"), 901, {}, CommandId(7));
    device.sendsNothing();
    device.answers(takes(first.change));
    CHECK(titles() == Titles{"second title"});
    CHECK(device.changes<change::CommandDone>().empty());
    const FolderChange second = sendsAndAnswers();
    CHECK(second.uuid == uuidOf(901));
    CHECK_MESSAGE(second.position == 3U, "it keeps a position that it does not name");
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(7));
    CHECK(titles() == Titles{"second title"});
}

TEST_CASE_FIXTURE(Scene, "a change of an unsent folder that is removed again is one removal")
{
    device.losesConnection();
    set(folder(1, "one"), 900);
    remove(1, 901);
    CHECK(titles().empty());
    device.comesOnline({});
    CHECK(sendsAndAnswers().isRemoved);
    device.sendsNothing();
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Scene, "folders of another device come by pushes, and own changes stay on top")
{
    device.receives(takes({uuidOf(800), folder(1, "theirs"), {}}));
    CHECK(titles() == Titles{"theirs"});
    set(folder(2, "mine"), 900, 0);
    const auto sent = device.sends<protocol::SetFolder>();
    device.receives(takes({uuidOf(801), folder(1, "renamed"), {}}));
    CHECK(titles() == Titles{"mine", "renamed"});
    device.answers(takes(sent.change));
    CHECK(titles() == Titles{"mine", "renamed"});
    CHECK(device.engine().folders() == server.folders);
}

TEST_CASE_FIXTURE(Scene, "a late push does not undo newer folders; the server is asked")
{
    const protocol::Folders first = takes({uuidOf(800), folder(1, "one"), {}});
    device.receives(takes({uuidOf(801), folder(2, "two"), {}}));
    device.receives(first);
    CHECK(titles() == Titles{"one", "two"});
    device.sends<protocol::GetFolders>();
    device.answers(server);
    CHECK(titles() == Titles{"one", "two"});
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Scene, "an answer that a push has overtaken changes nothing")
{
    set(folder(1, "mine"), 900);
    const auto sent = device.sends<protocol::SetFolder>();
    const protocol::Folders answer = takes(sent.change);
    device.receives(takes({uuidOf(800), folder(2, "theirs"), {}}));
    device.answers(answer);
    CHECK(titles() == Titles{"mine", "theirs"});
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Scene, "after a server lost folders, its answer is taken")
{
    device.receives(takes({uuidOf(800), folder(1, "one"), {}}));
    device.receives(takes({uuidOf(801), folder(2, "two"), {}}));
    server = {1, {folder(1, "one")}};
    device.receives(server);
    device.sends<protocol::GetFolders>();
    device.answers(server);
    CHECK(titles() == Titles{"one"});
}

TEST_CASE_FIXTURE(Scene, "a refused change is taken back, and its command fails")
{
    set(folder(1, "Work"), 900, {}, CommandId(5));
    device.sends<protocol::SetFolder>();
    device.isRefused(ErrorCode::TooManyFolders);
    CHECK(titles().empty());
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::TooManyFolders);
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Scene, "what the server would refuse is refused here, also offline")
{
    device.losesConnection();
    for (std::size_t i = 0; i < caps::maxFolders; ++i) {
        set(folder(i + 1, "folder"), 900 + i);
    }
    set(folder(99, "one more"), 950, {}, CommandId(5));
    CHECK(device.changes<change::CommandDone>().back().error == ErrorCode::TooManyFolders);
    CHECK(titles().size() == caps::maxFolders);
    Folder full = folder(1, "full");
    for (std::uint64_t id = 0; id <= caps::maxInFolder; ++id) {
        full.conversations.emplace_back(id + 1);
    }
    set(full, 951, {}, CommandId(6));
    CHECK(device.changes<change::CommandDone>().back().error == ErrorCode::ListTooLong);
}

TEST_CASE_FIXTURE(Scene, "a change that is busy or unanswered is sent again with its uuid")
{
    set(folder(1, "Work"), 900);
    device.sends<protocol::SetFolder>();
    device.isRefused(ErrorCode::Unavailable);
    CHECK(titles() == Titles{"Work"});
    device.sendsNothing();
    device.waits(Milliseconds(2000));
    CHECK(sendsAndAnswers().uuid == uuidOf(900));
}

TEST_CASE_FIXTURE(Scene, "Hello and heartbeats name the version, so that a lost push is found")
{
    device.receives(takes({uuidOf(800), folder(1, "one"), {}}));
    device.answersHeartbeats = false;
    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().foldersVersion == 1U);
    device.losesConnection();
    takes({uuidOf(801), folder(1, "renamed"), {}});
    device.waits(Milliseconds(300));
    device.connects();
    CHECK(device.sends<protocol::Hello>().foldersVersion == 1U);
    protocol::Welcome welcome;
    welcome.user = me;
    welcome.folders = server;
    device.answers(welcome);
    CHECK(titles() == Titles{"renamed"});
    server = {};
    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    device.sends<protocol::Hello>();
    welcome.folders = server;
    device.answers(welcome);
    CHECK_MESSAGE(titles().empty(), "a server that has lost all folders");
}

} // namespace
} // namespace tidemark::test::folders_test
