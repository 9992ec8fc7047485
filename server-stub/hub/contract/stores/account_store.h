#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

struct AccountRecord {
    UserId id;
    std::string name;
    std::string passwordHash; ///< Argon2id string with its parameters; empty on token-only accounts
    bool disabled = false;
    AccountSettings settings = {};
    UnixMs lastContact = {}; ///< last contact of a device that gets pushes; 0: never
    bool deleted = false;    ///< for ever; the account keeps its id and its name
    friend bool operator==(const AccountRecord&, const AccountRecord&) = default;
};

/// The accounts of a Store.
class AccountStore {
public:
    virtual ~AccountStore() = default;

    virtual std::optional<AccountRecord> find(UserId id) = 0;
    /// The committed account. Until the transaction ends, no other server changes its password, or disables
    /// or deletes it. Use this before you grant access because of these.
    virtual std::optional<AccountRecord> hold(UserId id) { return find(id); }
    virtual std::optional<AccountRecord> byName(std::string_view name) = 0;
    /// The accounts whose names have the fold `fold` (core/names/name_keys.h), ascending; only the first two.
    virtual std::vector<UserId> byFold(std::string_view fold) = 0;
    /// The account whose name has the skeleton `skeleton`; of several accounts, the first one inserted.
    virtual std::optional<UserId> bySkeleton(std::string_view skeleton) = 0;
    /// The account that a user means by `name`: the one with exactly this name, else the only one whose name
    /// has the same fold; never one whose name only looks alike. A name longer than an account's may be is
    /// not looked up, so that no request makes the server fold a long text.
    [[nodiscard]] std::optional<AccountRecord> meantBy(std::string_view name);
    /// The account whose name is the same as `name` or looks like it.
    [[nodiscard]] std::optional<UserId> lookalikeOf(std::string_view name);
    /// Names of those of the users `ids` that exist, in any order. On a shared store it may not show yet that
    /// another server has deleted an account.
    virtual std::vector<User> users(const std::vector<UserId>& ids) = 0;
    /// Another server may have changed the account: users() reads it again.
    virtual void forgetUser(UserId /*id*/) {}
    /// The first `limit` accounts with ids above `id`, ascending.
    virtual std::vector<AccountRecord> after(UserId id, std::uint32_t limit) = 0;

    /// The name must be free, and no other name may look like it. Ids ascend from 1.
    virtual UserId insert(std::string_view name, std::string_view passwordHash) = 0;
    virtual void putPasswordHash(UserId id, std::string_view passwordHash) = 0;
    virtual void putDisabled(UserId id, bool disabled) = 0;
    /// Sets AccountRecord::deleted.
    virtual void putDeleted(UserId id) = 0;
    virtual void putSettings(UserId id, const AccountSettings& settings) = 0;
    /// Raises AccountRecord::lastContact; never lowers it.
    virtual void raiseContact(UserId id, UnixMs at) = 0;
};

} // namespace tidemark::server
