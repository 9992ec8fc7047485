#pragma once

#include "core/domain/ids.h"
#include "core/models/notifications/notification_plan.h"

#include <QString>
#include <QStringList>

namespace tidemark {

/// The part of a message that its notification shows.
enum class NotificationPreview : quint8 { Text, NameOnly, Nothing };

/// The user's choices about notifications and the tray, as the profile keeps them.
struct DesktopChoices {
    NotificationRules rules;
    NotificationPreview preview = NotificationPreview::Text;
    bool hasSound = false;
    bool staysInTray = false; ///< the program keeps running when its window is closed
    UnixMs pausedUntil;       ///< by this computer's clock; 0: the user has not paused notifications

    /// A pause that lasts longer than any on offer comes from a clock that was wrong, and does not count.
    [[nodiscard]] bool isPausedAt(UnixMs now) const;

    /// Returns the profile's keys for these choices.
    [[nodiscard]] static QStringList keys();
    /// Takes one stored value. Ignores unknown keys and values.
    void take(const QString& key, const QString& value);
    /// Returns an empty string if the key is unknown.
    [[nodiscard]] QString valueOf(const QString& key) const;

    friend bool operator==(const DesktopChoices&, const DesktopChoices&) = default;
};

} // namespace tidemark
