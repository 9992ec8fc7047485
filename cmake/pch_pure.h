// Precompiled for everything, with or without Qt. Sources still include what they use: the preset `tidy`
// builds without these files.
#pragma once

#include "core/domain/protocol.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
