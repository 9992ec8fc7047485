#pragma once

#include "core/models/notification_plan.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tidemark {

/// What of a message is seen in its notification.
enum class NotificationPreview : quint8 { Text, NameOnly, Nothing };

/// What the user has chosen about notifications and the tray, as kept in the profile.
struct DesktopChoices {
    NotificationRules rules;
    NotificationPreview preview = NotificationPreview::Text;
    bool hasSound = false;
    bool staysInTray = false; ///< the program goes on when its window is closed

    /// The keys under which they are kept.
    [[nodiscard]] static QStringList keys();
    /// Takes a kept value; unknown keys and values change nothing.
    void take(const QString& key, const QString& value);
    /// Empty: no such key.
    [[nodiscard]] QString valueOf(const QString& key) const;

    friend bool operator==(const DesktopChoices&, const DesktopChoices&) = default;
};

} // namespace tidemark
