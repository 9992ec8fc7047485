#pragma once

#include "tests/server/shell/wire_client.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark::test {

[[nodiscard]] MessageUuid uploadUuid(std::uint8_t number);
/// SHA-256.
[[nodiscard]] BlobHash hashOf(std::string_view bytes);
/// Bytes of which no chunk is like another.
[[nodiscard]] std::string manyBytes(std::size_t size);
/// A message with a uuid made of `number` that has this file.
[[nodiscard]] protocol::Send fileMessage(ConversationId conversation, std::uint64_t number,
                                         const std::string& bytes);
/// Uploads the file, or goes on with an upload. Returns whether it is complete.
[[nodiscard]] bool upload(WireClient& client, std::uint8_t number, const std::string& bytes);
/// Gets the first file of a message; the bytes so far if the server does not give more.
[[nodiscard]] std::string download(WireClient& client, ConversationId conversation, Seq seq,
                                   std::size_t size);

} // namespace tidemark::test
