#pragma once

#include "core/domain/conversation.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace tidemark {

/// The names of the policies in commands and in stored settings.
inline constexpr std::array readingPolicyWords{
    std::pair<std::string_view, ReadingPolicy>("when-seen", ReadingPolicy::WhenSeen),
    std::pair<std::string_view, ReadingPolicy>("on-opening", ReadingPolicy::OnOpening),
    std::pair<std::string_view, ReadingPolicy>("by-hand", ReadingPolicy::ByHand)};

/// The key under which a device stores its own policy. An empty value means: use the account's policy.
inline constexpr std::string_view devicePolicySetting = "reading-policy";

[[nodiscard]] constexpr std::string_view wordOf(ReadingPolicy policy)
{
    for (const auto& [word, one] : readingPolicyWords) {
        if (one == policy) {
            return word;
        }
    }
    return {};
}

/// Empty if `text` is not the name of a policy.
[[nodiscard]] constexpr std::optional<ReadingPolicy> readingPolicyOf(std::string_view text)
{
    for (const auto& [word, one] : readingPolicyWords) {
        if (word == text) {
            return one;
        }
    }
    return std::nullopt;
}

} // namespace tidemark
