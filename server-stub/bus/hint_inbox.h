#pragma once

#include "server-stub/bus/hint_codec.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace tidemark::server {

/// Holds the hints received from other servers until the listener's thread takes them. When it is full, it
/// drops further hints and reports them as missed. Call from any thread.
class HintInbox {
public:
    struct Content {
        std::vector<HintBatch> batches;
        bool missed = false; ///< hints may have been lost
    };

    /// `maxBytes`: bound of the memory that waiting hints take, roughly.
    explicit HintInbox(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// `encodedBytes`: the encoded size of the batch. Returns whether the inbox was empty, so that the
    /// listener's thread must be woken.
    [[nodiscard]] bool put(HintBatch batch, std::size_t encodedBytes);
    /// Hints may have been lost before. Returns the same as put().
    [[nodiscard]] bool putMissed();
    /// Removes and returns everything.
    [[nodiscard]] Content take();
    /// Number of hints dropped so far.
    [[nodiscard]] std::uint64_t dropped() const;

private:
    [[nodiscard]] bool isEmpty() const { return m_content.batches.empty() && !m_content.missed; }

    const std::size_t m_maxBytes;
    mutable std::mutex m_mutex;
    // All guarded by m_mutex:
    Content m_content;
    std::size_t m_bytes = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace tidemark::server
