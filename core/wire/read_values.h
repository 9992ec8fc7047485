#pragma once

#include "core/domain/conversation.h"

#include <tidemark/v1/conversation.pb.h>

namespace tidemark::v1 {
class AccountSettings;
} // namespace tidemark::v1

/// Values about reading that several frames share.
namespace tidemark::wire {

[[nodiscard]] v1::ReceiptPrivacy wirePrivacy(ReceiptPrivacy privacy);
/// Private for a value of a later protocol: what it may mean, it is not for everybody.
[[nodiscard]] ReceiptPrivacy readPrivacy(v1::ReceiptPrivacy privacy);

[[nodiscard]] v1::CursorCause wireCause(CursorCause cause);
[[nodiscard]] CursorCause readCause(v1::CursorCause cause);

void fillAccountSettings(v1::AccountSettings& message, const AccountSettings& settings);
[[nodiscard]] AccountSettings readAccountSettings(const v1::AccountSettings& message);

} // namespace tidemark::wire
