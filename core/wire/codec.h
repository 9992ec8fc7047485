#pragma once

#include "core/base/expected.h"
#include "core/domain/protocol.h"
#include "core/domain/request_caps.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Converts between the bytes of one WebSocket frame and protocol values. proto/tidemark/v1 defines the
/// format. All functions are pure and may run in several threads at once.
namespace tidemark::wire {

/// Larger frames are refused unread, whatever limits the peers agreed on.
inline constexpr std::size_t maxFrameBytes = std::size_t{16} * 1024 * 1024;
/// Maximum elements of one list in a frame (entries, states, held states, names, ...); longer lists are
/// refused.
using caps::maxListElements;

enum class DecodeErrorCode : std::uint8_t {
    TooLarge,  ///< above maxFrameBytes
    Malformed, ///< not a message of this protocol, or text that is not UTF-8
    BadLength, ///< a uuid that is not 16 bytes long, or a token that is not 32 bytes long
    BadSeq,    ///< a seq outside its log
    TooMany,   ///< a list with more than maxListElements elements
};

/// The reason why bytes are not a valid frame. `detail` names the field, for logs; it never contains content.
struct DecodeError {
    DecodeErrorCode code = DecodeErrorCode::Malformed;
    std::string detail;
    friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

/// Encodes an envelope. Preconditions: strings are UTF-8, and the entries of a Range are dense from `after` +
/// 1. An `UnknownFrame` becomes an envelope without a frame.
[[nodiscard]] std::string encode(const protocol::ClientEnvelope& envelope);
[[nodiscard]] std::string encode(const protocol::ServerEnvelope& envelope);

/// Encodes a push (request 0) for session 0. Encode once for all receivers, then use forSession().
[[nodiscard]] std::string encodePush(const protocol::ServerFrame& frame);
/// Returns an encoded push addressed to another session. Copies the bytes without encoding again.
[[nodiscard]] std::string forSession(std::string_view encodedPush, std::uint32_t session);

/// Returns bytes that add a receiver's totals to an encoded Notify. Append them before you call forSession().
[[nodiscard]] std::string encodeTotals(const protocol::TotalsNow& totals);

/// Decodes any bytes to a value or an error. Unsupported frames (unknown variants, parts of a later version,
/// unknown values of enums without an "unknown") become an UnknownFrame that keeps request and session. Other
/// unknown enum values become `Unknown`; unknown fields are skipped. Checked: lengths, list sizes, UTF-8,
/// seqs within their Range. Not checked: whether ids exist and cursors make sense, because only the hub
/// knows.
[[nodiscard]] Expected<protocol::ClientEnvelope, DecodeError> decodeClient(std::string_view bytes);
[[nodiscard]] Expected<protocol::ServerEnvelope, DecodeError> decodeServer(std::string_view bytes);

/// The attachments of a message as databases store them; empty if there are none.
[[nodiscard]] std::string encodeAttachments(const std::vector<Attachment>& attachments);
/// Bytes that are no attachments give none.
[[nodiscard]] std::vector<Attachment> decodeAttachments(std::string_view bytes);

} // namespace tidemark::wire
