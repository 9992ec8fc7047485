#pragma once

#include "core/domain/ids.h"

#include <QHostAddress>

namespace tidemark::server {

/// How a connection has come.
struct Arrival {
    Instant since;        ///< when it was accepted
    QHostAddress address; ///< the client's: where a proxy has said it, that one
};

} // namespace tidemark::server
