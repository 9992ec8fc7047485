#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// Finds the users whom a text mentions: `@name` or `@all`, with no ASCII letter or digit before the @. A
/// name may contain blanks; the longest name that `isName` accepts counts. Looks at most at `maxMentions`
/// mentions and a few candidates for each, so that a text full of @ costs little.
class MentionFinder {
public:
    static constexpr int maxMentions = 50;
    using IsName = std::function<bool(std::string_view)>;

    /// The number of calls of `isName` for `text` if it accepts no name.
    [[nodiscard]] static std::size_t lookupsIn(std::string_view text);

    /// `text` must be valid UTF-8 and outlive this object.
    MentionFinder(std::string_view text, const IsName& isName);

    [[nodiscard]] const std::vector<std::string_view>& names() const { return m_names; }
    [[nodiscard]] bool isForAll() const { return m_isForAll; }

private:
    std::vector<std::string_view> m_names; ///< spelled as in the text and in its order; may repeat
    bool m_isForAll = false;
};

} // namespace tidemark::server
