#include "core/wire/codec.h"
#include "tests/support/flat_json.h"
#include "tests/support/logged_messages.h"
#include "tests/support/wire_sizes.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <map>

namespace tidemark::wire_test::corpus_test {

namespace {

constexpr std::size_t messagesPerLog = 20'000;
/// The articles that inspired the protocol measured this saving.
constexpr double leastSaved = 0.43;

/// The real logs that are present, by name. The built-in conversation is always one of them.
std::map<std::string, std::vector<test::LoggedMessage>> chatLogs()
{
    std::map<std::string, std::vector<test::LoggedMessage>> logs{{"built-in", test::builtInTalk()}};
    for (const std::string name : {"rust", "ubuntu", "ubuntu-meeting"}) {
        auto log = test::readLoggedMessages(TIDEMARK_SOURCE_DIR "/../shared/corpus/" + name + ".jsonl",
                                            messagesPerLog);
        if (!log.empty()) {
            logs.emplace(name, std::move(log));
        }
    }
    return logs;
}

std::vector<Entry> entriesOf(const std::vector<test::LoggedMessage>& log)
{
    std::map<std::string, UserId> authors;
    std::vector<Entry> entries;
    for (const test::LoggedMessage& message : log) {
        Entry& entry = entries.emplace_back();
        entry.seq = Seq(entries.size());
        entry.author = authors.try_emplace(message.author, authors.size() + 1).first->second;
        entry.at = message.at;
        entry.content = content::Message{message.text, message.isAction};
    }
    return entries;
}

} // namespace

TEST_CASE("real conversations survive a round trip in pages of any size")
{
    for (const auto& named : chatLogs()) {
        const std::string& name = named.first;
        const std::vector<test::LoggedMessage>& log = named.second;
        CAPTURE(name);
        const std::vector<Entry> entries = entriesOf(log);
        for (const std::size_t page : {1U, 7U, 100U, 1024U}) {
            for (std::size_t from = 0; from < entries.size(); from += page) {
                const std::size_t through = std::min(from + page, entries.size());
                protocol::Range range;
                range.conversation = ConversationId(1);
                range.after = Seq(from);
                range.head = Seq(entries.size());
                range.entries.assign(entries.begin() + static_cast<std::ptrdiff_t>(from),
                                     entries.begin() + static_cast<std::ptrdiff_t>(through));
                const protocol::ServerEnvelope envelope{RequestId(1), 0, std::move(range)};
                REQUIRE(*wire::decodeServer(wire::encode(envelope)) == envelope);
            }
        }
    }
}

TEST_CASE("frames are at least 43 % smaller than compact JSON")
{
    for (const auto& named : chatLogs()) {
        const std::string& name = named.first;
        const std::vector<test::LoggedMessage>& log = named.second;
        for (const test::WireSizeRow& row : test::measureWireSizes(log)) {
            const auto frames = static_cast<double>(row.frames);
            std::printf("%-14s %3zu messages: %9.1f bytes as JSON, %9.1f on the wire, %.1f %% saved\n",
                        name.c_str(), row.messagesPerFrame, static_cast<double>(row.jsonBytes) / frames,
                        static_cast<double>(row.wireBytes) / frames, 100 * row.saved());
            CAPTURE(name);
            CAPTURE(row.messagesPerFrame);
            CHECK(row.saved() >= leastSaved);
        }
    }
}

TEST_CASE("log lines are read as JSON")
{
    const auto message = test::parseLoggedMessage(
        R"({"room": "r", "at": "2018-05-29T21:20:37Z", "from": "a\"b", "text": "\u6f6e \ud83c\udf0a\\\n", "action": true})");
    REQUIRE(message.has_value());
    CHECK(*message == test::LoggedMessage{"a\"b", UnixMs{1'527'628'837'000}, "\u6f6e \U0001f30a\\\n", true});
    CHECK(test::jsonString(message->text) == "\"\u6f6e \U0001f30a\\\\\\n\"");
    for (const char* wrong : {"", "{", "{}", "[]", R"({"from":"a","text":"b"})",
                              R"({"at":"2018-13-29T21:20:37Z","from":"a","text":"b"})",
                              R"({"at":"2018-05-29T21:20:37Z","from":"a","text":"\ud83c"})",
                              R"({"at":"2018-05-29T21:20:37Z","from":"a","text":"b)"}) {
        CHECK_FALSE(test::parseLoggedMessage(wrong).has_value());
    }
}

} // namespace tidemark::wire_test::corpus_test
