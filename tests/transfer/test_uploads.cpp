#include "core/base/require.h"
#include "tests/support/fake_hash.h"
#include "tests/transfer/bench.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace tidemark::test::uploads_test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using Step = FileState::Step;

const std::string picture = fileOf(12'000);
const std::string note = fileOf(10, 'n');

template <typename Frame>
std::size_t countOf(const Bench& bench)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        bench.allRequests, [](const auto& one) { return std::holds_alternative<Frame>(one.frame); }));
}

bool serverHas(const Bench& bench, const std::string& file)
{
    const auto found = bench.server.blobs.find(fakeHash(file));
    return found != bench.server.blobs.end() && found->second == file;
}

TEST_CASE("a message is ready when the server has its files, and the connection closes when it is idle")
{
    Bench bench;
    bench.comesOnline();
    bench.runs();
    CHECK(bench.openings == 0);
    bench.sends(1, {picture, note});
    CHECK(bench.openings == 1);
    bench.runs();
    CHECK(bench.ready == std::vector{uuidOf(1)});
    CHECK(serverHas(bench, picture));
    CHECK(serverHas(bench, note));
    CHECK(bench.server.chunkBytesReceived == picture.size() + note.size());
    CHECK(bench.stateOf(Bench::keyOf(1)).done == picture.size());
    CHECK(bench.isOpen);
    bench.waits(15s);
    CHECK_FALSE(bench.isOpen);
    CHECK(bench.openings == 1);
}

TEST_CASE("nothing is opened while the main connection is offline")
{
    Bench bench;
    bench.sends(1, {note});
    bench.waits(1min);
    CHECK(bench.openings == 0);
    CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Waiting);
    bench.comesOnline();
    bench.runs();
    CHECK(bench.ready.size() == 1);
    bench.sends(2, {fileOf(20)});
    bench.does(transfer::Offline{});
    CHECK_FALSE(bench.isOpen);
    bench.waits(1min);
    CHECK(bench.ready.size() == 1);
}

TEST_CASE("an empty file is sent")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {""});
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(serverHas(bench, ""));
}

TEST_CASE("not more parts are on their way than the server takes")
{
    Bench bench;
    bench.comesOnline();
    for (std::uint64_t i = 1; i <= 6; ++i) {
        bench.sends(i, {fileOf(24'000, static_cast<char>('a' + i))}, i);
    }
    bench.runs();
    CHECK(bench.ready.size() == 6);
    CHECK(bench.maxAsked <= 12);
    CHECK(bench.maxAsked > 3);
}

TEST_CASE("P2: an upload goes on where the server says, after a break at each step")
{
    for (int steps = 0; steps < 60; ++steps) {
        CAPTURE(steps);
        Bench bench;
        bench.comesOnline();
        bench.sends(1, {picture});
        for (int i = 0; i < steps; ++i) {
            bench.runsOnce();
        }
        bench.losesConnection();
        bench.waits(5s);
        CHECK(bench.ready.size() == 1);
        CHECK(serverHas(bench, picture));
        CHECK(bench.server.chunkBytesReceived < picture.size() + 13 * partBytes);
    }
}

/// A message whose server stops answering after each number of steps. Returns false if it is sent by then.
bool stopsAfter(Bench& bench, int steps)
{
    bench.comesOnline();
    bench.sends(1, {picture});
    for (int i = 0; i < steps; ++i) {
        bench.runsOnce();
    }
    bench.server.isSilent = true;
    return bench.ready.empty();
}

TEST_CASE("P1: a server that does not answer shows within five seconds, and the file goes on by itself")
{
    int steps = 0;
    for (;; ++steps) {
        CAPTURE(steps);
        Bench bench;
        if (!stopsAfter(bench, steps)) {
            break;
        }
        bench.waits(5s);
        CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Waiting);
        CHECK(bench.stateOf(Bench::keyOf(1)).error == ErrorCode::Unavailable);
        bench.waits(10min); // never given up
        CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Waiting);
        CHECK(bench.stateOf(Bench::keyOf(1)).error == ErrorCode::Unavailable);
        CHECK(bench.openings > 10);
        CHECK(bench.failed.empty());
        bench.server.isSilent = false;
        bench.waits(60s);
        CHECK(bench.ready == std::vector{uuidOf(1)});
        CHECK(serverHas(bench, picture));
    }
    CHECK_MESSAGE(steps > 20, "there are more steps than parts");
}

TEST_CASE("P1: while a server does not answer, a message can be cancelled and paused")
{
    for (int steps = 0;; ++steps) {
        CAPTURE(steps);
        Bench bench;
        if (!stopsAfter(bench, steps)) {
            break;
        }
        bench.waits(5s);
        SUBCASE("cancelled")
        {
            bench.does(transfer::Forget{uuidOf(1), false});
            bench.waits(2min);
            const std::size_t reports = bench.reports.size();
            bench.server.isSilent = false;
            bench.waits(2min);
            CHECK(bench.ready.empty());
            CHECK_FALSE(bench.isOpen);
            CHECK_MESSAGE(bench.reports.size() == reports, "nothing is said of a message that is gone");
        }
        SUBCASE("paused")
        {
            transfer::Send send = bench.sends(1, {picture});
            send.mode = transfer::Send::Mode::Pause;
            bench.does(send);
            CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Paused);
            bench.server.isSilent = false;
            bench.waits(2min);
            CHECK(bench.ready.empty());
            send.mode = transfer::Send::Mode::Run;
            bench.does(send);
            bench.waits(2min);
            CHECK(bench.ready == std::vector{uuidOf(1)});
        }
    }
}

