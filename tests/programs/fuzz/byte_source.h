#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemark::fuzz {

/// The bytes of a fuzzer as numbers, from the front. After the last byte all numbers are 0.
class ByteSource {
public:
    explicit ByteSource(std::span<const std::uint8_t> bytes) : m_left(bytes) {}

    [[nodiscard]] bool isAtEnd() const { return m_left.empty(); }

    /// Any number if `bound` is 0, or else one below it. Takes no more bytes than the bound needs, so that
    /// a change of one byte changes one decision.
    std::uint64_t draw(std::uint64_t bound)
    {
        const std::uint64_t number = take(widthOf(bound));
        return bound == 0 ? number : number % bound;
    }

private:
    [[nodiscard]] static std::size_t widthOf(std::uint64_t bound)
    {
        if (bound == 0) {
            return sizeof(std::uint64_t);
        }
        std::size_t width = 0;
        for (std::uint64_t greatest = bound - 1; greatest > 0; greatest >>= 8U) {
            ++width;
        }
        return width;
    }

    std::uint64_t take(std::size_t width)
    {
        std::uint64_t number = 0;
        for (; width > 0 && !m_left.empty(); --width) {
            number = number << 8U | m_left.front();
            m_left = m_left.subspan(1);
        }
        return number;
    }

    std::span<const std::uint8_t> m_left;
};

} // namespace tidemark::fuzz
