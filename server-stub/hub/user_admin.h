#pragma once

#include "server-stub/hub/hub_context.h"
#include "server-stub/hub/operator_request.h"

namespace tidemark::server {

/// What the operator does with accounts. Whoever is signed in by an account that is changed is not its
/// business.
class UserAdmin {
public:
    /// Accounts in one list.
    static constexpr std::uint32_t mostListed = 1000;

    explicit UserAdmin(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult add(const AddUser& wish);
    [[nodiscard]] OperatorResult setDisabled(const SetUserDisabled& wish);
    [[nodiscard]] OperatorResult resetPassword(const ResetPassword& wish);
    [[nodiscard]] OperatorResult list(const ListUsers& question);

private:
    [[nodiscard]] UserSummary summaryOf(const AccountRecord& account);
    /// As it is stored now.
    [[nodiscard]] OperatorResult only(UserId user);

    HubContext& m_context;
};

} // namespace tidemark::server
