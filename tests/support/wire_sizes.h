#pragma once

#include "tests/support/logged_messages.h"

#include <cstddef>
#include <vector>

/// Compares the size of the protocol's frames with the same content as compact JSON.
namespace tidemark::test {

/// The sums over all Ranges of the log.
struct WireSizeRow {
    std::size_t messagesPerFrame = 0;
    std::size_t frames = 0;
    std::size_t wireBytes = 0;
    std::size_t jsonBytes = 0;

    /// The share of the JSON that is saved, in [0, 1].
    [[nodiscard]] double saved() const;
};

/// Cuts the log into Ranges of 1, 10 and 100 messages, without the rest at the end, and encodes each in
/// both ways. Both contain: request, conversation, log epoch, after, head, and of every message seq (in
/// JSON only), kind, author, time to the second, text, whether it is an action, and the uuid on messages of
/// the reader, who is the author of the first one. The JSON has the keys of the command line client and a
/// name in every message. The frame has an id there, and each name once.
[[nodiscard]] std::vector<WireSizeRow> measureWireSizes(const std::vector<LoggedMessage>& log);

} // namespace tidemark::test
