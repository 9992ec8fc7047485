#pragma once

#include "core/wire/codec.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark::wire {

/// Keeps the first problem found while a frame is read. Readers therefore need no error paths: after a
/// problem they continue with harmless values, and the caller discards the result.
class Problem {
public:
    void report(DecodeErrorCode code, std::string_view field)
    {
        if (!m_error) {
            m_error = DecodeError{code, std::string(field)};
        }
    }

    void checkListSize(std::size_t size, std::string_view field)
    {
        if (size > maxListElements) {
            report(DecodeErrorCode::TooMany, field);
        }
    }

    [[nodiscard]] bool found() const { return m_error.has_value(); }
    /// Precondition: found().
    [[nodiscard]] DecodeError take() { return std::move(*m_error); }

private:
    std::optional<DecodeError> m_error;
};

} // namespace tidemark::wire
