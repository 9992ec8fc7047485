#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/store.h"

#include <string>
#include <variant>
#include <vector>

/// What whoever runs the server asks of it. A uuid makes a request one that may be asked again: the second
/// one is answered like the first and changes nothing.
namespace tidemark::server {

struct OperatorTicketTag;
/// Pairs an operator's request with its answer.
using OperatorTicket = StrongId<OperatorTicketTag>;

/// A notice to everybody. Answer: Announced.
struct Announce {
    MessageUuid uuid;
    std::string text;
    friend bool operator==(const Announce&, const Announce&) = default;
};
/// Shows a dot to all users, those who have seen it too. Answer: DotList with it.
struct RaiseDot {
    MessageUuid uuid;
    std::string name;
    friend bool operator==(const RaiseDot&, const RaiseDot&) = default;
};
/// Answer: DotList.
struct ListDots {
    friend bool operator==(const ListDots&, const ListDots&) = default;
};
using OperatorRequest = std::variant<Announce, RaiseDot, ListDots>;

struct Announced {
    Seq seq;
    friend bool operator==(const Announced&, const Announced&) = default;
};
/// Ascending by name.
struct DotList {
    std::vector<DotRecord> dots;
    friend bool operator==(const DotList&, const DotList&) = default;
};
using OperatorResult = std::variant<protocol::Error, Announced, DotList>;

struct OperatorAnswer {
    OperatorTicket ticket;
    OperatorResult result;
    friend bool operator==(const OperatorAnswer&, const OperatorAnswer&) = default;
};

} // namespace tidemark::server
