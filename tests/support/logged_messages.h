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

/// One line of a log; nothing when it is not such an object.
[[nodiscard]] std::optional<LoggedMessage> parseLoggedMessage(const std::string& line);

/// The first `limit` messages of the file; empty when it cannot be read. Lines that are not messages are
/// skipped.
[[nodiscard]] std::vector<LoggedMessage> readLoggedMessages(const std::string& path, std::size_t limit);

/// `talk` again and again until there are `count` messages; time goes on. Empty if `talk` is.
[[nodiscard]] std::vector<LoggedMessage> repeatedTalk(const std::vector<LoggedMessage>& talk,
                                                      std::size_t count);

/// A short talk in English and Chinese, for machines without a real log.
[[nodiscard]] std::vector<LoggedMessage> builtInTalk();

} // namespace tidemark::test
