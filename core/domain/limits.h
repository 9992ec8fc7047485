#pragma once

#include <cstdint>

namespace tidemark {

/// What the server accepts; announced in Welcome. A refusal is a typed error, with a time to retry after
/// where one makes sense.
struct Limits {
    std::uint32_t maxFrameBytes = 1U << 20U;
    std::uint32_t maxTextBytes = 64U * 1024U; ///< UTF-8 bytes of one message
    std::uint32_t maxTitleBytes = 200;
    std::uint32_t maxNameBytes = 100;
    std::uint32_t maxPullEntries = 1024;
    std::uint32_t maxConnectionsPerUser = 32;
    std::uint32_t maxSessionsPerConnection = 20000;
    std::uint32_t sendsPerSecond = 50; ///< sustained, per user
    std::uint32_t sendBurst = 500;
    std::uint32_t requestsPerSecond = 500; ///< of each other kind of request, per user
    std::uint32_t requestBurst = 5000;
    std::uint32_t heartbeatMs = 30000; ///< a connection silent for three of these is dead
    /// Receipts are pushed, and deliveries told, in conversations of at most so many members; 0: nowhere.
    std::uint32_t receiptMembers = 200;
    /// In conversations of more members a user sends one message a second for long; 0: that holds nowhere.
    std::uint32_t largeGroupMembers = 10000;

    friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

} // namespace tidemark
