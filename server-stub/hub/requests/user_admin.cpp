#include "server-stub/hub/requests/user_admin.h"

#include "core/names/label.h"

#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

protocol::Error refusalOf(ErrorCode code, std::string detail)
{
    return {code, Milliseconds(0), std::move(detail)};
}

protocol::Error unknown(const std::string& name)
{
    return refusalOf(ErrorCode::NoSuchUser, "unknown user '" + name + "'");
}

protocol::Error deleted(const std::string& name)
{
    return refusalOf(ErrorCode::AccountDeleted, "the account of '" + name + "' is deleted");
}

} // namespace

OperatorResult UserAdmin::add(const AddUser& request)
{
    const std::uint32_t maxBytes = m_context.config().limits.maxNameBytes;
    const auto name = accountNameOf(request.name, maxBytes);
    if (!name) {
        return refusalOf(ErrorCode::NameInvalid,
                         "a name has 1 to " + std::to_string(maxBytes)
                             + " bytes of UTF-8, no invisible characters, and no space at its ends");
    }
    if (request.passwordHash.empty()) {
        return refusalOf(ErrorCode::PasswordInvalid, "the password is missing");
    }
    if (const auto account = m_context.store().accounts().byName(*name)) {
        return account->passwordHash == request.passwordHash && !account->deleted
                   ? only(account->id)
                   : OperatorResult(refusalOf(ErrorCode::NameTaken, "user '" + *name + "' already exists"));
    }
    if (const auto other = m_context.store().accounts().lookalikeOf(*name)) {
        const auto account = m_context.store().accounts().find(*other);
        return refusalOf(ErrorCode::NameTaken, "the name looks like that of user '"
                                                   + (account ? account->name : std::string()) + "'");
    }
    return only(m_context.store().accounts().insert(*name, request.passwordHash));
}

OperatorResult UserAdmin::setDisabled(const SetUserDisabled& request)
{
    const auto account = m_context.store().accounts().meantBy(request.name);
    if (!account) {
        return unknown(request.name);
    }
    if (account->deleted) {
        return deleted(account->name);
    }
    m_context.store().accounts().putDisabled(account->id, request.disabled);
    return only(account->id);
}

OperatorResult UserAdmin::resetPassword(const ResetPassword& request)
{
    const auto account = m_context.store().accounts().meantBy(request.name);
    if (!account) {
        return unknown(request.name);
    }
    if (account->deleted) {
        return deleted(account->name);
    }
    if (request.passwordHash.empty()) {
        return refusalOf(ErrorCode::PasswordInvalid, "the password is missing");
    }
    m_context.store().accounts().putPasswordHash(account->id, request.passwordHash);
    m_context.store().tokens().removeDevices(account->id);
    return only(account->id);
}

OperatorResult UserAdmin::toDelete(const DeleteUser& request)
{
    const auto account = m_context.store().accounts().meantBy(request.name);
    if (!account) {
        return unknown(request.name);
    }
    return account->deleted ? deleted(account->name) : only(account->id);
}

OperatorResult UserAdmin::list(const ListUsers& request)
{
    UserList list;
    for (const AccountRecord& account : m_context.store().accounts().after(request.after, maxListed)) {
        list.users.push_back(summaryOf(account));
    }
    return list;
}

UserSummary UserAdmin::summaryOf(const AccountRecord& account)
{
    return {account.id,
            account.name,
            account.disabled,
            !account.passwordHash.empty(),
            static_cast<std::uint32_t>(m_context.store().tokens().devices(account.id).size()),
            account.lastContact,
            account.deleted};
}

OperatorResult UserAdmin::only(UserId user)
{
    const auto account = m_context.store().accounts().find(user);
    // Empty if the store has failed; then the whole turn is answered with Unavailable.
    return account ? UserList{{summaryOf(*account)}} : UserList();
}

} // namespace tidemark::server
