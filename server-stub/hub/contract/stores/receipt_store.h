#pragma once

#include "core/domain/ids.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tidemark::server {

/// A user who has read an entry publicly, and the time of their last receipt.
struct Reader {
    UserId user;
    UnixMs at;
    friend bool operator==(const Reader&, const Reader&) = default;
};

/// Selects the readers of an entry: the present members whose receipt register is at least `seq`, without
/// `except`.
struct ReadersOf {
    ConversationId conversation;
    Seq seq;
    std::array<UserId, 2> except = {}; ///< UserId(): no user
};

/// The seq through which a user's devices hold a log.
struct DeliveryPosition {
    UserId user;
    Seq through;
    friend bool operator==(const DeliveryPosition&, const DeliveryPosition&) = default;
};

/// The receipts and delivered marks of a Store's conversations, as the rows of their members have them.
class ReceiptStore {
public:
    virtual ~ReceiptStore() = default;

    /// The greatest receipt register among present members other than `except`.
    virtual Seq seenByOthers(ConversationId conversation, UserId except) = 0;
    /// The first `limit` readers with ids above `after`, ascending.
    virtual std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) = 0;
    /// The number of all readers. May scan all members.
    virtual std::uint32_t readerCount(const ReadersOf& of) = 0;
    /// The present members whose devices hold the log furthest, in descending order; at most two.
    virtual std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) = 0;
};

} // namespace tidemark::server
