#pragma once

#include "core/client/client.h"

#include <QString>

namespace tidemark {

/// What the strip above the list says about the connection.
struct ConnectionText {
    QString words;          ///< empty: nothing to say, the strip is hidden
    bool isWarning = false; ///< otherwise it only tells about work going on
    bool canRetry = false;

    friend bool operator==(const ConnectionText&, const ConnectionText&) = default;
};

/// `retryInSeconds`: -1 when no retry is planned. `remaining`: entries still to be pulled in the background.
[[nodiscard]] ConnectionText connectionText(const ConnectionStatus& status, int retryInSeconds,
                                            quint64 remaining);

/// One word for scripts: "signed-out", "offline", "waiting", "connecting", "syncing", "online".
[[nodiscard]] QString connectionWord(ConnectionPhase phase);

} // namespace tidemark
