#include "server-stub/shell/passwords/password_hash.h"

#include <QtGlobal>

#include <sodium.h>

#include <algorithm>
#include <array>

namespace tidemark::server {

namespace {

constexpr std::size_t kib = 1024;

/// Only the first call does anything.
void initialise()
{
    if (sodium_init() < 0) {
        qFatal("libsodium cannot be initialised");
    }
}

} // namespace

std::optional<PasswordCost> costOf(const std::string& hash)
{
    PasswordCost cost;
    unsigned lanes = 0;
    // The format of the reference implementation of Argon2.
    const int found =
        std::sscanf(hash.c_str(), "$argon2id$v=19$m=%u,t=%u,p=%u$", &cost.memoryKib, &cost.passes, &lanes);
    if (found != 3 || lanes != 1 || cost.passes == 0 || cost.memoryKib < 8) {
        return std::nullopt;
    }
    return cost;
}

PasswordCost strongestOf(const PasswordCost& a, const PasswordCost& b)
{
    return {std::max(a.passes, b.passes), std::max(a.memoryKib, b.memoryKib)};
}

std::string hashOf(const std::string& password, const PasswordCost& cost)
{
    initialise();
    std::array<char, crypto_pwhash_STRBYTES> result{};
    const int failure =
        crypto_pwhash_str_alg(result.data(), password.data(), password.size(), cost.passes,
                              std::size_t{cost.memoryKib} * kib, crypto_pwhash_ALG_ARGON2ID13);
    return failure == 0 ? std::string(result.data()) : std::string();
}

bool matches(const std::string& password, const std::string& hash)
{
    initialise();
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

void burnWork(std::uint64_t work, std::uint32_t memoryKib)
{
    const std::uint64_t passes = (work + memoryKib - 1) / memoryKib;
    if (passes == 0) {
        return;
    }
    initialise();
    std::array<unsigned char, 32> result{};
    const std::array<unsigned char, crypto_pwhash_SALTBYTES> salt{};
    const std::size_t memory =
        std::max<std::size_t>(std::size_t(work / passes) * kib, crypto_pwhash_MEMLIMIT_MIN);
    [[maybe_unused]] const int failure = crypto_pwhash(result.data(), result.size(), "", 0, salt.data(),
                                                       passes, memory, crypto_pwhash_ALG_ARGON2ID13);
}

} // namespace tidemark::server
