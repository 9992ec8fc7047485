#include "app/cli/running/command_parts.h"

#include "app/cli/running/error_text.h"

#include <algorithm>
#include <chrono>

namespace tidemark::cli {

Result<ConversationSummary> findConversation(BlockingClient& client, ConversationId id)
{
    const QList<ConversationSummary> all = client.conversations();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ConversationSummary& one) { return one.id == id; });
    if (found == all.end()) {
        return refused(errorText(protocol::ErrorCode::NoSuchConversation));
    }
    return *found;
}

Result<ConversationSummary> runAndWait(BlockingClient& client, ConversationId conversation,
                                       const std::function<Input(CommandId)>& make)
{
    const auto done = client.run(make);
    if (!done) {
        return Unexpected(done.error());
    }
    const auto sent = client.waitUntilSent();
    if (!sent) {
        return Unexpected(sent.error());
    }
    return findConversation(client, conversation);
}

Result<Nothing> load(BlockingClient& client, ConversationId conversation, Seq after, Seq through)
{
    if (client.isOffline()) {
        return Nothing{};
    }
    const auto done = client.run([&](CommandId command) {
        return input::LoadRange{command, conversation, after, through};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<change::CommandDone> runPatiently(BlockingClient& client, const std::function<Input(CommandId)>& make)
{
    while (true) {
        auto done = client.run(make);
        if (done || done.error().retryAfter == std::chrono::milliseconds(0)) {
            return done;
        }
        client.runFor(done.error().retryAfter);
    }
}

Result<Nothing> runAndPrint(BlockingClient& client, const std::function<Input(CommandId)>& make)
{
    const auto done = client.run(make);
    if (!done) {
        return Unexpected(done.error());
    }
    print(JsonLine().add("conversation", done->resultAs<ConversationId>()));
    return Nothing{};
}

JsonLine& addDraft(JsonLine& line, const ConversationSummary& conversation)
{
    return line.add("conversation", conversation.id)
        .add("text", conversation.draft)
        .add("version", conversation.draftVersion)
        .add("device", conversation.draftDevice);
}

JsonLine readLine(const ConversationSummary& conversation, const Totals& totals)
{
    JsonLine line;
    line.add("conversation", conversation.id)
        .add("epoch", conversation.cursor.epoch)
        .add("read_seq", conversation.cursor.readSeq)
        .add("unread", conversation.counts.unread)
        .add("total", totals.unread);
    return line;
}

} // namespace tidemark::cli
