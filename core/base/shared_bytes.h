#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

/// Bytes that do not change. Copies share them, so parts of files go from the socket to the disk and back
/// without being copied at each step.
class SharedBytes {
public:
    SharedBytes() = default;
    SharedBytes(std::string bytes) // NOLINT(google-explicit-constructor): stands where a string stood
        : m_bytes(std::make_shared<const std::string>(std::move(bytes)))
    {
    }
    SharedBytes(const char* bytes) // NOLINT(google-explicit-constructor)
        : SharedBytes(std::string(bytes))
    {
    }

    operator std::string_view() const { return view(); } // NOLINT(google-explicit-constructor)
    [[nodiscard]] std::string_view view() const
    {
        return m_bytes == nullptr ? std::string_view() : std::string_view(*m_bytes);
    }
    [[nodiscard]] std::size_t size() const { return view().size(); }
    [[nodiscard]] bool empty() const { return view().empty(); }

    friend bool operator==(const SharedBytes& left, const SharedBytes& right)
    {
        return left.m_bytes == right.m_bytes || left.view() == right.view();
    }

private:
    std::shared_ptr<const std::string> m_bytes;
};

} // namespace tidemark
