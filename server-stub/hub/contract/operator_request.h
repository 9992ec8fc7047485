#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// The operator's requests to the server. A request with a uuid can be repeated safely: the server gives the
/// same answer as the first time and changes nothing.
namespace tidemark::server {

struct OperatorTicketTag;
/// Pairs an operator's request with its answer.
using OperatorTicket = StrongId<OperatorTicketTag>;

/// Sends an announcement to all users. Answer: Announced.
struct Announce {
    MessageUuid uuid;
    std::string text;
    friend bool operator==(const Announce&, const Announce&) = default;
};
/// Shows a dot to all users, even those who have seen it. Answer: DotList with this dot.
struct RaiseDot {
    MessageUuid uuid;
    std::string name;
    friend bool operator==(const RaiseDot&, const RaiseDot&) = default;
};
/// Lists all dots. Answer: DotList.
struct ListDots {
    friend bool operator==(const ListDots&, const ListDots&) = default;
};
/// Creates an account. A repeated request with the same hash gets the same answer. Answer: UserList with this
/// account.
struct AddUser {
    std::string name;
    std::string passwordHash; ///< as in AccountRecord; never empty
    friend bool operator==(const AddUser&, const AddUser&) = default;
};
/// Disables an account, or enables it again. A disabled account cannot sign in, and its connections are
/// closed at once; its data and its tokens stay. Answer: UserList with this account.
struct SetUserDisabled {
    std::string name;
    bool disabled = false;
    friend bool operator==(const SetUserDisabled&, const SetUserDisabled&) = default;
};
/// Sets another password for an account and signs out all its devices. Answer: UserList with this account.
struct ResetPassword {
    std::string name;
    std::string passwordHash; ///< never empty
    friend bool operator==(const ResetPassword&, const ResetPassword&) = default;
};
/// Deletes an account as its owner could: see protocol::DeleteAccount. Answer: UserList with this account.
struct DeleteUser {
    std::string name;
    friend bool operator==(const DeleteUser&, const DeleteUser&) = default;
};
/// Lists accounts with ids above `after`, a limited number at a time. Answer: UserList, empty after the last
/// account.
struct ListUsers {
    UserId after;
    friend bool operator==(const ListUsers&, const ListUsers&) = default;
};
using OperatorRequest = std::variant<Announce, RaiseDot, ListDots, AddUser, SetUserDisabled, ResetPassword,
                                     DeleteUser, ListUsers>;

struct Announced {
    Seq seq;
    friend bool operator==(const Announced&, const Announced&) = default;
};
/// Ascending by name.
struct DotList {
    std::vector<DotRecord> dots;
    friend bool operator==(const DotList&, const DotList&) = default;
};
/// The part of an account that the operator may know.
struct UserSummary {
    UserId id;
    std::string name;
    bool disabled = false;
    bool hasPassword = false;
    std::uint32_t devices = 0; ///< number of devices that have a token
    UnixMs lastContact;        ///< 0: never
    bool isDeleted = false;
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
