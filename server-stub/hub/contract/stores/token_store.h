#pragma once

#include "core/domain/ids.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// SHA-256 of a device token, the only form in which the server stores a token.
using TokenHash = std::array<std::uint8_t, 32>;

struct TokenRecord {
    UserId user;
    DeviceId device;
    UnixMs since = {};         ///< when the token was issued, or began to replace another one
    bool isNext = false;       ///< issued to replace another token that is still valid
    std::string nextSalt = {}; ///< salt of the token that is to replace this one; empty if none was issued
    friend bool operator==(const TokenRecord&, const TokenRecord&) = default;
};

/// A device that has a token.
struct DeviceRecord {
    DeviceId device;
    std::string name;
    std::string clientName; ///< program and version
    UnixMs lastContact;
    UnixMs agreedAt;     ///< the last time when the device held the same state as the server; 0: never
    bool agrees = false; ///< whether it held the same state at the last comparison
    friend bool operator==(const DeviceRecord&, const DeviceRecord&) = default;
};

/// The device tokens of a Store.
class TokenStore {
public:
    virtual ~TokenStore() = default;

    virtual std::optional<TokenRecord> find(const TokenHash& hash) = 0;
    /// Adds a token, or moves an existing one to this user and device. A device has one token per user: the
    /// older one is removed.
    virtual void put(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                     UnixMs at) = 0;
    /// Stores `next` as the future replacement of the token `hash`, in place of an earlier replacement;
    /// find() knows both tokens. `salt` becomes TokenRecord::nextSalt. Does nothing if there is no token
    /// `hash`.
    virtual void putNext(const TokenHash& hash, const TokenHash& next, std::string_view salt) = 0;
    /// The token `next` takes the place of the token that it was issued to replace, which becomes invalid.
    virtual void adoptNext(const TokenHash& next, UnixMs at) = 0;
    /// Also removes its replacement.
    virtual void remove(const TokenHash& hash) = 0;

    /// The devices of a user that have a token, ascending.
    virtual std::vector<DeviceRecord> devices(UserId user) = 0;
    /// Replaces the record of the device that `hash` belongs to. Does nothing if there is no such token.
    virtual void putDevice(const TokenHash& hash, const DeviceRecord& record) = 0;
    /// Does nothing if the device has no token.
    virtual void removeDevice(UserId user, DeviceId device) = 0;
    virtual void removeDevices(UserId user) = 0;
};

} // namespace tidemark::server
