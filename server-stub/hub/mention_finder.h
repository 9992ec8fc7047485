#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// Whom a text names: `@name` or `@all`, where no letter or digit of ASCII stands before the @. A name may
/// hold blanks; the longest one that `isName` accepts counts. At most `mostMentions`, each asked for with few
/// candidates, so that a text of nothing but @ costs little.
class MentionFinder {
public:
    static constexpr int mostMentions = 50;
    using IsName = std::function<bool(std::string_view)>;

    /// `text` is valid UTF-8 and outlives the result.
    MentionFinder(std::string_view text, const IsName& isName);

    [[nodiscard]] const std::vector<std::string_view>& names() const { return m_names; }
    [[nodiscard]] bool isForAll() const { return m_isForAll; }

private:
    std::vector<std::string_view> m_names; ///< as written, in the order of the text; may repeat
    bool m_isForAll = false;
};

} // namespace tidemark::server
