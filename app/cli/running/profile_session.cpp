#include "app/cli/running/profile_session.h"

#include "app/cli/parsing/command.h"
#include "core/base/line_end.h"
#include "core/client/keys/token_text.h"
#include "core/keyring/desktop_keyring.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QFile>

namespace tidemark::cli {

namespace {

ClientOptions optionsFor(const Arguments& arguments)
{
    ClientOptions options;
    options.profileDirectory = arguments.profile;
    options.servers = arguments.servers;
    options.deviceName = arguments.device;
    options.trustedCertificate = arguments.trustedFingerprint;
    options.makeKeyring = DesktopKeyring::make;
    options.offline = arguments.offline || arguments.command->start == Start::Offline;
    options.traceDirectory = arguments.trace;
    options.engine.clientName = "tidemark-cli " TIDEMARK_VERSION;
    // The next run may use a new profile with the same token.
    options.engine.keepsToken = !arguments.token.empty();
    // Most commands need only a part of the history, and no user scrolls back afterwards.
    options.engine.backfill = arguments.command->pullsHistory;
    options.engine.readDebounce = Milliseconds(0);
    return options;
}

const QString givenTokenKey = QStringLiteral("given token");

/// Returns a digest by which the profile recognises the token.
QString sumOf(const std::string& token)
{
    const QByteArray bytes = QByteArray::fromStdString(token);
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

/// Reads the first line of a file that holds a secret.
Result<std::string> firstLineOf(const QString& name)
{
    QFile file(name);
    if (!file.open(QFile::ReadOnly)) {
        return wrongUse(QStringLiteral("%1: %2").arg(name, file.errorString()));
    }
    return withoutLineEnd(file.readLine().toStdString());
}

Result<Nothing> signIn(BlockingClient& client, const Arguments& arguments)
{
    const std::string name = arguments.user.toStdString();
    if (!arguments.token.empty()) {
        const auto account = client.state().snapshot.account;
        const QString given = sumOf(arguments.token);
        // The server may have given the device a new token since.
        const bool wasGiven = client.setting(givenTokenKey) == given;
        client.setSetting(givenTokenKey, given);
        if (account && !account->token.empty() && (wasGiven || account->token == arguments.token)) {
            return Nothing{};
        }
        const std::string known = account ? account->user.name : std::string();
        const auto done = client.run([&](CommandId command) {
            return input::UseToken{command, name.empty() ? known : name, arguments.token};
        });
        return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
    }
    if (!client.userName().isEmpty() && client.keyringProblem().isEmpty()) {
        return Nothing{};
    }
    // The user learns of it. The next run signs in again.
    if (auto failure = client.signedOut()) {
        return Unexpected(*std::move(failure));
    }
    const auto password = readPassword(arguments);
    if (!password) {
        return Unexpected(password.error());
    }
    if ((name.empty() || password->empty()) && !client.keyringProblem().isEmpty()) {
        return noConnection(client.keyringProblem());
    }
    if (name.empty() || password->empty()) {
        return wrongUse(
            QStringLiteral(
                "No user is signed in to the profile %1: give --user and --password-file, or --token.")
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
        const bool mayHelp =
            done.error().status == ExitStatus::NoConnection && !client.refusedCertificate().has_value();
        if (!mayHelp || deadline.hasExpired()) {
            return Unexpected(done.error());
        }
        client.runFor(pause);
    }
}

Result<Arguments> withTokenFile(Arguments arguments)
{
    if (arguments.tokenFile.isEmpty()) {
        return arguments;
    }
    const auto line = firstLineOf(arguments.tokenFile);
    if (!line) {
        return Unexpected(line.error());
    }
    const auto token = tokenFromText(QString::fromStdString(*line));
    if (!token) {
        return wrongUse(QStringLiteral("%1 contains no token.").arg(arguments.tokenFile));
    }
    arguments.token = *token;
    return arguments;
}

Result<std::string> readPassword(const Arguments& arguments)
{
    return arguments.passwordFile.isEmpty() ? Result<std::string>(std::string())
                                            : passwordIn(arguments.passwordFile);
}

Result<std::string> passwordIn(const QString& file)
{
    auto line = firstLineOf(file);
    if (line && line->empty()) {
        return wrongUse(QStringLiteral("%1 contains no password.").arg(file));
    }
    return line;
}

Result<std::unique_ptr<BlockingClient>> openProfile(const Arguments& arguments)
{
    auto client = std::make_unique<BlockingClient>(optionsFor(arguments), arguments.timeout);
    const auto opened = client->open();
    if (!opened) {
        return Unexpected(opened.error());
    }
    if (!arguments.offline) {
        client->awaitKeyring();
    }
    if (client->servers().isEmpty() && !arguments.offline) {
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
                QStringLiteral(
                    "No user has signed in to the profile %1 yet: run a command once without --offline.")
                    .arg(arguments.profile));
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
