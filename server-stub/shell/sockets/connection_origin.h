#pragma once

#include "core/domain/ids.h"

#include <QHostAddress>

namespace tidemark::server {

/// The time and the address of a connection's beginning.
struct ConnectionOrigin {
    Instant since;        ///< when it was accepted
    QHostAddress address; ///< the client's, as named by a proxy if it came through one
};

} // namespace tidemark::server
