#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

#include <optional>

namespace tidemark::v1 {
class Range;
class Send;
class TextContent;
} // namespace tidemark::v1

/// The compact form of log entries: seqs are implied by position or encoded as distances; author and time are
/// relative to the previous entry.
namespace tidemark::wire {

/// Precondition: entries are dense from `after` + 1. References in the wrong direction (an answer to a later
/// message) are left out, so that one wrong entry cannot make the whole Range unreadable.
void fillRange(v1::Range& message, const protocol::Range& range);
[[nodiscard]] protocol::Range readRange(v1::Range& message, Problem& problem);

void fillText(v1::TextContent& message, const content::Message& content);
[[nodiscard]] content::Message readText(v1::TextContent& message, Problem& problem);
void fillSent(v1::Send& message, const SentContent& content);
/// Empty if the content is of a later protocol.
[[nodiscard]] std::optional<SentContent> readSent(v1::Send& message, Problem& problem);

} // namespace tidemark::wire
