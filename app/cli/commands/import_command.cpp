#include "app/cli/commands/commands.h"
#include "app/cli/importing/import_mark.h"
#include "app/cli/importing/importer.h"
#include "app/cli/running/command_parts.h"
#include "core/client/keys/token_text.h"
#include "core/transport/web_socket_transport.h"

#include <QRandomGenerator>

#include <memory>

namespace tidemark::cli {

namespace {

constexpr Option asParticipantsOption{
    .name = "as-participants",
    .help = "give each author an account of its own",
    .isRequired = true,
};
constexpr Option speedOption{
    .name = "speed",
    .kind = ValueKind::Factor,
    .value = "N",
    .help = "replay at N times real time, with the log's own pauses (default: as fast as possible)",
};

const QString secretKey = QStringLiteral("import secret");

/// Returns the secret from which this profile derives the accounts of imported authors. The secret is stored
/// before it is used.
Result<std::string> importSecret(BlockingClient& client)
{
    if (client.setting(secretKey).isEmpty()) {
        client.client().setSetting(secretKey, tokenToText(Client::newToken()));
    }
    const auto secret = tokenFromText(client.setting(secretKey));
    return secret ? Result<std::string>(*secret) : refused(QStringLiteral("The profile cannot be written."));
}

void printOutcome(const ImportSummary& summary, const Importer::Outcome& outcome)
{
    std::vector<JsonLine> rooms;
    for (const std::string& room : summary.rooms) {
        rooms.push_back(
            JsonLine().add("room", room).add("conversation", outcome.mark.rooms.at(room).conversation));
    }
    print(JsonLine().add("messages", summary.lines).add("sent", outcome.sent).add("rooms", rooms));
}

Result<Nothing> importLog(BlockingClient& client, const Arguments& arguments)
{
    ImportLog log(arguments.positionals[0]);
    const auto summary = log.check();
    if (!summary) {
        return refused(QStringLiteral("%1: %2").arg(arguments.positionals[0], summary.error()));
    }
    const auto secret = importSecret(client);
    if (!secret) {
        return Unexpected(secret.error());
    }
    const Snapshot snapshot = client.state().snapshot;
    // This device receives the imported messages when it connects the next time.
    client.client().submit(input::GoOffline{});

    ImportSettings settings;
    settings.callerToken = snapshot.account->token;
    settings.callerDevice = snapshot.device;
    settings.secret = *secret;
    settings.rooms = summary->rooms;
    settings.speed = arguments.options.factor(speedOption).value_or(0);
    settings.jitterSeed = QRandomGenerator::system()->generate64();

    const QString markKey = QStringLiteral("import %1 %2")
                                .arg(QString::fromLatin1(summary->sha256.toHex()))
                                .arg(snapshot.account->user.id.value);
    ImportProgress progress(summary->lines);
    Importer importer(std::make_unique<WebSocketTransport>(), client.endpoints(), settings, log, progress,
                      [&](const ImportMark& mark) { client.client().setSetting(markKey, markToText(mark)); });
    const auto outcome = importer.run(markFromText(client.setting(markKey)));
    if (!outcome) {
        return Unexpected(outcome.error());
    }
    printOutcome(*summary, *outcome);
    return Nothing{};
}

} // namespace

const Command importCommand{
    .name = "import",
    .arguments = {{"FILE"}},
    .options = {asParticipantsOption, speedOption},
    .help = "Replays a chat log (one JSON object per line: \"room\", \"at\", \"from\", \"text\", "
            "\"action\"). Each\n"
            "room becomes a group of the caller and the authors, which are token-only accounts that join\n"
            "at their first line. If you run it again, even after a crash of either side, it sends nothing\n"
            "twice. While the server cannot be reached, it waits. Prints\n"
            "{\"messages\",\"sent\",\"rooms\":[{\"room\",\"conversation\"}]}.",
    .needsServer = true,
    .run = importLog,
};

} // namespace tidemark::cli
