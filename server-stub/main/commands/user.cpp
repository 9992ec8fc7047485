#include "server-stub/main/commands/user.h"

#include "server-stub/main/commands/operator_command.h"
#include "server-stub/main/commands/password_input.h"
#include "server-stub/main/settings/exit_status.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace tidemark::server {
namespace {

using UserAction = UserArguments::Action;

QString lastSeen(const UserSummary& user)
{
    return user.lastContact == UnixMs{}
               ? QStringLiteral("never")
               : QDateTime::fromMSecsSinceEpoch(user.lastContact.value).toUTC().toString(Qt::ISODate);
}

void printText(const UserSummary& user)
{
    std::printf("%-8llu %-9s %7u  %-20s  %s\n", static_cast<unsigned long long>(user.id.value),
                user.isDeleted  ? "deleted"
                : user.disabled ? "disabled"
                                : "enabled",
                user.devices, qPrintable(lastSeen(user)), user.name.c_str());
}

void printJson(const UserSummary& user)
{
    const QJsonObject line{
        {QStringLiteral("id"), static_cast<qint64>(user.id.value)},
        {QStringLiteral("name"), QString::fromStdString(user.name)},
        {QStringLiteral("disabled"), user.disabled},
        {QStringLiteral("deleted"), user.isDeleted},
        {QStringLiteral("password"), user.hasPassword},
        {QStringLiteral("devices"), static_cast<qint64>(user.devices)},
        {QStringLiteral("last_contact_at_ms"), static_cast<qint64>(user.lastContact.value)}};
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
}

int list(const UserArguments& arguments)
{
    if (!arguments.asJson) {
        std::printf("%-8s %-9s %7s  %-20s  %s\n", "id", "state", "devices", "last seen", "name");
    }
    for (UserId after;;) {
        const auto result = askOperator(arguments.database, ListUsers{after});
        if (!result) {
            return fail(result.error().status, result.error().message);
        }
        const std::vector<UserSummary>& users = std::get<UserList>(*result).users;
        if (users.empty()) {
            return Success;
        }
        for (const UserSummary& user : users) {
            arguments.asJson ? printJson(user) : printText(user);
        }
        after = users.back().id;
    }
}

OperatorRequest requestOf(const UserArguments& arguments, const std::string& passwordHash)
{
    std::string name = arguments.name.toStdString();
    switch (arguments.action) {
    case UserAction::Add:
        return AddUser{std::move(name), passwordHash};
    case UserAction::Reset:
        return ResetPassword{std::move(name), passwordHash};
    case UserAction::Disable:
        return SetUserDisabled{std::move(name), true};
    case UserAction::Delete:
        return DeleteUser{std::move(name)};
    case UserAction::Enable:
    case UserAction::List:
        break;
    }
    return SetUserDisabled{std::move(name), false};
}

const char* done(UserAction action)
{
    switch (action) {
    case UserAction::Add:
        return "added";
    case UserAction::Reset:
        return "has a new password, and all devices are signed out";
    case UserAction::Disable:
        return "disabled";
    case UserAction::Delete:
        return "deleted";
    case UserAction::Enable:
    case UserAction::List:
        break;
    }
    return "enabled";
}

} // namespace

int user(const UserArguments& arguments)
{
    if (arguments.action == UserAction::List) {
        return list(arguments);
    }
    std::string passwordHash;
    if (arguments.action == UserAction::Add || arguments.action == UserAction::Reset) {
        auto hash = hashOfPasswordIn(arguments.passwordFile);
        if (!hash) {
            return fail(Failed, hash.error());
        }
        passwordHash = *std::move(hash);
    }
    const auto result = askOperator(arguments.database, requestOf(arguments, passwordHash));
    if (!result) {
        return fail(result.error().status, result.error().message);
    }
    std::printf("user %s %s\n", qPrintable(arguments.name), done(arguments.action));
    return Success;
}

} // namespace tidemark::server
