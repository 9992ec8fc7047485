#include "core/wire/codec.h"

#include <doctest/doctest.h>
#include <tidemark/v1/envelope.pb.h>

#include <functional>
#include <limits>
#include <optional>

namespace tidemark::wire_test::validation_test {

namespace {

using wire::DecodeErrorCode;

/// The error of a client frame that `make` fills in; empty if the frame is accepted.
std::optional<DecodeErrorCode> clientError(const std::function<void(v1::ClientEnvelope&)>& make)
{
    v1::ClientEnvelope message;
    make(message);
    const auto decoded = wire::decodeClient(message.SerializeAsString());
    return decoded ? std::nullopt : std::optional(decoded.error().code);
}

std::optional<DecodeErrorCode> serverError(const std::function<void(v1::ServerEnvelope&)>& make)
{
    v1::ServerEnvelope message;
    make(message);
    const auto decoded = wire::decodeServer(message.SerializeAsString());
    return decoded ? std::nullopt : std::optional(decoded.error().code);
}

/// The error of a Range with one entry of seq 10 that `make` fills in.
std::optional<DecodeErrorCode> entryError(const std::function<void(v1::Entry&)>& make)
{
    return serverError([&make](v1::ServerEnvelope& message) {
        message.mutable_range()->set_after(9);
        message.mutable_range()->set_head(10);
        make(*message.mutable_range()->add_entries());
    });
}

std::optional<DecodeErrorCode> rangeError(std::uint64_t after, int entries, std::uint64_t head)
{
    return serverError([=](v1::ServerEnvelope& message) {
        message.mutable_range()->set_after(after);
        message.mutable_range()->set_head(head);
        for (int i = 0; i < entries; ++i) {
            message.mutable_range()->add_entries();
        }
    });
}

protocol::Send sendOf(const std::string& text)
{
    content::Message content;
    content.text = text;
    protocol::Send send;
    send.content = content;
    return send;
}

protocol::Range rangeOf(const std::string& text)
{
    protocol::Range range;
    range.head = Seq(1);
    Entry& entry = range.entries.emplace_back();
    entry.seq = Seq(1);
    entry.content = content::Message{text};
    return range;
}

protocol::Error errorWith(Milliseconds retryAfter)
{
    return {protocol::ErrorCode::TooFast, retryAfter, ""};
}

} // namespace

TEST_CASE("a uuid has 16 bytes or is absent")
{
    for (const std::size_t length : {1U, 15U, 17U, 32U}) {
        const std::string wrong(length, 'u');
        const auto expected = std::optional(DecodeErrorCode::BadLength);
        CHECK(clientError([&](auto& m) {
                  m.mutable_send()->set_uuid(wrong);
                  m.mutable_send()->mutable_recall();
              })
              == expected);
        CHECK(clientError([&](auto& m) {
                  m.mutable_send()->set_after(wrong);
                  m.mutable_send()->mutable_recall();
              })
              == expected);
        CHECK(clientError([&](auto& m) { m.mutable_mark_unread()->set_uuid(wrong); }) == expected);
        CHECK(clientError([&](auto& m) { m.mutable_create_group()->set_uuid(wrong); }) == expected);
        CHECK(clientError([&](auto& m) { m.mutable_create_channel()->set_uuid(wrong); }) == expected);
        CHECK(serverError([&](auto& m) { m.mutable_send_ack()->set_uuid(wrong); }) == expected);
        CHECK(entryError([&](auto& entry) { entry.set_uuid(wrong); }) == expected);
    }
    CHECK_FALSE(clientError([](auto& m) { m.mutable_mark_unread()->set_uuid(std::string(16, 'u')); }));
    CHECK_FALSE(clientError([](auto& m) { m.mutable_mark_unread(); }));
}

TEST_CASE("a token has 32 bytes or is absent")
{
    for (const std::size_t length : {1U, 16U, 31U, 33U, 1000U}) {
        const std::string wrong(length, 't');
        const auto expected = std::optional(DecodeErrorCode::BadLength);
        CHECK(clientError([&](auto& m) { m.mutable_hello()->set_token(wrong); }) == expected);
        CHECK(clientError([&](auto& m) { m.mutable_register_()->set_token(wrong); }) == expected);
        CHECK(clientError([&](auto& m) { m.mutable_sign_in()->set_token(wrong); }) == expected);
        CHECK(serverError([&](auto& m) { m.mutable_authenticated()->set_token(wrong); }) == expected);
    }
    CHECK_FALSE(clientError([](auto& m) { m.mutable_hello()->set_token(std::string(32, 't')); }));
    CHECK_FALSE(clientError([](auto& m) { m.mutable_hello(); }));
}

TEST_CASE("the entries of a Range end at or below its head")
{
    const auto bad = std::optional(DecodeErrorCode::BadSeq);
    constexpr auto greatest = std::numeric_limits<std::uint64_t>::max();
    CHECK_FALSE(rangeError(9, 3, 12));
    CHECK(rangeError(9, 3, 11) == bad);
    CHECK(rangeError(9, 3, 8) == bad);
    CHECK(rangeError(9, 1, 0) == bad);
    CHECK_FALSE(rangeError(greatest - 2, 2, greatest));
    CHECK(rangeError(greatest - 2, 3, greatest) == bad);
    CHECK(rangeError(greatest, 1, greatest) == bad);
    CHECK_FALSE(rangeError(9, 0, 5));
}

TEST_CASE("a log is not trimmed beyond its head")
{
    const auto trimmedError = [](std::uint64_t trimmed, std::uint64_t head) {
        return serverError([=](v1::ServerEnvelope& message) {
            v1::ConversationState& state = *message.mutable_states()->add_states();
            state.set_head(head);
            state.set_trimmed_upto(trimmed);
        });
    };
    CHECK_FALSE(trimmedError(0, 0));
    CHECK_FALSE(trimmedError(9, 9));
    CHECK(trimmedError(10, 9) == std::optional(DecodeErrorCode::BadSeq));
    CHECK(trimmedError(std::numeric_limits<std::uint64_t>::max(), 9)
          == std::optional(DecodeErrorCode::BadSeq));
}

TEST_CASE("hidden messages are ascending and in the log")
{
    const auto hiddenError = [](std::vector<std::uint64_t> distances) {
        return serverError([=](v1::ServerEnvelope& message) {
            v1::ConversationState& state = *message.mutable_states()->add_states();
            state.set_head(9);
            for (const std::uint64_t distance : distances) {
                state.add_hidden(distance);
            }
        });
    };
    const auto bad = std::optional(DecodeErrorCode::BadSeq);
    CHECK_FALSE(hiddenError({2, 7}));
    CHECK(hiddenError({0}) == bad);
    CHECK(hiddenError({2, 0}) == bad);
    CHECK(hiddenError({2, 8}) == bad);
    CHECK(hiddenError({2, std::numeric_limits<std::uint64_t>::max()}) == bad);
}

TEST_CASE("entries refer to seqs inside their log")
{
    const auto bad = std::optional(DecodeErrorCode::BadSeq);
    constexpr auto greatest = std::numeric_limits<std::uint64_t>::max();
    CHECK_FALSE(entryError([](auto& entry) { entry.set_reply_to_back(9); }));
    CHECK(entryError([](auto& entry) { entry.set_reply_to_back(10); }) == bad);
    CHECK(entryError([](auto& entry) { entry.set_reply_to_back(greatest); }) == bad);
    CHECK(entryError([](auto& entry) { entry.set_target_back(10); }) == bad);
    CHECK_FALSE(entryError([](auto& entry) { entry.set_edited_by_ahead(greatest - 10); }));
    CHECK(entryError([](auto& entry) { entry.set_edited_by_ahead(greatest - 9); }) == bad);
    CHECK(entryError([](auto& entry) { entry.set_recalled_by_ahead(greatest); }) == bad);
}

TEST_CASE("references that point the wrong way are left out when encoding")
{
    protocol::Range range;
    range.after = Seq(9);
    range.head = Seq(10);
    Entry plain;
    plain.seq = Seq(10);
    Entry& wrong = range.entries.emplace_back(plain);
    wrong.content = content::Message{.replyTo = Seq(10), .editedBy = Seq(9), .recalledBy = Seq(10)};
    Entry change = plain;
    change.seq = Seq(11);
    change.content = content::Edit{.target = Seq(12)};
    range.entries.push_back(change);
    range.head = Seq(11);
    const auto decoded = wire::decodeServer(wire::encode(protocol::ServerEnvelope{RequestId(1), 0, range}));
    REQUIRE(decoded.has_value());
    const auto& entries = std::get<protocol::Range>(decoded->frame).entries;
    CHECK(entries.at(0) == plain);
    CHECK(entries.at(1).content == EntryContent(content::Edit()));
}

TEST_CASE("text that is not UTF-8 is refused wherever it stands")
{
    const std::vector<std::string> wrongs{"\xff",         "\xc0\xaf", "\xe2\x82",        "ok \xf0\x9f\x8c",
                                          "\xed\xa0\x80", "\x80",     "\xf4\x90\x80\x80"};
    for (const std::string& wrong : wrongs) {
        // Valid bytes of the same length are replaced after encoding, because the encoder does not write
        // invalid ones.
        const std::string marker(wrong.size(), 'M');
        const auto refused = [&](std::string bytes, const auto& decode) {
            const auto at = bytes.find(marker);
            REQUIRE(at != std::string::npos);
            bytes.replace(at, marker.size(), wrong);
            const auto decoded = decode(bytes);
            return !decoded && decoded.error().code == DecodeErrorCode::Malformed;
        };
        const auto client = [&](const protocol::ClientFrame& frame) {
            return refused(wire::encode(protocol::ClientEnvelope{RequestId(1), 0, frame}),
                           wire::decodeClient);
        };
        const auto server = [&](const protocol::ServerFrame& frame) {
            return refused(wire::encode(protocol::ServerEnvelope{RequestId(1), 0, frame}),
                           wire::decodeServer);
        };
        CHECK(client(sendOf(marker)));
        CHECK(client(protocol::CreateGroup{{}, "t", {"a", marker}}));
        CHECK(client(protocol::OpenDirect{marker}));
        CHECK(client(protocol::FindChannels{marker}));
        CHECK(client(protocol::Rename{ConversationId(1), marker}));
        CHECK(server(protocol::Users{{User{UserId(1), marker}}}));
        CHECK(server(protocol::Error{protocol::ErrorCode::Malformed, {}, marker}));
        CHECK(server(rangeOf(marker)));
    }
}

TEST_CASE("huge frames and huge lists are refused")
{
    const auto tooLarge = wire::decodeClient(std::string(wire::maxFrameBytes + 1, '\0'));
    REQUIRE_FALSE(tooLarge.has_value());
    CHECK(tooLarge.error().code == DecodeErrorCode::TooLarge);

    const auto tooMany = std::optional(DecodeErrorCode::TooMany);
    const int above = static_cast<int>(wire::maxListElements) + 1;
    CHECK(clientError([&](auto& m) {
              for (int i = 0; i < above; ++i) {
                  m.mutable_get_users()->add_ids(1);
              }
          })
          == tooMany);
    CHECK(clientError([&](auto& m) {
              for (int i = 0; i < above; ++i) {
                  m.mutable_read()->add_intents();
              }
          })
          == tooMany);
    CHECK(rangeError(0, above, 1'000'000) == tooMany);
    CHECK_FALSE(rangeError(0, above - 1, 1'000'000));
}

TEST_CASE("a frame of nothing but empty elements is refused before it is parsed")
{
    // One `read` field of empty intents, and one field with the same variants again and again.
    std::string intents;
    while (intents.size() < wire::maxFrameBytes / 2) {
        intents += std::string("\x0a\x00", 2);
    }
    v1::ClientEnvelope message;
    REQUIRE(message.mutable_read()->ParseFromString(intents));
    const auto decoded = wire::decodeClient(message.SerializeAsString());
    REQUIRE_FALSE(decoded.has_value());
    CHECK(decoded.error() == wire::DecodeError{DecodeErrorCode::TooMany, "frame"});

    std::string variants;
    while (variants.size() < wire::maxFrameBytes / 2) {
        variants += std::string("\x22\x00\x2a\x00", 4);
    }
    const auto alternating = wire::decodeClient(variants);
    REQUIRE_FALSE(alternating.has_value());
    CHECK(alternating.error() == wire::DecodeError{DecodeErrorCode::TooMany, "frame"});
}

TEST_CASE(
    "parts of the protocol that this build does not support are unknown frames with request and session")
{
    const auto isUnknown = [](auto message, const auto& decode) {
        message.set_request(31);
        message.set_session(8);
        const auto decoded = decode(message.SerializeAsString());
        return decoded.has_value() && decoded->request == RequestId(31) && decoded->session == 8
               && std::holds_alternative<protocol::UnknownFrame>(decoded->frame);
    };
    const auto client = [&](const std::function<void(v1::ClientEnvelope&)>& make) {
        v1::ClientEnvelope message;
        make(message);
        return isUnknown(message, wire::decodeClient);
    };
    const auto server = [&](const std::function<void(v1::ServerEnvelope&)>& make) {
        v1::ServerEnvelope message;
        make(message);
        return isUnknown(message, wire::decodeServer);
    };
    CHECK(client([](auto&) {}));
    CHECK(client([](auto& m) { m.mutable_mark_all_read()->add_intents()->set_read_seq(3); }));
    CHECK(client([](auto& m) { m.mutable_undo()->add_cursors()->set_read_seq(3); }));
    CHECK(client([](auto& m) { m.mutable_explain()->set_conversation(3); }));
    CHECK(client([](auto& m) { m.mutable_set_role()->set_role(static_cast<v1::Role>(77)); }));
    CHECK(client([](auto& m) { m.mutable_send()->set_conversation(3); }));
    CHECK(server([](auto&) {}));
    CHECK(server([](auto& m) { m.mutable_servers()->add_servers("wss://example.org"); }));
}

TEST_CASE("durations that do not fit are shortened, never wrapped")
{
    const auto roundTrip = [](const protocol::ServerFrame& frame) {
        return wire::decodeServer(wire::encodePush(frame))->frame;
    };
    const Milliseconds maxDuration(std::numeric_limits<std::uint32_t>::max());
    CHECK(std::get<protocol::Error>(roundTrip(errorWith(Milliseconds::max()))).retryAfter == maxDuration);
    CHECK(std::get<protocol::Error>(roundTrip(errorWith(Milliseconds(-5)))).retryAfter == Milliseconds(0));
    const auto reversed = std::get<protocol::GoAway>(
        roundTrip(protocol::GoAway{.minDelay = Milliseconds(900), .maxDelay = Milliseconds(100)}));
    CHECK(reversed == protocol::GoAway{.minDelay = Milliseconds(900), .maxDelay = Milliseconds(900)});
}

} // namespace tidemark::wire_test::validation_test
