#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The key that finds a name regardless of the case of its letters and the encoding of its accents: names
/// that users read as the same have the same key, names that only look alike do not. A name that is not UTF-8
/// is its own key.
[[nodiscard]] std::string nameFold(std::string_view name);

/// Names that look alike in any case share one of these keys; so do names with the same nameFold(). Returns
/// one or two keys, never an empty one. They depend on the tables of the installed ICU, so use them only to
/// filter new names, not as an identity.
[[nodiscard]] std::vector<std::string> nameSkeletons(std::string_view name);

} // namespace tidemark
