#pragma once

/// For windows, which know the client only: to which servers it connects.
#include "core/transport/server_address.h"
