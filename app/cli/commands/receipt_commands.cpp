#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <array>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr std::array words{std::pair("inherit", ReceiptPrivacy::Inherit),
                           std::pair("public", ReceiptPrivacy::Public),
                           std::pair("private", ReceiptPrivacy::Private)};

std::optional<ReceiptPrivacy> receiptsOf(const QString& text)
{
    for (const auto& [word, receipts] : words) {
        if (text == QLatin1String(word)) {
            return receipts;
        }
    }
    return std::nullopt;
}

const char* wordOf(ReceiptPrivacy receipts)
{
    for (const auto& [word, one] : words) {
        if (one == receipts) {
            return word;
        }
    }
    return "inherit";
}

/// The request on the command line; both parts are optional.
struct ReceiptRequest {
    std::optional<ReceiptPrivacy> receipts;
    ConversationId conversation; ///< 0: the account
};

Result<ReceiptRequest> requestOf(const QStringList& given)
{
    ReceiptRequest request;
    for (const QString& text : given) {
        const ConversationId conversation(text.toULongLong());
        if (!request.receipts && !request.conversation.isValid() && receiptsOf(text)) {
            request.receipts = receiptsOf(text);
        } else if (!request.conversation.isValid() && conversation.isValid()) {
            request.conversation = conversation;
        } else {
            return wrongUse(
                QStringLiteral("'%1' must be public, private, inherit or the number of a conversation")
                    .arg(text));
        }
    }
    if (request.receipts == ReceiptPrivacy::Inherit && !request.conversation.isValid()) {
        return wrongUse(QStringLiteral("inherit needs the number of a conversation"));
    }
    return request;
}

Result<Nothing> change(BlockingClient& client, const ReceiptRequest& request)
{
    if (client.isOffline()) {
        return needsServer(QStringLiteral("Changing receipts"));
    }
    if (!request.conversation.isValid()) {
        const auto done = client.run([&](CommandId command) {
            return input::SetAccountSettings{command, *request.receipts};
        });
        return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
    }
    const auto summary = findConversation(client, request.conversation);
    if (!summary) {
        return Unexpected(summary.error());
    }
    ConversationSettings settings = summary->settings;
    settings.receipts = *request.receipts;
    const auto done = client.run([&](CommandId command) {
        return input::SetSettings{command, request.conversation, settings};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

/// Requests the page of readers after `last`.
Result<protocol::Readers> readersAfter(BlockingClient& client, const Arguments& arguments, UserId last)
{
    const auto done = runPatiently(client, [&](CommandId command) {
        return input::GetReaders{command, arguments.conversation(), arguments.seq(1), last};
    });
    return done ? Result<protocol::Readers>(done->resultAs<protocol::Readers>()) : Unexpected(done.error());
}

void printReaders(const Arguments& arguments, const protocol::Readers& page)
{
    for (std::size_t i = 0; i < page.users.size(); ++i) {
        JsonLine line;
        line.add("conversation", arguments.conversation())
            .add("seq", arguments.seq(1))
            .add("reader", page.users[i].name);
        addTime(line, "at", i < page.readAt.size() ? page.readAt[i] : UnixMs());
        print(line.add("members", page.memberCount));
    }
}

Result<Nothing> show(BlockingClient& client, ConversationId conversation)
{
    const ClientState state = client.state();
    const AccountSettings account =
        state.snapshot.account ? state.snapshot.account->settings : AccountSettings();
    JsonLine line;
    ConversationSettings settings;
    if (conversation.isValid()) {
        const auto summary = findConversation(client, conversation);
        if (!summary) {
            return Unexpected(summary.error());
        }
        settings = summary->settings;
        line.add("conversation", conversation).add("receipts", wordOf(settings.receipts));
    } else {
        const bool isPrivate = account.receipts == ReceiptPrivacy::Private;
        line.addNull("conversation").add("receipts", isPrivate ? "private" : "public");
    }
    print(line.add("private", readsPrivately(account, settings)));
    return Nothing{};
}

Result<Nothing> receipts(BlockingClient& client, const Arguments& arguments)
{
    const auto request = requestOf(arguments.positionals);
    if (!request) {
        return Unexpected(request.error());
    }
    if (request->receipts) {
        const auto changed = change(client, *request);
        if (!changed) {
            return changed;
        }
    }
    return show(client, request->conversation);
}

Result<Nothing> showReaders(BlockingClient& client, const Arguments& arguments)
{
    UserId last;
    for (std::size_t printed = 0, all = 1; printed < all;) {
        const auto page = readersAfter(client, arguments, last);
        if (!page) {
            return Unexpected(page.error());
        }
        printReaders(arguments, *page);
        if (page->users.empty()) {
            break;
        }
        last = page->users.back().id;
        printed += page->users.size();
        all = page->readerCount;
    }
    return Nothing{};
}

} // namespace

const Command readByCommand{
    .name = "read-by",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .help = "Prints one line for each reader who lets others see it:\n"
            "{\"conversation\",\"seq\",\"reader\",\"at\",\"members\"}. at: the latest time by which the "
            "reader had\n"
            "read it, or null; members: the number of members, including the caller.",
    .needsServer = true,
    .run = showReaders,
};

const Command receiptsCommand{
    .name = "receipts",
    .arguments = {{"SETTING", ValueKind::Text, Occurs::AtMostOnce},
                  {"CONV", ValueKind::Text, Occurs::AtMostOnce}},
    .help = "Prints whether others see what is read here: {\"conversation\",\"receipts\",\"private\"};\n"
            "conversation is null for the account. SETTING changes it first: public, private or, for a\n"
            "conversation, inherit (same as the account). Others never see what is read in private, even\n"
            "after you end it, only that it reached a device; the user's own devices always agree.",
    .run = receipts,
};

} // namespace tidemark::cli
