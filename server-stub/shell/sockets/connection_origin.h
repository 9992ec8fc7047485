#pragma once

#include "core/domain/ids.h"

#include <QHostAddress>

namespace tidemark::server {

/// When and from where a connection has come.
struct ConnectionOrigin {
    Instant since;        ///< when it was accepted
    QHostAddress address; ///< the client's, as named by a proxy if it came through one
};

} // namespace tidemark::server
