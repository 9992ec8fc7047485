#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <set>

namespace tidemark::cli {

namespace {

/// The seqs of "3,5,4" in this order; empty if it is no such list, or a seq stands in it twice.
std::vector<Seq> seqsIn(const QString& list)
{
    std::vector<Seq> seqs;
    std::set<Seq> different;
    for (const QString& word : list.split(QLatin1Char(','))) {
        bool isNumber = false;
        const Seq seq(word.toULongLong(&isNumber));
        if (!isNumber || !seq.isValid() || !different.insert(seq).second) {
            return {};
        }
        seqs.push_back(seq);
    }
    return seqs;
}

/// The conversations to which the messages go, each once.
Result<std::vector<ConversationId>> targetsOf(BlockingClient& client, const Arguments& arguments)
{
    std::vector<ConversationId> targets;
    for (const QString& word : arguments.positionals.mid(2)) {
        const auto conversation = findConversation(client, ConversationId(word.toULongLong()));
        if (!conversation) {
            return Unexpected(conversation.error());
        }
        if (!conversation->isMember) {
            return refused(errorText(protocol::ErrorCode::NotMember));
        }
        if (std::find(targets.begin(), targets.end(), conversation->id) == targets.end()) {
            targets.push_back(conversation->id);
        }
    }
    return targets;
}

/// A message on its way, in the order of the results.
struct Forward {
    ConversationId to;
    MessageUuid uuid;
};

/// Prints the results. Refused messages are deleted; the others stay.
Result<Nothing> printForwards(BlockingClient& client, const std::vector<Forward>& forwards)
{
    bool anyRefused = false;
    for (const Forward& one : forwards) {
        JsonLine line;
        line.add("conversation", one.to).add("uuid", uuidText(one.uuid));
        if (client.isOffline()) {
            print(line.addNull("seq"));
            continue;
        }
        const auto sent = client.waitForMessage(one.uuid);
        if (!sent) {
            return noConnection(
                sent.error().message
                + QStringLiteral(" Unsent messages wait in the profile for the next connection."));
        }
        if (sent->error) {
            client.client().submit(input::DeletePending{one.uuid});
            printMessage(errorText(*sent->error));
            anyRefused = true;
            continue;
        }
        print(line.add("seq", sent->seq));
    }
    return anyRefused ? Result<Nothing>(refused({})) : Result<Nothing>(Nothing{});
}

Result<Nothing> forwardMessages(BlockingClient& client, const Arguments& arguments)
{
    const auto from = findConversation(client, arguments.conversation());
    if (!from) {
        return Unexpected(from.error());
    }
    const std::vector<Seq> seqs = seqsIn(arguments.positionals[1]);
    if (seqs.empty() || seqs.size() > caps::maxForwarded) {
        return wrongUse(QStringLiteral("SEQ is a seq, or a list of up to %1 different ones such as 3,5,8")
                            .arg(caps::maxForwarded));
    }
    const auto targets = targetsOf(client, arguments);
    if (!targets) {
        return Unexpected(targets.error());
    }
    if (targets->size() > caps::maxForwardTargets) {
        return wrongUse(
            QStringLiteral("messages go to at most %1 conversations at once").arg(caps::maxForwardTargets));
    }
    std::vector<Forward> forwards;
    for (const ConversationId to : *targets) {
        for (const Seq seq : seqs) {
            const MessageUuid uuid = Client::newUuid();
            client.client().submit(input::Send{to, uuid, content::Message{.source = {from->id, {}, seq}}});
            forwards.push_back({to, uuid});
        }
    }
    return printForwards(client, forwards);
}

Result<Nothing> setForwarding(BlockingClient& client, const Arguments& arguments)
{
    const QString word = arguments.positionals[1];
    const bool isAllowed = word == QLatin1String("on");
    if (!isAllowed && word != QLatin1String("off")) {
        return wrongUse(QStringLiteral("say on or off"));
    }
    const auto done = client.run([&](CommandId command) {
        return input::SetForwarding{command, arguments.conversation(), !isAllowed};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("conversation", arguments.conversation()).add("forwarding", isAllowed));
    return Nothing{};
}

} // namespace

const Command forwardCommand{
    .name = "forward",
    .arguments = {conversationArgument,
                  {"SEQ[,SEQ...]"},
                  {"TO_CONV", ValueKind::Id},
                  {"TO_CONV", ValueKind::Id, Occurs::AnyNumber}},
    .help =
        "Forwards messages of CONV to other conversations, in the given order. Prints a line for each new\n"
        "message, {\"conversation\",\"uuid\",\"seq\"}, once it is durable on the server. The server copies\n"
        "text and files and says who said it first, and when: history, watch and export show\n"
        "\"forwarded\":{\"user\",\"at\"}. Offline, seq is null and the messages wait.",
    .run = forwardMessages,
};

const Command forwardingCommand{
    .name = "forwarding",
    .arguments = {conversationArgument, {"on|off"}},
    .help =
        "Allows or forbids to forward messages of a group or channel; for moderators and owners. A notice\n"
        "in the log tells the members. Prints {\"conversation\",\"forwarding\"}.",
    .needsServer = true,
    .run = setForwarding,
};

} // namespace tidemark::cli
