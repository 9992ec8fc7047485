#pragma once

#include "core/domain/conversation.h"

#include <tidemark/v1/conversation.pb.h>
#include <tidemark/v1/session.pb.h>

#include <optional>

/// Values about reading that several frames share.
namespace tidemark::wire {

[[nodiscard]] v1::ReceiptPrivacy wirePrivacy(ReceiptPrivacy privacy);
/// Private for a value of a later protocol: what it may mean, it is not for everybody.
[[nodiscard]] ReceiptPrivacy readPrivacy(v1::ReceiptPrivacy privacy);

[[nodiscard]] v1::ReadingPolicy wireReading(ReadingPolicy policy);
/// ByHand for a value of a later protocol: the error is towards unread.
[[nodiscard]] ReadingPolicy readReading(v1::ReadingPolicy policy);

[[nodiscard]] v1::CursorCause wireCause(CursorCause cause);
[[nodiscard]] CursorCause readCause(v1::CursorCause cause);

[[nodiscard]] v1::Role wireRole(Role role);
/// Member for a value of a later protocol.
[[nodiscard]] Role readRole(v1::Role role);
/// None for a value of a later protocol.
[[nodiscard]] std::optional<Role> knownRole(v1::Role role);

void fillAccountSettings(v1::AccountSettings& message, const AccountSettings& settings);
[[nodiscard]] AccountSettings readAccountSettings(const v1::AccountSettings& message);

} // namespace tidemark::wire
