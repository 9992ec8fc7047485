#include "app/cli/profile_session.h"

#include <QDeadlineTimer>
#include <QFile>

namespace tidemark::cli {

namespace {

ClientOptions optionsFor(const Arguments& arguments)
{
    ClientOptions options;
    options.profileDirectory = arguments.profile;
    options.server = arguments.server;
    options.deviceName = arguments.device;
    // It speaks to the server by itself.
    options.offline = arguments.offline || arguments.command == QLatin1String("totals");
    options.traceDirectory = arguments.trace;
    options.engine.clientName = "tidemark-cli " TIDEMARK_VERSION;
    // A command needs its own part of the history at most, and there is no user who might go on reading.
    options.engine.backfill =
        arguments.command == QLatin1String("sync") || arguments.command == QLatin1String("watch");
    options.engine.readDebounce = Milliseconds(0);
    return options;
}

Result<Nothing> signIn(BlockingClient& client, const Arguments& arguments)
{
    const std::string name = arguments.user.toStdString();
    if (!arguments.token.empty()) {
        const auto account = client.state().snapshot.account;
        if (account && account->token == arguments.token) {
            return Nothing{};
        }
        const std::string known = account ? account->user.name : std::string();
        const auto done = client.run([&](CommandId command) {
            return input::UseToken{command, name.empty() ? known : name, arguments.token};
        });
        return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
    }
    if (!client.userName().isEmpty()) {
        return Nothing{};
    }
    const auto password = readPassword(arguments);
    if (!password) {
        return Unexpected(password.error());
    }
    if (name.empty() || password->empty()) {
        return wrongUse(
            QStringLiteral(
                "Nobody is signed in to the profile %1: give --user and --password-file, or --token.")
                .arg(arguments.profile));
    }
    return authenticate(client, arguments, [&](CommandId command) {
        return input::SignIn{command, name, *password, Client::newToken()};
    });
}

} // namespace

Result<Nothing> authenticate(BlockingClient& client, const Arguments& arguments,
                             const std::function<Input(CommandId)>& make)
{
    constexpr std::chrono::milliseconds pause{250};
    const QDeadlineTimer deadline(arguments.timeout);
    while (true) {
        const auto done = client.run(make);
        if (done) {
            return Nothing{};
        }
        if (done.error().status != ExitStatus::NoConnection || deadline.hasExpired()) {
            return Unexpected(done.error());
        }
        client.runFor(pause);
    }
}

Result<std::string> readPassword(const Arguments& arguments)
{
    if (arguments.passwordFile.isEmpty()) {
        return std::string();
    }
    QFile file(arguments.passwordFile);
    if (!file.open(QFile::ReadOnly)) {
        return wrongUse(QStringLiteral("%1: %2").arg(arguments.passwordFile, file.errorString()));
    }
    QByteArray line = file.readLine();
    while (line.endsWith('\n') || line.endsWith('\r')) {
        line.chop(1);
    }
    return line.isEmpty() ? Result<std::string>(
               wrongUse(QStringLiteral("%1 holds no password.").arg(arguments.passwordFile)))
                          : Result<std::string>(line.toStdString());
}

Result<std::unique_ptr<BlockingClient>> openProfile(const Arguments& arguments)
{
    auto client = std::make_unique<BlockingClient>(optionsFor(arguments), arguments.timeout);
    const auto opened = client->open();
    if (!opened) {
        return Unexpected(opened.error());
    }
    if (client->server().isEmpty() && !arguments.offline) {
        return wrongUse(
            QStringLiteral("The profile %1 knows no server yet: give --server.").arg(arguments.profile));
    }
    return client;
}

Result<std::unique_ptr<BlockingClient>> openSignedIn(const Arguments& arguments)
{
    auto client = openProfile(arguments);
    if (!client) {
        return client;
    }
    if (arguments.offline) {
        if (!client.value()->state().snapshot.account) {
            return refused(
                QStringLiteral("Nobody has signed in to the profile %1 yet.").arg(arguments.profile));
        }
        return client;
    }
    if (!arguments.user.isEmpty() && !client.value()->userName().isEmpty()
        && arguments.user != client.value()->userName()) {
        return wrongUse(QStringLiteral("The profile %1 belongs to %2. Another account needs another profile.")
                            .arg(arguments.profile, client.value()->userName()));
    }
    const auto signedIn = signIn(*client.value(), arguments);
    if (!signedIn) {
        return Unexpected(signedIn.error());
    }
    const auto caughtUp = client.value()->catchUp();
    if (!caughtUp) {
        return Unexpected(caughtUp.error());
    }
    return client;
}

} // namespace tidemark::cli
