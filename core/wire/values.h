#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "core/domain/protocol.h"
#include "core/wire/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace google::protobuf {
template <typename Element>
class RepeatedField;
template <typename Element>
class RepeatedPtrField;
} // namespace google::protobuf

namespace tidemark::v1 {
class HeldState;
class Limits;
class Totals;
class User;
} // namespace tidemark::v1

/// Small values that several frames share. `fill...` writes a value into an empty message; `read...` moves it
/// out again and reports errors to a Problem.
namespace tidemark::wire {

/// Leaves the field empty if `uuid` is invalid.
void fillUuid(std::string& field, const MessageUuid& uuid);
[[nodiscard]] MessageUuid readUuid(const std::string& field, std::string_view name, Problem& problem);
[[nodiscard]] std::string readToken(std::string& field, Problem& problem);

template <typename Id>
void fillIds(google::protobuf::RepeatedField<std::uint64_t>& field, const std::vector<Id>& ids);
template <typename Id>
[[nodiscard]] std::vector<Id> readIds(const google::protobuf::RepeatedField<std::uint64_t>& field,
                                      std::string_view name, Problem& problem);

void fillUser(v1::User& message, const User& user);
[[nodiscard]] User readUser(v1::User& message);
void fillUsers(google::protobuf::RepeatedPtrField<v1::User>& field, const std::vector<User>& users);
[[nodiscard]] std::vector<User> readUsers(google::protobuf::RepeatedPtrField<v1::User>& field,
                                          Problem& problem);

void fillHeld(google::protobuf::RepeatedPtrField<v1::HeldState>& field, const std::vector<HeldState>& held);
[[nodiscard]] std::vector<HeldState> readHeld(const google::protobuf::RepeatedPtrField<v1::HeldState>& field,
                                              Problem& problem);

void fillTotals(v1::Totals& message, const protocol::TotalsNow& totals);
[[nodiscard]] protocol::TotalsNow readTotals(const v1::Totals& message);

void fillLimits(v1::Limits& message, const Limits& limits);
[[nodiscard]] Limits readLimits(const v1::Limits& message);

} // namespace tidemark::wire
