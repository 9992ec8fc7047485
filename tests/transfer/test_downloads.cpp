#include "core/base/random.h"
#include "tests/support/fake_hash.h"
#include "tests/transfer/bench.h"

#include <algorithm>
#include <chrono>

namespace tidemark::test::downloads_test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using Step = FileState::Step;

const std::string picture = fileOf(12'000);

Bench benchWith(const std::string& file)
{
    Bench bench;
    bench.server.messages[{ConversationId(1), Seq(5)}] = {file};
    bench.comesOnline();
    return bench;
}

bool isHeld(const Bench& bench, const std::string& file)
{
    const auto found = bench.held.find(fakeHash(file));
    return found != bench.held.end() && found->second == file;
}

std::uint64_t bytesAsked(const Bench& bench)
{
    std::uint64_t bytes = 0;
    for (const protocol::ClientEnvelope& one : bench.allRequests) {
        if (const auto* get = std::get_if<protocol::GetBlob>(&one.frame)) {
            bytes += get->limit;
        }
    }
    return bytes;
}

TEST_CASE("a file arrives in parts, and is held when its hash is right")
{
    Bench bench = benchWith(picture);
    bench.fetches(Seq(5), picture);
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Waiting);
    bench.runs();
    CHECK(isHeld(bench, picture));
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Held);
    CHECK(bench.maxAsked <= 12);
    CHECK(bytesAsked(bench) == picture.size());
    CHECK(bench.partial.empty());
}

TEST_CASE("an empty file arrives")
{
    Bench bench = benchWith("");
    bench.fetches(Seq(5), "");
    bench.runs();
    CHECK(isHeld(bench, ""));
}

TEST_CASE("a file that is held already costs no request for bytes")
{
    Bench bench = benchWith(picture);
    bench.held[fakeHash(picture)] = picture;
    bench.fetches(Seq(5), picture);
    bench.runs();
    CHECK(bytesAsked(bench) == 0);
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Held);
}

TEST_CASE("P2: a download goes on where the partial file ends, after a break at each step")
{
    for (int steps = 0; steps < 60; ++steps) {
        CAPTURE(steps);
        Bench bench = benchWith(picture);
        bench.fetches(Seq(5), picture);
        for (int i = 0; i < steps; ++i) {
            bench.runsOnce();
        }
        bench.losesConnection();
        bench.waits(5s);
        CHECK(isHeld(bench, picture));
        CHECK(bytesAsked(bench) < picture.size() + 14 * partBytes);
    }
}

TEST_CASE("a download with another hash is fetched once more, and then given up")
{
    Bench bench = benchWith(picture);
    bench.spoilsNextPart = true;
    bench.fetches(Seq(5), picture);
    bench.waits(5s);
    CHECK(isHeld(bench, picture));

    Bench bad = benchWith(picture);
    bad.server.messages[{ConversationId(1), Seq(5)}][0][17] ^= 1;
    bad.fetches(Seq(5), picture);
    bad.waits(1min);
    CHECK(bad.held.empty());
    CHECK(bad.stateOf(Bench::placeOf(Seq(5))).step == Step::Failed);
    CHECK(bad.stateOf(Bench::placeOf(Seq(5))).error == ErrorCode::HashMismatch);
}

TEST_CASE("a file of another size is not taken")
{
    Bench bench = benchWith(picture);
    bench.server.messages[{ConversationId(1), Seq(5)}][0] += "more";
    bench.fetches(Seq(5), picture);
    bench.runs();
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).error == ErrorCode::HashMismatch);
    CHECK(bench.held.empty());
}

TEST_CASE("P20: a full disk fails the download, and it goes on when there is room")
{
    Bench bench = benchWith(picture);
    bench.roomLeft = 4'000;
    bench.fetches(Seq(5), picture);
    bench.waits(1min);
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Failed);
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).error == ErrorCode::DeviceStorageFull);
    bench.roomLeft = SIZE_MAX;
    bench.fetches(Seq(5), picture);
    bench.runs();
    CHECK(isHeld(bench, picture));
    CHECK(bytesAsked(bench) < picture.size() + 14 * partBytes);
}

TEST_CASE("a file that is wanted in two places is fetched once")
{
    Bench bench = benchWith(picture);
    bench.server.messages[{ConversationId(1), Seq(6)}] = {"x", picture};
    bench.fetches(Seq(5), picture);
    bench.fetches(Seq(6), picture, 1);
    bench.runs();
    CHECK(bytesAsked(bench) == picture.size());
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Held);
    CHECK(bench.stateOf(Bench::placeOf(Seq(6), 1)).step == Step::Held);
}