TEST_CASE("a server that asks to wait is asked again, without an end")
{
    Bench bench;
    bench.comesOnline();
    for (int i = 0; i < 50; ++i) {
        bench.server.refuses(kindOfFrame<protocol::UploadChunk>(), ErrorCode::TooFast, 100ms);
        bench.server.refuses(kindOfFrame<protocol::BeginUpload>(), ErrorCode::Unavailable, 10ms);
    }
    bench.sends(1, {picture});
    bench.waits(1h);
    CHECK(bench.ready.size() == 1);
    CHECK(bench.failed.empty());
}

TEST_CASE("P3: a file that is refused for good fails its message alone, and can be sent again")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {fileOf(100, 'x')});
    bench.runs();
    bench.server.refuses(kindOfFrame<protocol::BeginUpload>(), ErrorCode::UserStorageFull);
    transfer::Send second = bench.sends(2, {fileOf(100, 'y'), picture});
    bench.sends(3, {fileOf(100, 'z')});
    bench.runs();
    CHECK(bench.ready == std::vector{uuidOf(1), uuidOf(3)});
    REQUIRE(bench.failed.size() == 1);
    CHECK(bench.failed[0] == transfer::FailedFile{uuidOf(2), 0, ErrorCode::UserStorageFull});
    CHECK(bench.stateOf(Bench::keyOf(2)).step == Step::Failed);
    CHECK(bench.stateOf(Bench::keyOf(2)).error == ErrorCode::UserStorageFull);
    second.mode = transfer::Send::Mode::Stop;
    second.error = ErrorCode::UserStorageFull;
    bench.does(second);
    CHECK(bench.stateOf(Bench::keyOf(2)).step == Step::Failed);
    CHECK(bench.stateOf(Bench::keyOf(2, 1)).step == Step::Held);
    CHECK_MESSAGE(serverHas(bench, picture), "the other file lies ready");
    bench.waits(1min);
    CHECK(bench.ready.size() == 2);
    second.mode = transfer::Send::Mode::Run;
    bench.does(second);
    bench.waits(1s);
    CHECK(bench.ready.size() == 3);
}

