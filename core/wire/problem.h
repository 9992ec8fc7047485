#pragma once

#include "core/wire/codec.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark::wire {

/// Collects the first thing that is wrong with a frame while it is being read, so that readers stay free of
/// error paths: after a problem they go on with harmless values, and the result is thrown away.
class Problem {
public:
    void report(DecodeErrorCode code, std::string_view field)
    {
        if (!m_error)
            m_error = DecodeError{code, std::string(field)};
    }

    void checkListSize(std::size_t size, std::string_view field)
    {
        if (size > maxListElements)
            report(DecodeErrorCode::TooMany, field);
    }

    [[nodiscard]] bool found() const { return m_error.has_value(); }
    /// Precondition: found().
    [[nodiscard]] DecodeError take() { return std::move(*m_error); }

private:
    std::optional<DecodeError> m_error;
};

} // namespace tidemark::wire
