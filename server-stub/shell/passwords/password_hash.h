#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::server {

/// The work that Argon2id does for a password.
struct PasswordCost {
    std::uint32_t passes = 2;
    std::uint32_t memoryKib = 64 * 1024;

    /// The number of KiB that are written; the time is proportional to it.
    [[nodiscard]] std::uint64_t work() const { return std::uint64_t{passes} * memoryKib; }
    friend bool operator==(const PasswordCost&, const PasswordCost&) = default;
};

/// The cost that a hash contains; empty if it is not one of our Argon2id hashes.
[[nodiscard]] std::optional<PasswordCost> costOf(const std::string& hash);
/// The greater value of each parameter.
[[nodiscard]] PasswordCost strongestOf(const PasswordCost& a, const PasswordCost& b);

// Call these from any thread; they have no side effects.
/// A hash that contains its parameters and a fresh salt; empty if there is not enough memory.
[[nodiscard]] std::string hashOf(const std::string& password, const PasswordCost& cost);
/// Takes a time that depends only on the cost in `hash`.
[[nodiscard]] bool matches(const std::string& password, const std::string& hash);
/// Hashes dummy data, in at most `memoryKib` at a time, so that failures take equal time.
void burnWork(std::uint64_t work, std::uint32_t memoryKib);

} // namespace tidemark::server