TEST_CASE("P3: the other files of a message that has failed are sent, after those of later messages")
{
    transfer::Config config;
    config.maxTransfers = 1;
    Bench bench(config);
    const std::string refused = fileOf(100, 'y');
    bench.server.refuses(kindOfFrame<protocol::BeginUpload>(), ErrorCode::UserStorageFull);
    transfer::Send send = bench.sends(1, {refused, picture, note});
    bench.sends(2, {fileOf(3000, 'z')});
    bench.comesOnline();
    while (bench.failed.empty()) {
        REQUIRE(bench.runsOnce());
    }
    send.mode = transfer::Send::Mode::Stop;
    send.error = ErrorCode::UserStorageFull;
    SUBCASE("it goes at once when the refused file is removed")
    {
        while (bench.ready.empty()) {
            bench.does(send); // at any time, and repeatedly
            REQUIRE(bench.runsOnce());
        }
        CHECK(bench.ready == std::vector{uuidOf(2)});
        CHECK_MESSAGE(!serverHas(bench, picture), "what can be sent is not delayed");
        bench.runs();
        CHECK(serverHas(bench, picture));
        CHECK(serverHas(bench, note));
        CHECK_FALSE(serverHas(bench, refused));
        CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Failed);
        CHECK(bench.failed.size() == 1);
        const std::uint64_t before = bench.server.chunkBytesReceived;
        send.files.erase(send.files.begin());
        send.mode = transfer::Send::Mode::Run;
        bench.does(send);
        bench.runs();
        CHECK(bench.ready == std::vector{uuidOf(2), uuidOf(1)});
        CHECK(bench.server.chunkBytesReceived == before);
    }
    SUBCASE("they go on after a break")
    {
        bench.does(send);
        bench.losesConnection();
        bench.waits(10s);
        CHECK(serverHas(bench, picture));
        CHECK(serverHas(bench, note));
        bench.waits(1min);
        CHECK_FALSE(bench.isOpen);
    }
    SUBCASE("they stop when the message is deleted")
    {
        bench.does(send);
        bench.does(transfer::Forget{uuidOf(1), false});
        bench.runs();
        CHECK(bench.ready == std::vector{uuidOf(2)});
        CHECK_FALSE(serverHas(bench, picture));
        CHECK(bench.server.uploads.empty());
    }
}

TEST_CASE("the files of a message that failed before the program started are shown as failed")
{
    Bench bench;
    bench.comesOnline();
    transfer::Send send;
    send.message = uuidOf(1);
    send.conversation = ConversationId(1);
    send.order = 1;
    send.files = {{fakeHash(note), note.size()}};
    send.mode = transfer::Send::Mode::Stop;
    send.error = ErrorCode::UserStorageFull;
    bench.does(send);
    bench.runs();
    CHECK(bench.openings == 0);
    CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Failed);
    CHECK(bench.stateOf(Bench::keyOf(1)).error == ErrorCode::UserStorageFull);
}

TEST_CASE("only the files that can be at fault are shown as failed after the program started")
{
    Bench bench;
    bench.server.limits.maxFileBytes = 1000;
    transfer::Send send;
    send.message = uuidOf(1);
    send.conversation = ConversationId(1);
    send.order = 1;
    send.files = {{fakeHash(note), note.size()}, {fakeHash(picture), picture.size()}};
    send.mode = transfer::Send::Mode::Stop;
    const auto stepsAfter = [&bench, &send](ErrorCode error) {
        send.error = error;
        bench.does(send);
        bench.runs();
        return std::pair(bench.stateOf(Bench::keyOf(1)).step, bench.stateOf(Bench::keyOf(1, 1)).step);
    };
    CHECK(stepsAfter(ErrorCode::FileTooLarge) == std::pair(Step::Failed, Step::Failed));
    bench.comesOnline();
    CHECK_MESSAGE(stepsAfter(ErrorCode::FileTooLarge) == std::pair(Step::Held, Step::Failed),
                  "the server has said how large a file may be");
    CHECK(stepsAfter(ErrorCode::ServerStorageFull) == std::pair(Step::Failed, Step::Failed));
    CHECK_MESSAGE(stepsAfter(ErrorCode::NotMember) == std::pair(Step::Held, Step::Held),
                  "no file is at fault");
}

TEST_CASE("P3: each of ten files that failed is told, and shown as failed after the program started")
{
    Bench before;
    before.server.limits.maxFileBytes = 1000;
    std::vector<std::string> files;
    for (int i = 0; i < 10; ++i) {
        files.push_back(fileOf(i == 3 || i == 8 ? 1001 : 500, static_cast<char>('a' + i)));
    }
    files[9] = files[8]; // the same bytes twice
    before.comesOnline();
    before.server.refuses(kindOfFrame<protocol::BeginUpload>(), ErrorCode::UserStorageFull);
    transfer::Send send = before.sends(1, files);
    before.runs();
    std::map<std::uint32_t, ErrorCode> errors;
    for (const transfer::FailedFile& one : before.failed) {
        CHECK(one.message == uuidOf(1));
        CHECK_MESSAGE(errors.emplace(one.index, one.error).second, "it is told once");
    }
    CHECK(errors
          == std::map<std::uint32_t, ErrorCode>{{0, ErrorCode::UserStorageFull},
                                                {3, ErrorCode::FileTooLarge},
                                                {8, ErrorCode::FileTooLarge},
                                                {9, ErrorCode::FileTooLarge}});

    Bench after; // which does not know the server's limits
    send.mode = transfer::Send::Mode::Stop;
    send.error = ErrorCode::FileTooLarge;
    for (const auto& [index, error] : errors) {
        send.files[index].error = error;
    }
    after.does(send);
    for (std::uint32_t i = 0; i < 10; ++i) {
        CAPTURE(i);
        const FileState state = after.stateOf(Bench::keyOf(1, i));
        const auto error = errors.find(i);
        CHECK(state.step == (error == errors.end() ? Step::Held : Step::Failed));
        CHECK((error == errors.end() || state.error == error->second));
    }
}

