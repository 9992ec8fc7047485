#pragma once

#include <unistd.h>

#include <cstdint>

/// Messages between a program and its tidemark-pictures. Both come from one build, so the messages are plain
/// structures. The socket keeps the bounds of messages (SOCK_SEQPACKET).
namespace tidemark {

/// The helper inherits its end of the socket as standard input.
inline constexpr int pictureSocket = STDIN_FILENO;

/// The most pixels that may be asked for, which are 128 MiB.
inline constexpr std::int64_t maxRasterPixels = std::int64_t(1) << 25;

/// Stands in a request instead of a frame's number and asks for all frames of an animation.
inline constexpr std::uint32_t allFrames = ~std::uint32_t(0);
/// The most frames that are given back together.
inline constexpr std::uint32_t maxFramesTogether = 4096;

/// Why there is no picture. The helper reports only those up to `Unreadable`.
enum class PictureProblem : std::uint32_t {
    NotAPicture = 2, ///< or of a format that is never decoded
    Damaged,
    TooLarge,    ///< too many pixels, or too much memory
    NoSuchFrame, ///< the animation is shorter
    Unreadable,  ///< the descriptor is no file, or reading it failed
    HelperDied,
    TookTooLong,
    NoHelper, ///< it does not start, for example because a codec is not installed
};

/// Carries the descriptor of the file.
struct PictureRequest {
    std::uint32_t maxWidth;
    std::uint32_t maxHeight;
    std::uint32_t frame;     ///< of an animation, from 0; or allFrames
    std::uint32_t maxPixels; ///< of all frames together, each with one to spare; only with allFrames
};

struct PictureAnswer {
    /// The first answer, which the helper sends unasked when it is locked in and reads requests.
    static constexpr std::uint32_t ready = 0;
    /// Carries a sealed memfd: rows from the top, each `width` pixels of premultiplied ARGB32. If all frames
    /// were asked for, it has `frameCount` such pictures, and then the time of each in milliseconds.
    static constexpr std::uint32_t done = 1;

    std::uint32_t status; ///< `ready`, `done` or a PictureProblem; all others are 0 unless it is `done`
    std::uint32_t width;
    std::uint32_t height;
    std::uint32_t originalWidth; ///< turned upright
    std::uint32_t originalHeight;
    std::uint32_t frameCount; ///< 1 if the picture is not animated
    std::uint32_t delayMs;    ///< how long this frame is shown; 0 for all frames
};

} // namespace tidemark
