#pragma once

#include "core/models/notifications/notification_plan.h"
#include "ui/notifications/notification_service.h"
#include "ui/session/choices/desktop_choices.h"

namespace tidemark {

/// Returns the text of a notification: "Release crew (3)", "Ann: it is green again". Shows as much as the
/// user's choice of preview allows.
[[nodiscard]] NotificationContent contentOf(const NotifyConversation& what, const DesktopChoices& choices);
/// "40 unread messages in 2 conversations".
[[nodiscard]] NotificationContent contentOf(const NotifyDigest& what, const DesktopChoices& choices);
/// The text of a reminder that the user has set.
[[nodiscard]] NotificationContent reminderOf(const ScheduledItem& item, const DesktopChoices& choices);

} // namespace tidemark
