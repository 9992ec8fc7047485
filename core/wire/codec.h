#pragma once

#include "core/base/expected.h"
#include "core/domain/protocol.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Bytes of one WebSocket frame <-> protocol values. The format is in proto/tidemark/v1. All functions are
/// pure and may be called from several threads at once.
namespace tidemark::wire {

/// Frames above this are refused unseen, whatever limits were agreed on.
inline constexpr std::size_t maxFrameBytes = std::size_t{16} * 1024 * 1024;
/// Elements of one list in a frame (entries, states, held states, names, ...). More are refused.
inline constexpr std::size_t maxListElements = std::size_t{64} * 1024;

enum class DecodeErrorCode : std::uint8_t {
    TooLarge,  ///< above maxFrameBytes
    Malformed, ///< not a message of this protocol, or text that is not UTF-8
    BadLength, ///< a uuid that has not 16 bytes, or a token that has not 32
    BadSeq,    ///< a seq outside of its log
    TooMany,   ///< a list above maxListElements
};

/// Why bytes are not a frame. `detail` names the field, for logs; it never holds content.
struct DecodeError {
    DecodeErrorCode code = DecodeErrorCode::Malformed;
    std::string detail;
    friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

/// Precondition of all encoders: strings are UTF-8, and the entries of a Range are dense from `after` + 1. An
/// `UnknownFrame` becomes an envelope without a frame.
[[nodiscard]] std::string encode(const protocol::ClientEnvelope& envelope);
[[nodiscard]] std::string encode(const protocol::ServerEnvelope& envelope);

/// A push (request 0) for session 0, from the frame alone. To be encoded once for all its receivers; see
/// forSession().
[[nodiscard]] std::string encodePush(const protocol::ServerFrame& frame);
/// The bytes of an encoded push, addressed to another session. Costs a copy, no encoding.
[[nodiscard]] std::string forSession(std::string_view encodedPush, std::uint32_t session);

/// What appended to an encoded Notify (and before forSession()) adds the receiver's totals to it.
[[nodiscard]] std::string encodeTotals(const protocol::TotalsNow& totals);

/// Any bytes give a value or an error. What this build does not do (unknown variants, parts of a later
/// version, unknown values where the protocol has no "unknown") decodes to an UnknownFrame that keeps request
/// and session; other unknown enum values become `Unknown`, unknown fields are skipped. Checked: lengths,
/// list sizes, UTF-8, seqs within their Range. Not checked: whether ids exist and cursors make sense, which
/// only the hub can know.
[[nodiscard]] Expected<protocol::ClientEnvelope, DecodeError> decodeClient(std::string_view bytes);
[[nodiscard]] Expected<protocol::ServerEnvelope, DecodeError> decodeServer(std::string_view bytes);

} // namespace tidemark::wire
