#pragma once

#include "core/base/failpoint.h"
#include "core/base/one_of.h"
#include "core/domain/protocol.h"

#include <optional>

namespace tidemark {

/// The deed that a request is about, for failpoints.
inline std::optional<Deed> deedOf(const protocol::ClientFrame& frame)
{
    if (std::holds_alternative<protocol::Send>(frame)) {
        return Deed::Message;
    }
    if (holdsOneOf<protocol::Read, protocol::MarkUnread>(frame)) {
        return Deed::Read;
    }
    if (std::holds_alternative<protocol::SetDraft>(frame)) {
        return Deed::Draft;
    }
    if (std::holds_alternative<protocol::Schedule>(frame)) {
        return Deed::Schedule;
    }
    if (std::holds_alternative<protocol::React>(frame)) {
        return Deed::Reaction;
    }
    if (std::holds_alternative<protocol::SetIgnored>(frame)) {
        return Deed::Ignoring;
    }
    if (std::holds_alternative<protocol::SetFolder>(frame)) {
        return Deed::Folder;
    }
    if (holdsOneOf<protocol::ClearHistory, protocol::HideMessages>(frame)) {
        return Deed::Clearing;
    }
    if (std::holds_alternative<protocol::SeeReactions>(frame)) {
        return Deed::Looking;
    }
    if (holdsOneOf<protocol::AddMember, protocol::AnswerInvitation>(frame)) {
        return Deed::Inviting;
    }
    if (const auto* settings = std::get_if<protocol::SetSettings>(&frame);
        settings != nullptr && settings->onlyPinOrder) {
        return Deed::PinOrder;
    }
    if (std::holds_alternative<protocol::SetAccountSettings>(frame)) {
        return Deed::Settings;
    }
    return std::nullopt;
}

} // namespace tidemark
