#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/contract/rate_limiter.h"

#include <cstddef>
#include <cstdint>

namespace tidemark::server {

/// The user's bucket that a frame takes tokens from.
[[nodiscard]] Operation operationOf(const protocol::ClientFrame& frame);
/// The number of tokens that a frame takes: one, and more if it names many things.
[[nodiscard]] std::uint32_t costOf(const protocol::ClientFrame& frame, const Limits& limits);
/// The bytes of a file that the request may get.
[[nodiscard]] std::uint64_t bytesAsked(const protocol::GetBlob& request);
/// The tokens to charge afterwards for rows that were read, if their number was not known before.
[[nodiscard]] std::uint32_t costOfRead(std::size_t rows);
/// The same for states that were counted for other members.
[[nodiscard]] std::uint32_t costOfStates(std::size_t states);
/// The same for the states of one user, whose rows are read together.
[[nodiscard]] std::uint32_t costOfOwnStates(std::size_t states);
/// The same for a page of members, each with the seq that the member has read.
[[nodiscard]] std::uint32_t costOfMembers(std::size_t members);
/// The same for the bytes of a page of entries.
[[nodiscard]] std::uint32_t costOfBytes(std::size_t bytes);
/// The same for the text and the files of a forwarded message.
[[nodiscard]] std::uint32_t costOfForwarded(const content::Message& message);
/// The same for a push to a user's own devices.
[[nodiscard]] std::uint32_t costOfPushes(std::size_t sessions);

/// Units of work: a request of one token takes this many of a turn of the loop.
constexpr std::int64_t workPerToken = 16;
/// The units of work to read so many bytes and to handle the frame in them. Null: they were not a whole
/// frame.
[[nodiscard]] std::int64_t workOf(const protocol::ClientFrame* frame, std::size_t bytes,
                                  const Limits& limits);

} // namespace tidemark::server
