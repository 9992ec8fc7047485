#pragma once

/// For windows, which know the client only: the servers of an account.
#include "core/transport/server_list.h"
