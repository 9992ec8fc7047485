#include "core/wire/codec.h"
#include "tests/wire/random_frames.h"

#include <doctest/doctest.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

#include <string>
#include <vector>

namespace tidemark::wire_test::unknown_fields_test {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::StringOutputStream;

/// One field of a message in its encoded form, with its tag.
struct RawField {
    std::string bytes;
    int number = 0;
    std::string payload; ///< of length-delimited fields
    bool isLengthDelimited = false;
};

std::vector<RawField> fieldsOf(const std::string& message)
{
    std::vector<RawField> fields;
    CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(message.data()),
                            static_cast<int>(message.size()));
    while (true) {
        const auto start = static_cast<std::size_t>(stream.CurrentPosition());
        const std::uint32_t tag = stream.ReadTag();
        if (tag == 0) {
            return fields;
        }
        RawField field;
        field.number = WireFormatLite::GetTagFieldNumber(tag);
        field.isLengthDelimited =
            WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
        if (field.isLengthDelimited) {
            std::uint32_t length = 0;
            REQUIRE(stream.ReadVarint32(&length));
            REQUIRE(stream.ReadString(&field.payload, static_cast<int>(length)));
        } else {
            REQUIRE(WireFormatLite::SkipField(&stream, tag));
        }
        field.bytes = message.substr(start, static_cast<std::size_t>(stream.CurrentPosition()) - start);
        fields.push_back(std::move(field));
    }
}

std::string lengthDelimited(int number, const std::string& payload)
{
    std::string bytes;
    {
        StringOutputStream target(&bytes);
        CodedOutputStream stream(&target);
        stream.WriteTag(WireFormatLite::MakeTag(number, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
        stream.WriteVarint32(static_cast<std::uint32_t>(payload.size()));
        stream.WriteString(payload);
    }
    return bytes;
}

/// A field of every wire type, with numbers that the protocol never uses.
std::string unknownFields(SplitMix64& random)
{
    constexpr int firstNumber = 1000;
    std::string bytes = lengthDelimited(firstNumber, std::string(random.below(40), '\xfe'));
    {
        StringOutputStream target(&bytes);
        CodedOutputStream stream(&target);
        stream.WriteTag(WireFormatLite::MakeTag(firstNumber + 1, WireFormatLite::WIRETYPE_VARINT));
        stream.WriteVarint64(random.next());
        stream.WriteTag(WireFormatLite::MakeTag(firstNumber + 2, WireFormatLite::WIRETYPE_FIXED32));
        stream.WriteLittleEndian32(static_cast<std::uint32_t>(random.next()));
        stream.WriteTag(WireFormatLite::MakeTag(firstNumber + 3, WireFormatLite::WIRETYPE_FIXED64));
        stream.WriteLittleEndian64(random.next());
    }
    return bytes;
}

/// The envelope with unknown fields before and after its own, and the same inside its frame.
std::string withUnknownFields(const std::string& envelope, SplitMix64& random)
{
    std::string result = unknownFields(random);
    for (const RawField& field : fieldsOf(envelope)) {
        if (field.isLengthDelimited) {
            result +=
                lengthDelimited(field.number, unknownFields(random) + field.payload + unknownFields(random));
        } else {
            result += field.bytes;
        }
    }
    return result + unknownFields(random);
}

/// The envelope once for each field of its frame, without this field.
std::vector<std::string> withOneFieldRemoved(const std::string& envelope)
{
    std::string rest;
    RawField frame;
    for (const RawField& field : fieldsOf(envelope)) {
        if (field.isLengthDelimited) {
            frame = field;
        } else {
            rest += field.bytes;
        }
    }
    std::vector<std::string> results;
    const std::vector<RawField> fields = fieldsOf(frame.payload);
    for (std::size_t removed = 0; removed < fields.size(); ++removed) {
        std::string payload;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i != removed) {
                payload += fields[i].bytes;
            }
        }
        results.push_back(rest + lengthDelimited(frame.number, payload));
    }
    return results;
}

} // namespace

TEST_CASE("unknown fields in any client frame change nothing")
{
    SplitMix64 random(8);
    for (int round = 0; round < 50; ++round) {
        for (std::size_t variant = 0; variant < clientVariants; ++variant) {
            CAPTURE(variant);
            const auto envelope = randomClientEnvelope(variant, random);
            const auto decoded = wire::decodeClient(withUnknownFields(wire::encode(envelope), random));
            REQUIRE(decoded.has_value());
            REQUIRE(*decoded == envelope);
        }
    }
}

TEST_CASE("unknown fields in any server frame change nothing")
{
    SplitMix64 random(9);
    for (int round = 0; round < 50; ++round) {
        for (std::size_t variant = 0; variant < serverVariants; ++variant) {
            CAPTURE(variant);
            const auto envelope = randomServerEnvelope(variant, random);
            const auto decoded = wire::decodeServer(withUnknownFields(wire::encode(envelope), random));
            REQUIRE(decoded.has_value());
            REQUIRE(*decoded == envelope);
        }
    }
}

TEST_CASE("a frame that lacks a field is read with its default or refused, and keeps its variant")
{
    SplitMix64 random(10);
    for (int round = 0; round < 20; ++round) {
        for (std::size_t variant = 0; variant < clientVariants; ++variant) {
            const auto envelope = randomClientEnvelope(variant, random);
            for (const std::string& bytes : withOneFieldRemoved(wire::encode(envelope))) {
                const auto decoded = wire::decodeClient(bytes);
                REQUIRE(decoded.has_value());
                CHECK(decoded->request == envelope.request);
                // This build cannot handle a send without content.
                const bool isKept = decoded->frame.index() == variant
                                    || (std::holds_alternative<protocol::Send>(envelope.frame)
                                        && std::holds_alternative<protocol::UnknownFrame>(decoded->frame));
                CHECK(isKept);
            }
        }
        for (std::size_t variant = 0; variant < serverVariants; ++variant) {
            const auto envelope = randomServerEnvelope(variant, random);
            for (const std::string& bytes : withOneFieldRemoved(wire::encode(envelope))) {
                const auto decoded = wire::decodeServer(bytes);
                // A Range without its head, or without the entry before one that refers back, has no valid
                // seqs.
                const bool isRange = std::holds_alternative<protocol::Range>(envelope.frame);
                REQUIRE((decoded.has_value() || isRange));
                if (decoded.has_value()) {
                    CHECK(decoded->frame.index() == variant);
                } else {
                    CHECK(decoded.error().code == wire::DecodeErrorCode::BadSeq);
                }
            }
        }
    }
}

} // namespace tidemark::wire_test::unknown_fields_test
