#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "core/domain/reading_policy.h"

namespace tidemark::cli {

namespace {

constexpr Option thisDeviceOption{
    .name = "this-device",
    .help = "change only this device; the policy inherit means the same as the account",
};

const QString deviceKey =
    QString::fromLatin1(devicePolicySetting.data(), qsizetype(devicePolicySetting.size()));

std::optional<ReadingPolicy> policyIn(const QString& text)
{
    return readingPolicyOf(text.toStdString());
}

Result<Nothing> changeDevice(BlockingClient& client, const QString& word)
{
    const bool isInherit = word == QLatin1String("inherit");
    if (!isInherit && !policyIn(word)) {
        return wrongUse(
            QStringLiteral("POLICY must be when-seen, on-opening, by-hand or inherit, not '%1'").arg(word));
    }
    client.setSetting(deviceKey, isInherit ? QString() : word);
    return Nothing{};
}

Result<Nothing> changeAccount(BlockingClient& client, const QString& word)
{
    const auto policy = policyIn(word);
    if (!policy) {
        return wrongUse(
            QStringLiteral("POLICY must be when-seen, on-opening or by-hand, not '%1'").arg(word));
    }
    if (client.isOffline()) {
        return needsServer(QStringLiteral("Changing the account's policy"));
    }
    const auto done = client.run([&](CommandId command) {
        return input::SetAccountSettings{command, std::nullopt, *policy};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<Nothing> reading(BlockingClient& client, const Arguments& arguments)
{
    if (!arguments.positionals.isEmpty()) {
        const QString& word = arguments.positionals.first();
        const auto changed = arguments.options.has(thisDeviceOption) ? changeDevice(client, word)
                                                                     : changeAccount(client, word);
        if (!changed) {
            return changed;
        }
    }
    const ClientState state = client.state();
    const ReadingPolicy account =
        state.snapshot.account ? state.snapshot.account->settings.reading : ReadingPolicy::WhenSeen;
    const auto device = policyIn(client.setting(deviceKey));
    JsonLine line;
    line.add("account", std::string(wordOf(account)));
    if (device) {
        line.add("device", std::string(wordOf(*device)));
    } else {
        line.addNull("device");
    }
    print(line.add("reading", std::string(wordOf(device.value_or(account)))));
    return Nothing{};
}

} // namespace

const Command readingCommand{
    .name = "reading",
    .arguments = {{"POLICY", ValueKind::Text, Occurs::AtMostOnce}},
    .options = {thisDeviceOption},
    .help =
        "Prints when messages in the window count as read: {\"account\",\"device\",\"reading\"}; device is\n"
        "null if the device has no policy of its own; reading is the policy in force here. POLICY\n"
        "changes it first: when-seen (after a message was on screen while the user was present),\n"
        "on-opening (also every message in a conversation when it is opened) or by-hand.",
    .run = reading,
};

} // namespace tidemark::cli
