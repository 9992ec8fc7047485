#pragma once

#include "server-stub/hub/contract/operator_request.h"
#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Changes accounts for the operator. Does not end the sessions of a changed account; the caller must.
class UserAdmin {
public:
    /// Maximum number of accounts in one list.
    static constexpr std::uint32_t maxListed = 1000;

    explicit UserAdmin(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult add(const AddUser& request);
    [[nodiscard]] OperatorResult setDisabled(const SetUserDisabled& request);
    /// Refuses an account that does not exist or is deleted already. Changes nothing; the caller must.
    [[nodiscard]] OperatorResult toDelete(const DeleteUser& request);
    [[nodiscard]] OperatorResult resetPassword(const ResetPassword& request);
    [[nodiscard]] OperatorResult list(const ListUsers& request);

private:
    [[nodiscard]] UserSummary summaryOf(const AccountRecord& account);
    /// A list with only this user, as stored now.
    [[nodiscard]] OperatorResult only(UserId user);

    HubContext& m_context;
};

} // namespace tidemark::server
