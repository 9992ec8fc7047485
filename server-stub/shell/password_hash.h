#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::server {

/// How much work Argon2id is to make of a password.
struct PasswordCost {
    std::uint32_t passes = 2;
    std::uint32_t memoryKib = 64 * 1024;

    /// What it takes, in KiB that are written: the time is proportional to it.
    [[nodiscard]] std::uint64_t work() const { return std::uint64_t{passes} * memoryKib; }
    friend bool operator==(const PasswordCost&, const PasswordCost&) = default;
};

/// The cost that a hash says in itself; nothing: that is no Argon2id hash of ours.
[[nodiscard]] std::optional<PasswordCost> costOf(const std::string& hash);
/// The greater of each.
[[nodiscard]] PasswordCost strongestOf(const PasswordCost& a, const PasswordCost& b);

// Any thread. They change nothing but what they give back.
/// A hash with its parameters and a fresh salt in it; empty: there is not enough memory.
[[nodiscard]] std::string hashOf(const std::string& password, const PasswordCost& cost);
/// In constant time but for the work that `hash` asks for.
[[nodiscard]] bool matches(const std::string& password, const std::string& hash);
/// Does as much work as a hash of this much, in at most `memoryKib` at a time, for nothing.
void spendWork(std::uint64_t work, std::uint32_t memoryKib);

} // namespace tidemark::server
