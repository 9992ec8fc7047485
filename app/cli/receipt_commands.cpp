#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

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

/// What the command line asks for: both parts may be left out.
struct Wish {
    std::optional<ReceiptPrivacy> receipts;
    ConversationId conversation; ///< 0: the account
};

Result<Wish> wishOf(const QStringList& given)
{
    Wish wish;
    for (const QString& text : given) {
        const ConversationId conversation(text.toULongLong());
        if (!wish.receipts && !wish.conversation.isValid() && receiptsOf(text)) {
            wish.receipts = receiptsOf(text);
        } else if (!wish.conversation.isValid() && conversation.isValid()) {
            wish.conversation = conversation;
        } else {
            return wrongUse(
                QStringLiteral("'%1' is neither public, private or inherit nor a conversation").arg(text));
        }
    }
    if (wish.receipts == ReceiptPrivacy::Inherit && !wish.conversation.isValid()) {
        return wrongUse(QStringLiteral("inherit goes with a conversation"));
    }
    return wish;
}

Result<Nothing> change(BlockingClient& client, const Wish& wish)
{
    if (client.isOffline()) {
        return noConnection(QStringLiteral("Changing receipts needs the server: leave out --offline."));
    }
    if (!wish.conversation.isValid()) {
        const auto done = client.run([&](CommandId command) {
            return input::ChangeAccount{command, *wish.receipts};
        });
        return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
    }
    const auto summary = findConversation(client, wish.conversation);
    if (!summary) {
        return Unexpected(summary.error());
    }
    ConversationSettings settings = summary->settings;
    settings.receipts = *wish.receipts;
    const auto done = client.run([&](CommandId command) {
        return input::ChangeSettings{command, wish.conversation, settings};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
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

} // namespace

Result<Nothing> receipts(BlockingClient& client, const Arguments& arguments)
{
    const auto wish = wishOf(arguments.positionals);
    if (!wish) {
        return Unexpected(wish.error());
    }
    if (wish->receipts) {
        const auto changed = change(client, *wish);
        if (!changed) {
            return changed;
        }
    }
    return show(client, wish->conversation);
}

Result<Nothing> showReaders(BlockingClient& client, const Arguments& arguments)
{
    const auto done = client.run([&](CommandId command) {
        return input::AskReaders{command, arguments.conversation(), arguments.seq(1)};
    });
    if (!done) {
        return Unexpected(done.error());
    }
    for (std::size_t i = 0; i < done->users.size(); ++i) {
        JsonLine line;
        line.add("conversation", arguments.conversation())
            .add("seq", arguments.seq(1))
            .add("reader", done->users[i].name);
        addTime(line, "at", i < done->readAt.size() ? done->readAt[i] : UnixMs());
        print(line.add("members", done->memberCount));
    }
    return Nothing{};
}

} // namespace tidemark::cli
