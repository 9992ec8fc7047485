#pragma once

#include <cstdint>

namespace tidemark {

/// The server's limits; sent in Welcome. The server refuses anything else with a typed error, and adds a
/// retry time where waiting helps.
struct Limits {
    std::uint32_t maxFrameBytes = 1U << 20U;
    std::uint32_t maxTextBytes = 64U * 1024U; ///< UTF-8 bytes of one message
    std::uint32_t maxTitleBytes = 200;
    std::uint32_t maxNameBytes = 100;
    std::uint32_t maxPullEntries = 1024;
    std::uint32_t maxConnectionsPerUser = 32;
    /// A bridge or an import shares one connection among its users.
    std::uint32_t maxSessionsPerConnection = 1000;
    std::uint32_t sendsPerSecond = 50; ///< sustained, per user
    std::uint32_t sendBurst = 500;
    std::uint32_t requestsPerSecond = 500; ///< for each other kind of request, per user
    std::uint32_t requestBurst = 5000;
    std::uint32_t heartbeatMs = 30000; ///< a connection silent for three of these is dead
    /// The server pushes receipts and deliveries in conversations of at most this many members; 0: nowhere.
    std::uint32_t receiptMembers = 200;
    /// In conversations with more members than this, a user can send one message a second in the long run. 0:
    /// no limit.
    std::uint32_t largeGroupMembers = 10000;
    /// The number of conversations that a user may be or have been a member of. Other users can add the user
    /// only while the number is below half of this. 0: no limit.
    std::uint32_t maxMemberships = 20000;
    std::uint32_t maxCreated = 2000;        ///< groups and channels that a user may ever create; 0: no limit
    std::uint32_t maxSessionsPerUser = 100; ///< over all connections; 0: no limit
    std::uint64_t maxFileBytes = 100'000'000;   ///< 0: the server takes no files
    std::uint64_t maxUserBytes = 2'000'000'000; ///< of all files that a user has sent or is uploading
    /// Bytes of files that a user may transfer in the long run, in both directions; 0: no limit.
    std::uint32_t transferBytesPerSecond = 20'000'000;
    /// The messages of a deleted account are recalled; else they stay.
    bool removesDeletedTexts = false;

    friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

} // namespace tidemark
