#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Real chat as plain values, without Qt: one JSON object a line, {"room","at","from","text"[,"action"]}.
namespace tidemark::test {

struct LoggedMessage {
    std::string author;
    UnixMs at;
    std::string text; ///< UTF-8
    bool isAction = false;

    friend bool operator==(const LoggedMessage&, const LoggedMessage&) = default;
};

/// One line of a log; empty if it is not such an object.
[[nodiscard]] std::optional<LoggedMessage> parseLoggedMessage(const std::string& line);

/// The first `limit` messages of the file; empty if it cannot be read. Lines that are not messages are
/// skipped.
[[nodiscard]] std::vector<LoggedMessage> readLoggedMessages(const std::string& path, std::size_t limit);

/// Repeats `talk` until there are `count` messages, with ascending times. Empty if `talk` is empty.
[[nodiscard]] std::vector<LoggedMessage> repeatedTalk(const std::vector<LoggedMessage>& talk,
                                                      std::size_t count);

/// A short conversation in English and Chinese, for machines without a real log.
[[nodiscard]] std::vector<LoggedMessage> builtInTalk();

} // namespace tidemark::test
