#include "ui/session/user_account.h"

#include "ui/session/commands.h"

#include <algorithm>
#include <utility>

namespace tidemark {

UserAccount::UserAccount(Commands& commands, QObject* parent) : QObject(parent), m_commands(commands) {}

bool UserAccount::isDotLit(std::string_view name) const
{
    return !m_isSignedOut && std::any_of(m_dots.begin(), m_dots.end(), [name](const Dot& dot) {
        return dot.name == name && isLit(dot);
    });
}

void UserAccount::seeDot(std::string_view name)
{
    if (isDotLit(name)) {
        m_commands.submit(input::SeeDot{{}, std::string(name)});
    }
}

CommandId UserAccount::changeReading(ReceiptPrivacy receipts, ReadingPolicy reading)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::SetAccountSettings{command, receipts, reading});
    return command;
}

CommandId UserAccount::changeQuiet(bool isQuiet)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::SetAccountSettings{command, {}, {}, isQuiet});
    return command;
}

CommandId UserAccount::changeAdding(AddingPolicy adding)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::SetAccountSettings{.command = command, .adding = adding});
    return command;
}

CommandId UserAccount::changePassword(const QString& oldPassword, const QString& newPassword,
                                      bool signsOutOthers)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(
        input::ChangePassword{command, oldPassword.toStdString(), newPassword.toStdString(), signsOutOthers});
    return command;
}

CommandId UserAccount::deleteAccount(const QString& password)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::DeleteAccount{command, password.toStdString()});
    return command;
}

CommandId UserAccount::requestDevices()
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::GetDevices{command});
    return command;
}

CommandId UserAccount::signOutDevice(DeviceId device)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::RevokeDevice{command, device});
    return command;
}

// ---- from the client

void UserAccount::take(const QString& userName, UserId user)
{
    m_userName = userName;
    m_user = user;
    m_isSignedOut = userName.isEmpty();
    // The client sends settings only when they change: another user's settings must not remain.
    if (!m_isSignedOut && std::exchange(m_settingsOwner, userName) != userName) {
        takeSettings({});
    }
    Q_EMIT changed();
    Q_EMIT dotsChanged();
}

void UserAccount::takeSettings(const AccountSettings& settings)
{
    m_settings = settings;
    Q_EMIT settingsChanged();
}

void UserAccount::takeDots(const QList<Dot>& dots)
{
    m_dots = dots;
    Q_EMIT dotsChanged();
}

} // namespace tidemark
