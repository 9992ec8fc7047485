#pragma once

#include "core/client/client.h"

#include <QString>

namespace tidemark {

/// The text about the connection in the strip above the list.
struct ConnectionText {
    QString words = {};     ///< empty: the strip is hidden
    bool isWarning = false; ///< false: the strip only shows progress
    bool canRetry = false;

    friend bool operator==(const ConnectionText&, const ConnectionText&) = default;
};

/// `retryInSeconds`: -1 when no retry is planned. `remaining`: entries still to be pulled in the background.
[[nodiscard]] ConnectionText connectionText(const ConnectionStatus& status, int retryInSeconds,
                                            quint64 remaining);

/// One word for scripts: "signed-out", "offline", "waiting", "connecting", "syncing", "online".
[[nodiscard]] QString connectionWord(ConnectionPhase phase);

} // namespace tidemark
