#include "core/sync/deed_writes.h"

#include "core/base/one_of.h"

namespace tidemark {

std::optional<DeedWrite> deedOf(const Write& write)
{
    if (std::holds_alternative<write::PutIntent>(write)) {
        return DeedWrite{Deed::Read, false};
    }
    if (std::holds_alternative<write::EraseIntent>(write)) {
        return DeedWrite{Deed::Read, true};
    }
    if (const auto* put = std::get_if<write::PutPending>(&write)) {
        return DeedWrite{Deed::Message, put->message.state == PendingMessage::State::Acked};
    }
    if (std::holds_alternative<write::ErasePending>(write)) {
        return DeedWrite{Deed::Message, true};
    }
    if (const auto* put = std::get_if<write::PutDraft>(&write)) {
        return DeedWrite{Deed::Draft, !put->draft.uuid.isValid()};
    }
    if (const auto* put = std::get_if<write::PutScheduled>(&write)) {
        return DeedWrite{Deed::Schedule, !put->scheduled.intent};
    }
    if (std::holds_alternative<write::EraseScheduled>(write)) {
        return DeedWrite{Deed::Schedule, true};
    }
    if (std::holds_alternative<write::PutPendingReaction>(write)) {
        return DeedWrite{Deed::Reaction, false};
    }
    if (std::holds_alternative<write::ErasePendingReaction>(write)) {
        return DeedWrite{Deed::Reaction, true};
    }
    if (const auto* put = std::get_if<write::PutIgnores>(&write)) {
        return DeedWrite{Deed::Ignoring, !hasUnsentChanges(put->ignores)};
    }
    if (const auto* put = std::get_if<write::PutFolders>(&write)) {
        return DeedWrite{Deed::Folder, put->folders.pending.empty()};
    }
    if (holdsOneOf<write::ClearLog, write::HideEntries>(write)) {
        return DeedWrite{Deed::Clearing, false}; // the answer is a state like any other
    }
    if (const auto* put = std::get_if<write::PutConversation>(&write)) {
        // The answers are states like any other.
        if (put->conversation.reactions.seen > put->conversation.reactions.confirmed) {
            return DeedWrite{Deed::Looking, false};
        }
        if (put->conversation.wantedPinOrder != 0) {
            return DeedWrite{Deed::PinOrder, false};
        }
    }
    return std::nullopt;
}

} // namespace tidemark