TEST_CASE("a file that is refused again after the user has tried again is told again")
{
    Bench bench;
    bench.server.limits.maxFileBytes = 1000;
    bench.comesOnline();
    transfer::Send send = bench.sends(1, {fileOf(1001)});
    REQUIRE(bench.failed.size() == 1);
    send.mode = transfer::Send::Mode::Stop;
    send.error = ErrorCode::FileTooLarge;
    bench.does(send);
    send.mode = transfer::Send::Mode::Run;
    bench.does(send);
    CHECK(bench.failed.size() == 2);
}

TEST_CASE("a file that is too large is refused before the first byte")
{
    Bench bench;
    bench.server.limits.maxFileBytes = 1000;
    bench.comesOnline();
    bench.sends(1, {note, fileOf(1001)});
    REQUIRE(bench.failed.size() == 1);
    CHECK(bench.failed[0].error == ErrorCode::FileTooLarge);
    bench.runs();
    CHECK_MESSAGE(bench.server.chunkBytesReceived == note.size(), "nothing of the other file");
    bench.server.limits.maxFileBytes = 0;
    bench.comesOnline();
    bench.sends(2, {note});
    REQUIRE(bench.failed.size() == 2);
    CHECK(bench.failed[1].error == ErrorCode::Unsupported);
}

TEST_CASE("a paused message stops, and goes on where it was")
{
    Bench bench;
    bench.comesOnline();
    transfer::Send send = bench.sends(1, {picture});
    for (int i = 0; i < 20; ++i) {
        bench.runsOnce();
    }
    const std::uint64_t before = bench.server.chunkBytesReceived;
    CHECK(before > 0);
    send.mode = transfer::Send::Mode::Pause;
    bench.does(send);
    CHECK(bench.stateOf(Bench::keyOf(1)).step == Step::Paused);
    bench.waits(1min);
    CHECK(bench.ready.empty());
    CHECK_FALSE(bench.isOpen);
    send.mode = transfer::Send::Mode::Run;
    bench.does(send);
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(bench.server.chunkBytesReceived == picture.size());
}