TEST_CASE("a file whose message is gone is fetched from another message, or fails")
{
    Bench bench = benchWith(picture);
    bench.fetches(Seq(4), picture);
    bench.fetches(Seq(5), picture);
    bench.waits(1s);
    CHECK(isHeld(bench, picture));
    const std::string other = fileOf(10);
    bench.fetches(Seq(7), other);
    bench.waits(1s);
    CHECK(bench.stateOf(Bench::placeOf(Seq(7))).step == Step::Failed);
    CHECK(bench.stateOf(Bench::placeOf(Seq(7))).error == ErrorCode::NoSuchEntry);
}

TEST_CASE("a cancelled download keeps what has arrived")
{
    Bench bench = benchWith(picture);
    bench.fetches(Seq(5), picture);
    for (int i = 0; i < 25; ++i) {
        bench.runsOnce();
    }
    bench.does(transfer::CancelFetch{Bench::placeOf(Seq(5))});
    CHECK(bench.stateOf(Bench::placeOf(Seq(5))).step == Step::Absent);
    bench.runs();
    CHECK_FALSE(bench.partial[fakeHash(picture)].empty());
    CHECK(bench.held.empty());
    bench.fetches(Seq(5), picture);
    bench.runs();
    CHECK(isHeld(bench, picture));
}

TEST_CASE("the file that was asked for last comes first")
{
    transfer::Config config;
    config.maxTransfers = 1;
    Bench bench(config);
    for (std::uint64_t i = 1; i <= 3; ++i) {
        const std::string file = fileOf(100, static_cast<char>('a' + i));
        bench.server.messages[{ConversationId(1), Seq(i)}] = {file};
        bench.fetches(Seq(i), file);
    }
    bench.comesOnline();
    bench.runs();
    std::vector<Seq> order;
    for (const auto& [file, state] : bench.reports) {
        if (state.step == Step::Held) {
            order.push_back(file.seq);
        }
    }
    CHECK(order == std::vector{Seq(3), Seq(2), Seq(1)});
}

TEST_CASE("downloads and uploads do not wait for each other")
{
    Bench bench = benchWith(picture);
    for (std::uint64_t i = 1; i <= 5; ++i) {
        bench.sends(i, {fileOf(12'000, static_cast<char>('a' + i))}, i);
    }
    bench.fetches(Seq(5), picture);
    while (!isHeld(bench, picture) && bench.runsOnce()) {
    }
    CHECK(bench.ready.size() < 5);
    bench.runs();
    CHECK(bench.ready.size() == 5);
}

TEST_CASE("the number of files that wait is bounded")
{
    transfer::Config config;
    config.maxFetches = 10;
    Bench bench(config);
    for (std::uint64_t i = 1; i <= 15; ++i) {
        bench.does(transfer::Fetch{Bench::placeOf(Seq(i)), fakeHash(std::to_string(i)), 1});
    }
    CHECK(
        std::ranges::count_if(bench.states, [](const auto& one) { return one.second.step == Step::Waiting; })
        == 10);
    CHECK(bench.stateOf(Bench::placeOf(Seq(1))).step == Step::Absent);
}

TEST_CASE("everything arrives in the end, whatever breaks on the way")
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        SplitMix64 random(seed);
        transfer::Config config;
        config.jitterSeed = seed;
        Bench bench(config);
        bench.comesOnline();
        std::vector<std::string> sent;
        std::vector<std::string> wanted;
        for (std::uint64_t i = 1; i <= 4; ++i) {
            sent.push_back(fileOf(random.below(6'000), static_cast<char>('a' + i)));
            bench.sends(i, {sent.back()}, 1 + random.below(2));
            wanted.push_back(fileOf(random.below(6'000), static_cast<char>('A' + i)));
            bench.server.messages[{ConversationId(1), Seq(i)}] = {wanted.back()};
            bench.fetches(Seq(i), wanted.back());
        }
        for (int turn = 0; turn < 400; ++turn) {
            switch (random.below(40)) {
            case 0:
                bench.losesConnection();
                break;
            case 1:
                bench.server.refuses(kindOfFrame<protocol::UploadChunk>(), ErrorCode::TooFast, 30ms);
                break;
            case 2:
                bench.server.refuses(kindOfFrame<protocol::GetBlob>(), ErrorCode::Unavailable, 30ms);
                break;
            case 3:
                bench.server.refuses(kindOfFrame<protocol::FinishUpload>(), ErrorCode::Unavailable);
                break;
            case 4:
                bench.does(transfer::Tick{});
                break;
            case 5:
                if (!bench.requests.empty()) { // a frame is lost
                    bench.requests.pop_front();
                }
                break;
            default:
                bench.runsOnce();
                break;
            }
        }
        bench.waits(10min);
        CHECK(bench.ready.size() == 4);
        CHECK(bench.failed.empty());
        for (const std::string& file : sent) {
            CHECK(bench.server.blobs[fakeHash(file)] == file);
        }
        for (const std::string& file : wanted) {
            CHECK(isHeld(bench, file));
        }
        CHECK_FALSE(bench.isOpen);
    }
}

} // namespace
} // namespace tidemark::test::downloads_test
