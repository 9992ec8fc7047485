#pragma once

#include "core/domain/protocol.h"
#include "core/sync/engine.h"
#include "core/sync/inputs.h"

#include <QJsonArray>

#include <optional>

namespace tidemark {

/// An engine's input as a line of a trace holds it: what kind, ids, seqs and flags. Texts, titles, names,
/// passwords and tokens are left out. What the engine does with its read state does not depend on them.
[[nodiscard]] QJsonArray traceOf(const Input& input);

/// The input that a line stands for, with stand-ins for what was left out. None: not a line of a trace.
[[nodiscard]] std::optional<Input> inputFromTrace(const QJsonArray& line);

/// All that makes an engine with this configuration do the same again.
[[nodiscard]] QJsonArray traceOf(const EngineConfig& config);
[[nodiscard]] EngineConfig configFromTrace(const QJsonArray& line);

/// What a conversation's badge shows and stands for: id, cursor epoch and seq, counted head, unread,
/// mentions, answers, whether exact.
[[nodiscard]] QJsonArray traceOf(const LocalConversation& conversation);

/// A frame without its texts, titles, names and tokens.
[[nodiscard]] protocol::ServerEnvelope withoutText(protocol::ServerEnvelope envelope);

} // namespace tidemark
