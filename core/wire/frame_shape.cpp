#include "core/wire/frame_shape.h"

#include "core/wire/codec.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstddef>
#include <cstdint>

namespace tidemark::wire {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

/// Leaves room for the fields outside the longest list.
constexpr std::size_t maxFields = maxListElements + 1024;

CodedInputStream streamOf(std::string_view bytes)
{
    return CodedInputStream(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                            static_cast<int>(bytes.size()));
}

std::size_t countFields(std::string_view bytes)
{
    CodedInputStream stream = streamOf(bytes);
    std::size_t count = 0;
    while (const std::uint32_t tag = stream.ReadTag()) {
        ++count;
        if (count > maxFields || !WireFormatLite::SkipField(&stream, tag)) {
            break;
        }
    }
    return count;
}

} // namespace

bool hasTooManyFields(std::string_view bytes)
{
    CodedInputStream stream = streamOf(bytes);
    std::size_t count = 0;
    while (const std::uint32_t tag = stream.ReadTag()) {
        ++count;
        if (WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
            std::uint32_t length = 0;
            if (!stream.ReadVarint32(&length)) {
                return false;
            }
            const auto start = static_cast<std::size_t>(stream.CurrentPosition());
            if (length > bytes.size() - start) {
                return false;
            }
            count += countFields(bytes.substr(start, length));
            stream.Skip(static_cast<int>(length));
        } else if (!WireFormatLite::SkipField(&stream, tag)) {
            return false;
        }
        if (count > maxFields) {
            return true;
        }
    }
    return false;
}

} // namespace tidemark::wire
