#include "core/wire/codec.h"

#include <doctest/doctest.h>
#include <newer.pb.h>
#include <older.pb.h>

namespace tidemark::wire_test::versions_test {

namespace {

constexpr int unknownNumber = 90;
constexpr int noticeNumber = 3;

protocol::Range sampleRange()
{
    protocol::Range range;
    range.conversation = ConversationId(7);
    range.logEpoch = LogEpoch(0xfeedfacecafebeef);
    range.after = Seq(40);
    range.head = Seq(50);
    range.users = {User{UserId(3), "Anna"}, User{UserId(4), "Bo"}};
    for (const std::uint64_t author : {3U, 3U, 4U}) {
        Entry entry;
        entry.seq = Seq(41 + range.entries.size());
        entry.author = UserId(author);
        entry.at = UnixMs{1'700'000'000'000 + static_cast<std::int64_t>(range.entries.size()) * 1500};
        entry.content = content::Message{"text " + std::to_string(range.entries.size())};
        range.entries.push_back(entry);
    }
    return range;
}

newer::Range newerRange(const protocol::Range& range)
{
    newer::Range message;
    message.set_conversation(range.conversation.value);
    message.set_log_epoch(range.logEpoch.value);
    message.set_after(range.after.value);
    message.set_head(range.head.value);
    message.set_signature(0x1122334455667788);
    for (const User& user : range.users) {
        newer::User& userMessage = *message.add_users();
        userMessage.set_id(user.id.value);
        userMessage.set_name(user.name);
        userMessage.set_avatar(std::string(300, '\xff'));
    }
    std::int64_t before = 0;
    for (const Entry& entry : range.entries) {
        newer::Entry& entryMessage = *message.add_entries();
        entryMessage.set_author(entry.author.value);
        entryMessage.set_at_delta_ms(entry.at.value - before);
        before = entry.at.value;
        entryMessage.set_text(textOf(entry));
        newer::Attachment& attachment = *entryMessage.add_attachments();
        attachment.set_url("https://example.org/");
        attachment.set_colour(0xff00ff);
        attachment.add_sizes(0.5);
        (*entryMessage.mutable_reactions())["+1"] = 3;
    }
    return message;
}

} // namespace

TEST_CASE("fields that a newer server adds are skipped")
{
    const protocol::Range range = sampleRange();
    newer::ServerEnvelope message;
    message.set_request(9);
    message.set_session(2);
    message.set_trace(77);
    *message.mutable_range() = newerRange(range);

    const auto decoded = wire::decodeServer(message.SerializeAsString());
    REQUIRE(decoded.has_value());
    CHECK(*decoded == protocol::ServerEnvelope{RequestId(9), 2, range});
}

TEST_CASE("a newer client reads today's frames")
{
    const protocol::Range range = sampleRange();
    newer::ServerEnvelope message;
    REQUIRE(message.ParseFromString(wire::encode(protocol::ServerEnvelope{RequestId(9), 2, range})));
    CHECK(message.request() == 9);
    CHECK(message.trace() == 0);
    REQUIRE(message.range().entries_size() == 3);
    CHECK(message.range().entries(2).text() == "text 2");
    CHECK(message.range().entries(2).attachments_size() == 0);
    CHECK(message.range().users(1).name() == "Bo");
}

TEST_CASE("unknown enum values of a newer server become Unknown and keep the rest")
{
    newer::ServerEnvelope message;
    newer::Range range = newerRange(sampleRange());
    range.mutable_entries(1)->set_kind(unknownNumber);
    range.mutable_entries(2)->set_kind(noticeNumber);
    range.mutable_entries(2)->set_notice(unknownNumber);
    *message.mutable_range() = range;
    const auto decoded = wire::decodeServer(message.SerializeAsString());
    REQUIRE(decoded.has_value());
    auto expected = sampleRange();
    expected.entries[1].content = content::Unknown{textOf(expected.entries[1])};
    expected.entries[2].content = content::Notice{NoticeKind::Unknown, {}, textOf(expected.entries[2])};
    CHECK(std::get<protocol::Range>(decoded->frame) == expected);

    newer::State& state = *message.mutable_states()->add_states();
    state.set_id(5);
    state.set_kind(unknownNumber);
    state.set_title("Later");
    state.set_topic("much");
    const auto states = wire::decodeServer(message.SerializeAsString());
    REQUIRE(states.has_value());
    const auto& decodedState = std::get<protocol::States>(states->frame).states.at(0);
    CHECK(decodedState.kind == ConversationKind::Unknown);
    CHECK(decodedState.title == "Later");

    message.mutable_error()->set_code(unknownNumber);
    message.mutable_error()->set_retry_after_ms(250);
    message.mutable_error()->set_help_url("https://example.org/");
    const auto error = wire::decodeServer(message.SerializeAsString());
    REQUIRE(error.has_value());
    CHECK(std::get<protocol::Error>(error->frame)
          == protocol::Error{protocol::ErrorCode::Unknown, Milliseconds(250), ""});
}

TEST_CASE("variants of a newer server are unknown frames with their request and session")
{
    const protocol::ServerEnvelope expected{RequestId(12), 5, protocol::UnknownFrame{}};
    newer::ServerEnvelope message;
    message.set_request(12);
    message.set_session(5);
    message.mutable_reaction()->set_emoji("+1");
    CHECK(*wire::decodeServer(message.SerializeAsString()) == expected);
    message.set_beacon(0xdeadbeef);
    CHECK(*wire::decodeServer(message.SerializeAsString()) == expected);
    message.set_motto("not a message");
    CHECK(*wire::decodeServer(message.SerializeAsString()) == expected);
}

TEST_CASE("variants and values of a newer client are unknown frames with their request and session")
{
    const protocol::ClientEnvelope expected{RequestId(12), 5, protocol::UnknownFrame{}};
    newer::ClientEnvelope message;
    message.set_request(12);
    message.set_session(5);
    message.set_trace("trace");
    message.mutable_react()->set_emoji("+1");
    CHECK(*wire::decodeClient(message.SerializeAsString()) == expected);
    message.set_ping(1);
    CHECK(*wire::decodeClient(message.SerializeAsString()) == expected);
    message.mutable_pull()->set_from(unknownNumber);
    CHECK(*wire::decodeClient(message.SerializeAsString()) == expected);
    message.mutable_send()->mutable_poll()->add_answers("yes");
    CHECK(*wire::decodeClient(message.SerializeAsString()) == expected);
}

TEST_CASE("fields that a newer client adds to a send are skipped")
{
    newer::ClientEnvelope message;
    message.set_request(12);
    newer::Send& send = *message.mutable_send();
    send.set_conversation(3);
    send.set_uuid(std::string(16, 'u'));
    send.set_send_later_at_ms(1);
    send.mutable_text()->set_text("hello");
    send.mutable_text()->add_attachments()->set_url("https://example.org/");
    const auto decoded = wire::decodeClient(message.SerializeAsString());
    REQUIRE(decoded.has_value());
    const auto& content = std::get<protocol::Send>(decoded->frame).content;
    CHECK(std::get<content::Message>(content).text == "hello");
}

TEST_CASE("fields that an older program lacks have their defaults")
{
    older::ServerEnvelope message;
    message.set_request(4);
    message.mutable_range()->set_conversation(7);
    message.mutable_range()->set_after(2);
    message.mutable_range()->set_head(3);
    message.mutable_range()->add_entries()->set_text("old");
    const auto decoded = wire::decodeServer(message.SerializeAsString());
    REQUIRE(decoded.has_value());
    protocol::Range expected;
    expected.conversation = ConversationId(7);
    expected.after = Seq(2);
    expected.head = Seq(3);
    Entry& entry = expected.entries.emplace_back();
    entry.seq = Seq(3);
    entry.content = content::Message{"old"};
    CHECK(*decoded == protocol::ServerEnvelope{RequestId(4), 0, expected});

    older::ClientEnvelope hello;
    hello.set_request(1);
    hello.mutable_hello()->set_protocol_version(0);
    hello.mutable_hello()->set_token(std::string(32, 't'));
    const auto decodedHello = wire::decodeClient(hello.SerializeAsString());
    REQUIRE(decodedHello.has_value());
    const auto& helloFrame = std::get<protocol::Hello>(decodedHello->frame);
    CHECK(helloFrame.token == std::string(32, 't'));
    CHECK_FALSE(helloFrame.device.isValid());
    CHECK(helloFrame.held.empty());
}

TEST_CASE("an older program reads the parts of today's frames that it knows")
{
    older::ServerEnvelope message;
    REQUIRE(message.ParseFromString(wire::encode(protocol::ServerEnvelope{RequestId(9), 2, sampleRange()})));
    REQUIRE(message.range().entries_size() == 3);
    CHECK(message.range().after() == 40);
    CHECK(message.range().entries(2).text() == "text 2");

    content::Message content;
    content.text = "hi";
    content.mentions = {UserId(1)};
    protocol::Send send;
    send.conversation = ConversationId(3);
    send.content = content;
    older::ClientEnvelope client;
    REQUIRE(client.ParseFromString(wire::encode(protocol::ClientEnvelope{RequestId(1), 0, send})));
    CHECK(client.send().text().text() == "hi");

    REQUIRE(
        client.ParseFromString(wire::encode(protocol::ClientEnvelope{RequestId(1), 0, protocol::SignOut{}})));
    CHECK(client.frame_case() == older::ClientEnvelope::FRAME_NOT_SET);
}

TEST_CASE("two programs speak the lower one of their newest versions, if both speak it at all")
{
    using protocol::commonVersion;
    CHECK(commonVersion({1, 3}, {2, 5}) == 3U);
    CHECK(commonVersion({2, 5}, {1, 3}) == 3U);
    CHECK(commonVersion({1, 9}, {4, 4}) == 4U);
    CHECK(commonVersion({1, 3}, {3, 5}) == 3U);
    CHECK(commonVersion({1, 2}, {3, 5}) == std::nullopt);
    CHECK(commonVersion({3, 5}, {1, 2}) == std::nullopt);
    CHECK(commonVersion({2, 5}, {0, 4}) == 4U);
    CHECK(commonVersion({2, 5}, {0, 1}) == std::nullopt);
}

} // namespace tidemark::wire_test::versions_test
