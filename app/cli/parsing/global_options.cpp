#include "app/cli/parsing/global_options.h"

#include "core/client/keys/token_text.h"
#include "core/servers/certificate.h"

#include <QStandardPaths>

namespace tidemark::cli {

namespace {

/// Returns the profile's directory if the command line names none.
QString defaultProfile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/cli");
}

constexpr Option serverOption{
    .name = "server",
    .kind = ValueKind::Text,
    .value = "URL,...",
    .help =
        "connect to ws://HOST:PORT (this computer only) or wss://HOST:PORT; for several servers of one "
        "service, separate them with commas: if one does not answer, another is used; kept in the profile",
};
constexpr Option userOption{
    .name = "user",
    .kind = ValueKind::Text,
    .value = "NAME",
    .help = "use this account; for the first use of a profile and for register",
};
constexpr Option passwordFileOption{
    .name = "password-file",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "read the password from the first line of FILE",
};
constexpr Option tokenOption{
    .name = "token",
    .kind = ValueKind::Text,
    .value = "TOKEN",
    .help = "use a device token instead of a password: 64 hexadecimal digits or "
            "base64url; other users of this computer may see it for a moment",
};
constexpr Option tokenFileOption{
    .name = "token-file",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "read a device token from the first line of FILE",
};
constexpr Option trustFingerprintOption{
    .name = "trust-fingerprint",
    .kind = ValueKind::Text,
    .value = "SHA256",
    .help = "trust only the server certificate with this SHA-256 fingerprint, whether or not an authority "
            "vouches for it; of several servers, only those that show it are used; kept in the profile until "
            "you give another fingerprint or none",
};
constexpr Option profileOption{
    .name = "profile",
    .kind = ValueKind::Text,
    .value = "DIR",
    .help = "keep this device's data in DIR; one profile is one device",
};
constexpr Option deviceOption{
    .name = "device",
    .kind = ValueKind::Text,
    .value = "NAME",
    .help = "name this device NAME; kept in the profile",
};
constexpr Option timeoutOption{
    .name = "timeout",
    .kind = ValueKind::Factor,
    .value = "SECONDS",
    .help = "wait this long for the server (default 30)",
};
constexpr Option offlineOption{
    .name = "offline",
    .help = "work on the local store only; changes wait for the next connection",
};
constexpr Option traceOption{
    .name = "trace",
    .kind = ValueKind::Text,
    .value = "DIR",
    .help = "record read-state events (ids and seqs, no text) in a new folder; "
            "tidemark-sim --replay DIR plays them back",
};

/// Reads --token and --token-file. This function and the next ones return an error, or an empty string.
QString adoptToken(const OptionValues& values, Arguments& into)
{
    into.tokenFile = values.text(tokenFileOption);
    if (!values.has(tokenOption)) {
        return {};
    }
    const auto token = tokenFromText(values.text(tokenOption));
    if (!token) {
        return QStringLiteral("--token must be 64 hexadecimal digits or base64url of 32 bytes");
    }
    into.token = *token;
    return into.tokenFile.isEmpty() ? QString() : QStringLiteral("give --token or --token-file, not both");
}

QString adoptFingerprint(const OptionValues& values, Arguments& into)
{
    if (!values.has(trustFingerprintOption)) {
        return {};
    }
    const QString given = values.text(trustFingerprintOption);
    into.trustedFingerprint = given == QLatin1String("none") ? QString() : fingerprintFrom(given);
    return into.trustedFingerprint
               ? QString()
               : QStringLiteral("--trust-fingerprint must be the SHA-256 fingerprint of a certificate, 64 "
                                "hexadecimal digits with or without colons, or none");
}

QString adoptServers(const OptionValues& values, Arguments& into)
{
    if (!values.has(serverOption)) {
        return {};
    }
    const auto servers = serversOf(values.text(serverOption));
    if (!servers) {
        return QStringLiteral("--server: ") + problemOf(servers.error());
    }
    into.servers = *servers;
    return {};
}

} // namespace

const std::vector<Option>& globalOptions()
{
    static const std::vector<Option> all{
        serverOption,  userOption,      passwordFileOption,
        tokenOption,   tokenFileOption, trustFingerprintOption,
        profileOption, deviceOption,    timeoutOption,
        offlineOption, traceOption,     versionOption,
    };
    return all;
}

Expected<Arguments, QString> argumentsOf(const OptionValues& values)
{
    Arguments result;
    result.user = values.text(userOption);
    result.passwordFile = values.text(passwordFileOption);
    result.profile = values.text(profileOption, defaultProfile());
    result.device = values.text(deviceOption);
    result.offline = values.has(offlineOption);
    result.trace = values.text(traceOption);
    result.timeout = values.time(timeoutOption).value_or(result.timeout);
    for (const auto adopt : {adoptToken, adoptFingerprint, adoptServers}) {
        const QString problem = adopt(values, result);
        if (!problem.isEmpty()) {
            return Unexpected(problem);
        }
    }
    return result;
}

} // namespace tidemark::cli
