#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/system/sha256.h"

#include <QFile>

#include <string_view>

namespace tidemark::cli {

namespace {

constexpr Option indexOption{
    .name = "index",
    .kind = ValueKind::Number,
    .value = "N",
    .help = "fetch file N of the message, as attachments prints it (default 0)",
};
constexpr Option fetchedFileOption{
    .name = "output",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "write to FILE, which must not exist yet",
    .isRequired = true,
};

/// Copies the file and compares its hash on the way. Leaves no file behind if it fails.
Result<Nothing> copyTo(const QString& output, const QString& path, const Attachment& attachment)
{
    QFile from(path);
    QFile to(output);
    if (!from.open(QIODevice::ReadOnly)) {
        return refused(errorText(protocol::ErrorCode::FileUnreadable));
    }
    if (!to.open(QIODevice::WriteOnly | QIODevice::NewOnly, QFile::ReadOwner | QFile::WriteOwner)) {
        return refused(QStringLiteral("%1 cannot be made: %2").arg(output, to.errorString()));
    }
    constexpr qint64 blockBytes = qint64{1} << 20U;
    Sha256 hasher;
    bool isWritten = true;
    for (QByteArray block = from.read(blockBytes); isWritten && !block.isEmpty();
         block = from.read(blockBytes)) {
        hasher.add({block.constData(), std::size_t(block.size())});
        isWritten = to.write(block) == block.size();
    }
    isWritten = isWritten && to.flush();
    const bool isRight = BlobHash{hasher.result()} == attachment.hash;
    if (isWritten && isRight) {
        return Nothing{};
    }
    const QString problem = isWritten
                                ? errorText(protocol::ErrorCode::HashMismatch)
                                : QStringLiteral("%1 cannot be written: %2").arg(output, to.errorString());
    to.remove();
    return refused(problem);
}

Result<Nothing> fetch(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    const Seq seq = arguments.seq(1);
    const auto loaded = load(client, conversation->id, previous(seq), seq);
    if (!loaded) {
        return loaded;
    }
    const QString output = arguments.options.text(fetchedFileOption);
    if (QFile::exists(output)) {
        return refused(QStringLiteral("%1 exists already.").arg(output));
    }
    const QList<HistoryEntry> entries = client.history(conversation->id, previous(seq), next(seq), 1);
    const auto* message = entries.isEmpty() ? nullptr : entries.first().entry.as<content::Message>();
    const std::uint64_t index = arguments.options.number(indexOption, 0);
    if (message == nullptr || index >= message->attachments.size()) {
        return refused(QStringLiteral("There is no such file."));
    }
    const auto state = client.fetchFile({conversation->id, seq, {}, static_cast<std::uint32_t>(index)});
    if (!state) {
        return Unexpected(state.error());
    }
    if (state->step != FileState::Step::Held) {
        return state->step == FileState::Step::Failed
                   ? refused(errorText(state->error))
                   : needsServer(QStringLiteral("Fetching a file that this device does not hold"));
    }
    const Attachment& attachment = message->attachments[index];
    const auto copied = copyTo(output, QString::fromStdString(state->path), attachment);
    if (!copied) {
        return copied;
    }
    print(
        JsonLine().add("path", output).add("size", attachment.size).add("sha256", hashText(attachment.hash)));
    return Nothing{};
}

} // namespace

const Command fetchCommand{
    .name = "fetch",
    .arguments = {conversationArgument, {"SEQ", ValueKind::Id}},
    .options = {indexOption, fetchedFileOption},
    .help =
        "Downloads a file of a message unless this device holds it, compares its hash, writes it to FILE\n"
        "and prints {\"path\",\"size\",\"sha256\"}. An existing FILE stays as it is. FILE is readable by "
        "its\n"
        "owner only.",
    .run = fetch,
};

} // namespace tidemark::cli
