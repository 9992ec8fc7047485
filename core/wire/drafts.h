#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class DraftResult;
class Drafts;
class SetDraft;
} // namespace tidemark::v1

/// The frames about drafts; see values.h for the names of these functions.
namespace tidemark::wire {

void fillSetDraft(v1::SetDraft& message, const protocol::SetDraft& frame);
[[nodiscard]] protocol::SetDraft readSetDraft(v1::SetDraft& message, Problem& problem);
void fillDraftResult(v1::DraftResult& message, const protocol::DraftResult& frame);
[[nodiscard]] protocol::DraftResult readDraftResult(v1::DraftResult& message, Problem& problem);
void fillDrafts(v1::Drafts& message, const protocol::Drafts& frame);
[[nodiscard]] protocol::Drafts readDrafts(v1::Drafts& message, Problem& problem);

} // namespace tidemark::wire
