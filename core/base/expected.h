#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace tidemark {

/// Wraps an error so that `Expected` can tell it from a value of the same type. Named as in std::expected
/// (C++23).
template <typename E>
class Unexpected {
public:
    constexpr explicit Unexpected(E error) : m_error(std::move(error)) {}
    [[nodiscard]] constexpr const E& error() const& { return m_error; }
    [[nodiscard]] constexpr E&& error() && { return std::move(m_error); }

private:
    E m_error;
};

template <typename E>
Unexpected(E) -> Unexpected<E>;

/// A value or a typed error, with the names of std::expected, which clang 14 cannot parse yet.
/// Reading the side that is not there is a programming error and asserts.
template <typename T, typename E>
class [[nodiscard]] Expected {
public:
    // Implicit on purpose, as in std::expected: `return value;` and `return Unexpected(error);`.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr Expected(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr Expected(Unexpected<E> unexpected)
        : m_state(std::in_place_index<1>, std::move(unexpected).error())
    {
    }

    [[nodiscard]] constexpr bool has_value() const
    {
        return m_state.index() == 0;
    } // NOLINT(readability-identifier-naming)
    [[nodiscard]] constexpr explicit operator bool() const { return has_value(); }

    [[nodiscard]] constexpr const T& value() const&
    {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] constexpr T& value() &
    {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] constexpr T&& value() &&
    {
        assert(has_value());
        return std::move(*std::get_if<0>(&m_state));
    }
    [[nodiscard]] constexpr const E& error() const
    {
        assert(!has_value());
        return *std::get_if<1>(&m_state);
    }

    [[nodiscard]] constexpr const T& operator*() const& { return value(); }
    [[nodiscard]] constexpr T& operator*() & { return value(); }
    [[nodiscard]] constexpr T&& operator*() && { return std::move(*this).value(); }
    [[nodiscard]] constexpr const T* operator->() const { return &value(); }
    [[nodiscard]] constexpr T* operator->() { return &value(); }

    friend constexpr bool operator==(const Expected& a, const Expected& b) { return a.m_state == b.m_state; }

private:
    std::variant<T, E> m_state;
};

} // namespace tidemark
