#pragma once

/// Gives windows, which include client headers only, the servers of an account.
#include "core/transport/server_list.h"