TEST_CASE("the files of a conversation go in order, and small ones of others do not wait for large ones")
{
    transfer::Config config;
    config.maxTransfers = 1;
    Bench bench(config);
    bench.sends(1, {fileOf(4'000, 'a')}, 1);
    bench.sends(2, {note}, 1);
    bench.sends(3, {fileOf(2'000, 'b')}, 2);
    bench.sends(4, {fileOf(2'000, 'c')}, 3);
    bench.comesOnline();
    bench.runs();
    CHECK(bench.ready == std::vector{uuidOf(4), uuidOf(3), uuidOf(1), uuidOf(2)});
}

TEST_CASE("at most three files move at once")
{
    Bench bench;
    for (std::uint64_t i = 1; i <= 5; ++i) {
        bench.sends(i, {fileOf(4'000, static_cast<char>('a' + i))}, i);
    }
    bench.comesOnline();
    std::size_t maxMoving = 0;
    while (bench.runsOnce()) {
        maxMoving = std::max(
            maxMoving, static_cast<std::size_t>(std::ranges::count_if(bench.states, [](const auto& one) {
                return one.second.step == Step::Moving && one.second.done < one.second.size;
            })));
    }
    CHECK(bench.ready.size() == 5);
    CHECK(maxMoving == 3);
}

TEST_CASE("P8: the same bytes are sent once for a message, and not again for the next")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {note, note});
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(bench.server.chunkBytesReceived == note.size());
    bench.sends(2, {note});
    bench.runs();
    CHECK(bench.ready.size() == 2);
    CHECK(bench.server.chunkBytesReceived == note.size());
}

TEST_CASE("files that the server has lost are sent again")
{
    Bench bench;
    bench.comesOnline();
    const transfer::Send send = bench.sends(1, {note, picture});
    bench.runs();
    REQUIRE(bench.ready.size() == 1);
    bench.server.blobs.erase(fakeHash(note));
    bench.does(send);
    bench.runs();
    CHECK(bench.ready.size() == 2);
    CHECK(serverHas(bench, note));
}

TEST_CASE("a message whose files are ready is not sent again when something else about it changes")
{
    Bench bench;
    bench.comesOnline();
    transfer::Send send = bench.sends(1, {note});
    bench.runs();
    const std::size_t before = bench.allRequests.size();
    send.isWaiting = false;
    bench.does(send);
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(bench.allRequests.size() == before);
}

TEST_CASE("a file that is removed from a message is not waited for")
{
    Bench bench;
    bench.comesOnline();
    bench.server.refuses(kindOfFrame<protocol::BeginUpload>(), ErrorCode::FileTooLarge);
    transfer::Send send = bench.sends(1, {fileOf(100, 'x'), note});
    bench.runs();
    REQUIRE(bench.failed.size() == 1);
    send.files.erase(send.files.begin());
    bench.does(send);
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(serverHas(bench, note));
}

TEST_CASE("a deleted message is cancelled at the server")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {picture});
    for (int i = 0; i < 20; ++i) {
        bench.runsOnce();
    }
    CHECK(bench.server.uploads.size() == 1);
    bench.does(transfer::Forget{uuidOf(1), false});
    bench.runs();
    CHECK(bench.server.uploads.empty());
    CHECK(bench.ready.empty());
}

TEST_CASE("an upload that stands for another file is begun anew")
{
    Bench bench;
    bench.comesOnline();
    bench.server.uploads[uploadUuid(uuidOf(1), fakeHash(note))] = {fakeHash(picture), picture.size(), "abc"};
    bench.sends(1, {note});
    bench.runs();
    CHECK(bench.ready.size() == 1);
}

TEST_CASE("a conflict in the middle of an upload begins it again, and cancels nothing")
{
    Bench bench;
    bench.comesOnline();
    bench.server.refuses(kindOfFrame<protocol::UploadChunk>(), ErrorCode::UuidConflict);
    bench.sends(1, {picture});
    bench.waits(1min);
    CHECK(bench.ready.size() == 1);
    CHECK(serverHas(bench, picture));
    CHECK(countOf<protocol::CancelUpload>(bench) == 0);
}

TEST_CASE("a message keeps its order, and has it alone")
{
    Bench bench;
    transfer::Send moved = bench.sends(1, {note});
    moved.order = 2;
    CHECK_THROWS_AS(bench.does(moved), PreconditionViolation);
    transfer::Send second = bench.sends(3, {note});
    second.message = uuidOf(4);
    CHECK_THROWS_AS(bench.does(second), PreconditionViolation);
}

TEST_CASE("limits that let nothing through are refused")
{
    transfer::Config config;
    config.maxTransfers = 0;
    CHECK_THROWS_AS(Bench{config}, PreconditionViolation);
}

TEST_CASE("a file that cannot be read, or that changes on its way, fails the message")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {note});
    bench.outgoing.clear();
    bench.runs();
    REQUIRE(bench.failed.size() == 1);
    CHECK(bench.failed[0].error == ErrorCode::FileUnreadable);
    bench.sends(2, {picture});
    bench.outgoing[{uuidOf(2), fakeHash(picture)}][5] = '!';
    bench.waits(1min);
    REQUIRE(bench.failed.size() == 2);
    CHECK(bench.failed[1].error == ErrorCode::HashMismatch);
}

TEST_CASE("progress is reported at most ten times a second")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {fileOf(200'000)});
    bench.runs();
    CHECK(bench.ready.size() == 1);
    CHECK(bench.reports.size() <= 5);
    CHECK(bench.stateOf(Bench::keyOf(1)).done == 200'000);
}

TEST_CASE("a server that goes away is left alone for as long as it says")
{
    Bench bench;
    bench.comesOnline();
    bench.sends(1, {picture});
    for (int i = 0; i < 10; ++i) {
        bench.runsOnce();
    }
    bench.does(transfer::FrameArrived{{RequestId(), 0, protocol::GoAway{20s, 30s}}});
    bench.losesConnection();
    bench.waits(19s);
    CHECK(bench.openings == 1);
    bench.waits(15s);
    CHECK(bench.openings == 2);
    CHECK(bench.ready.size() == 1);
}

} // namespace
} // namespace tidemark::test::uploads_test
