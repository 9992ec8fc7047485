#pragma once

#include "core/domain/conversation.h"

#include <tidemark/v1/conversation.pb.h>
#include <tidemark/v1/session.pb.h>

#include <optional>

/// Values about reading that several frames share.
namespace tidemark::wire {

[[nodiscard]] v1::ReceiptPrivacy wirePrivacy(ReceiptPrivacy privacy);
/// Returns Private for a value from a later protocol: a restriction that is unknown must not become public.
[[nodiscard]] ReceiptPrivacy readPrivacy(v1::ReceiptPrivacy privacy);

[[nodiscard]] v1::ReadingPolicy wireReading(ReadingPolicy policy);
/// Returns ByHand for a value from a later protocol: the error is then towards unread.
[[nodiscard]] ReadingPolicy readReading(v1::ReadingPolicy policy);

[[nodiscard]] v1::CursorCause wireCause(CursorCause cause);
[[nodiscard]] CursorCause readCause(v1::CursorCause cause);

[[nodiscard]] v1::Role wireRole(Role role);
/// Returns Member for a value from a later protocol.
[[nodiscard]] Role readRole(v1::Role role);
/// Returns empty for a value from a later protocol.
[[nodiscard]] std::optional<Role> knownRole(v1::Role role);

[[nodiscard]] v1::AddingPolicy wireAdding(AddingPolicy policy);
/// Returns Nobody for a value from a later protocol: the error is then towards asking.
[[nodiscard]] AddingPolicy readAdding(v1::AddingPolicy policy);

void fillAccountSettings(v1::AccountSettings& message, const AccountSettings& settings);
[[nodiscard]] AccountSettings readAccountSettings(const v1::AccountSettings& message);

} // namespace tidemark::wire
