#pragma once

#include <cstdint>

namespace tidemark {

/// SplitMix64 (Steele, Lea, Flood 2014): a small deterministic generator for jitter and simulations. Not for
/// secrets.
class SplitMix64 {
public:
    constexpr explicit SplitMix64(std::uint64_t seed) : m_state(seed) {}

    constexpr std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        return mix(m_state);
    }

    /// Uniform in [0, bound); 0 when bound is 0. The bias of the modulo is below 2^-32 for bounds below 2^32.
    constexpr std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : next() % bound; }

    /// Finaliser of SplitMix64, a good 64-bit mixer by itself.
    static constexpr std::uint64_t mix(std::uint64_t z)
    {
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }

private:
    std::uint64_t m_state;
};

} // namespace tidemark
