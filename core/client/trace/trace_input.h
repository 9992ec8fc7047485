#pragma once

#include "core/sync/engine.h"
#include "core/sync/inputs.h"

#include <QJsonArray>

#include <optional>

namespace tidemark {

/// Returns an engine's input as a line of a trace: its kind, ids, seqs and flags, without texts, titles,
/// names, passwords and tokens. The engine's read state does not depend on those.
[[nodiscard]] QJsonArray traceOf(const Input& input);

/// Returns the input for a line, with placeholders for the omitted values. Empty: not a line of a trace.
[[nodiscard]] std::optional<Input> inputFromTrace(const QJsonArray& line);

/// Returns the settings that a new engine needs to repeat the recorded behaviour.
[[nodiscard]] QJsonArray traceOf(const EngineConfig& config);
[[nodiscard]] EngineConfig configFromTrace(const QJsonArray& line);

/// Returns a conversation's badge and position: id, cursor epoch and seq, counted head, unread, mentions,
/// replies, whether exact.
[[nodiscard]] QJsonArray traceOf(const LocalConversation& conversation);

} // namespace tidemark
