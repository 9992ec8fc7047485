#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace tidemark {

/// SHA-256 of a file's bytes.
struct BlobHash {
    std::array<std::uint8_t, 32> bytes{};

    [[nodiscard]] constexpr bool isValid() const { return bytes != std::array<std::uint8_t, 32>{}; }
    friend constexpr auto operator<=>(const BlobHash&, const BlobHash&) = default;
};

/// A file that belongs to a message. The server has checked `hash` and `size`; the rest is what the sender
/// says.
struct Attachment {
    BlobHash hash;
    std::uint64_t size = 0;
    std::string mime;        ///< type and subtype
    std::string name;        ///< a file name without folders
    std::uint32_t width = 0; ///< of a picture, in pixels; else 0
    std::uint32_t height = 0;
    std::string preview; ///< a small picture as JPEG or WebP; may be empty
    friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// Whether views show the file as a picture. Only the bytes tell whether it is one.
[[nodiscard]] constexpr bool isPicture(const Attachment& attachment)
{
    return attachment.width > 0 && attachment.height > 0
           && (attachment.mime == "image/jpeg" || attachment.mime == "image/png"
               || attachment.mime == "image/gif" || attachment.mime == "image/webp");
}

} // namespace tidemark
