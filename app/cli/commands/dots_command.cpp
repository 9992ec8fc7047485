#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

namespace tidemark::cli {

namespace {

constexpr Option seeOption{
    .name = "see",
    .kind = ValueKind::Text,
    .value = "NAME",
    .help = "mark the dot as seen first",
};

Result<Nothing> listDots(BlockingClient& client, const Arguments& arguments)
{
    if (!client.isOffline()) {
        const auto asked = client.run([](CommandId command) { return input::GetDots{command}; });
        if (!asked) {
            return Unexpected(asked.error());
        }
    }
    if (arguments.options.has(seeOption)) {
        const std::string name = arguments.options.text(seeOption).toStdString();
        const auto seen = client.run([&](CommandId command) { return input::SeeDot{command, name}; });
        if (!seen) {
            return seen.error().status == ExitStatus::Refused
                       ? Result<Nothing>(refused(QStringLiteral("This dot does not exist.")))
                       : Unexpected(seen.error());
        }
        if (const auto sent = client.waitUntilSent(); !sent) {
            return sent;
        }
    }
    for (const LocalDot& one : client.state().snapshot.dots) {
        print(JsonLine()
                  .add("dot", one.dot.name)
                  .add("version", one.dot.version)
                  .add("seen", one.dot.seen)
                  .add("lit", isLit(one.dot)));
    }
    return Nothing{};
}

} // namespace

const Command dotsCommand{
    .name = "dots",
    .options = {seeOption},
    .help =
        "Prints one line for each red dot: {\"dot\",\"version\",\"seen\",\"lit\"}. lit: there is something\n"
        "new that the user has not opened on any device. A dot seen offline is reported to the server\n"
        "later.",
    .run = listDots,
};

} // namespace tidemark::cli
