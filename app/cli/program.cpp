#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/profile_session.h"

#include <QHash>

namespace tidemark::cli {

namespace {

using Command = Result<Nothing> (*)(BlockingClient&, const Arguments&);

const QHash<QString, Command>& commands()
{
    static const QHash<QString, Command> all{
        {QStringLiteral("conversations"), listConversations},
        {QStringLiteral("unread"), listUnread},
        {QStringLiteral("status"), showStatus},
        {QStringLiteral("create-group"), createGroup},
        {QStringLiteral("direct"), openDirect},
        {QStringLiteral("join"), join},
        {QStringLiteral("leave"), leave},
        {QStringLiteral("remove"), removeMember},
        {QStringLiteral("ban"), banMember},
        {QStringLiteral("unban"), unbanMember},
        {QStringLiteral("role"), giveRole},
        {QStringLiteral("password"), changePassword},
        {QStringLiteral("create-channel"), createChannel},
        {QStringLiteral("channels"), findChannels},
        {QStringLiteral("follow"), follow},
        {QStringLiteral("unfollow"), unfollow},
        {QStringLiteral("feed"), showFeed},
        {QStringLiteral("send"), send},
        {QStringLiteral("about-me"), listAboutMe},
        {QStringLiteral("history"), showHistory},
        {QStringLiteral("read"), markRead},
        {QStringLiteral("mark-unread"), markUnread},
        {QStringLiteral("mark-all-read"), markAllRead},
        {QStringLiteral("edit"), editMessage},
        {QStringLiteral("recall"), recallMessage},
        {QStringLiteral("members"), listMembers},
        {QStringLiteral("read-by"), showReaders},
        {QStringLiteral("receipts"), receipts},
        {QStringLiteral("reading"), reading},
        {QStringLiteral("quiet"), quiet},
        {QStringLiteral("mute"), mute},
        {QStringLiteral("unmute"), unmute},
        {QStringLiteral("devices"), listDevices},
        {QStringLiteral("dots"), listDots},
        {QStringLiteral("watch"), watch},
        {QStringLiteral("sync"), synchronise},
        {QStringLiteral("import"), importLog},
        {QStringLiteral("export"), exportConversation},
        {QStringLiteral("audit"), audit},
        {QStringLiteral("why"), explainBadge},
    };
    return all;
}

/// Commands that do not wait until the profile is signed in and has caught up.
const QHash<QString, Command>& beforeSigningIn()
{
    static const QHash<QString, Command> all{
        {QStringLiteral("register"), registerAccount},
        {QStringLiteral("totals"), showTotals},
    };
    return all;
}

/// Commands that make no sense without a server.
bool needsServer(const QString& command)
{
    static const QStringList names{QStringLiteral("register"), QStringLiteral("create-group"),
                                   QStringLiteral("direct"),   QStringLiteral("join"),
                                   QStringLiteral("leave"),    QStringLiteral("read-by"),
                                   QStringLiteral("sync"),     QStringLiteral("import"),
                                   QStringLiteral("devices"),  QStringLiteral("create-channel"),
                                   QStringLiteral("channels"), QStringLiteral("follow"),
                                   QStringLiteral("unfollow"), QStringLiteral("totals"),
                                   QStringLiteral("remove"),   QStringLiteral("ban"),
                                   QStringLiteral("unban"),    QStringLiteral("role"),
                                   QStringLiteral("password")};
    return names.contains(command);
}

Result<Nothing> run(const Arguments& arguments)
{
    if (arguments.offline && needsServer(arguments.command)) {
        return noConnection(
            QStringLiteral("%1 needs the server: leave out --offline.").arg(arguments.command));
    }
    const auto early = beforeSigningIn().constFind(arguments.command);
    const bool isEarly = early != beforeSigningIn().constEnd();
    const auto client = isEarly ? openProfile(arguments) : openSignedIn(arguments);
    if (!client) {
        return Unexpected(client.error());
    }
    const Command command = isEarly ? *early : commands().value(arguments.command);
    const auto result = command(*client.value(), arguments);
    client.value()->close();
    return result;
}

} // namespace

ExitStatus runCommand(const Arguments& arguments)
{
    const auto complete = withTokenFile(arguments);
    const auto result = complete ? run(*complete) : Result<Nothing>(Unexpected(complete.error()));
    if (result) {
        return ExitStatus::Done;
    }
    if (!result.error().message.isEmpty()) {
        printMessage(QStringLiteral("tidemark-cli: %1").arg(result.error().message));
    }
    return result.error().status;
}

} // namespace tidemark::cli
