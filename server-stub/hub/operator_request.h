#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/store.h"

#include <cstdint>
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
/// A new account. Asked again with the same hash it is answered like the first time. Answer: UserList with
/// it.
struct AddUser {
    std::string name;
    std::string passwordHash; ///< as of AccountRecord; never empty
    friend bool operator==(const AddUser&, const AddUser&) = default;
};
/// A disabled account cannot sign in, and is cut off at once where it is; its data and its tokens stay.
/// Answer: UserList with it.
struct SetUserDisabled {
    std::string name;
    bool disabled = false;
    friend bool operator==(const SetUserDisabled&, const SetUserDisabled&) = default;
};
/// Gives an account another password and signs all its devices out. Answer: UserList with it.
struct ResetPassword {
    std::string name;
    std::string passwordHash; ///< never empty
    friend bool operator==(const ResetPassword&, const ResetPassword&) = default;
};
/// The accounts with ids above `after`, so many at a time. Answer: UserList, empty behind the last one.
struct ListUsers {
    UserId after;
    friend bool operator==(const ListUsers&, const ListUsers&) = default;
};
using OperatorRequest =
    std::variant<Announce, RaiseDot, ListDots, AddUser, SetUserDisabled, ResetPassword, ListUsers>;

struct Announced {
    Seq seq;
    friend bool operator==(const Announced&, const Announced&) = default;
};
/// Ascending by name.
struct DotList {
    std::vector<DotRecord> dots;
    friend bool operator==(const DotList&, const DotList&) = default;
};
/// What an operator may know of an account.
struct UserSummary {
    UserId id;
    std::string name;
    bool disabled = false;
    bool hasPassword = false;
    std::uint32_t devices = 0; ///< that are signed in
    UnixMs lastContact;        ///< 0: never
    friend bool operator==(const UserSummary&, const UserSummary&) = default;
};
/// Ascending by id.
struct UserList {
    std::vector<UserSummary> users;
    friend bool operator==(const UserList&, const UserList&) = default;
};
using OperatorResult = std::variant<protocol::Error, Announced, DotList, UserList>;

struct OperatorAnswer {
    OperatorTicket ticket;
    OperatorResult result;
    friend bool operator==(const OperatorAnswer&, const OperatorAnswer&) = default;
};

} // namespace tidemark::server
