#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "app/cli/running/line_reader.h"
#include "app/cli/running/picture_file.h"
#include "core/domain/request_caps.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/utf8_text.h"
#include "core/pictures/picture_metadata.h"
#include "core/pictures/picture_source.h"

#include <QFileInfo>

#include <unistd.h>

#include <deque>
#include <unordered_set>

namespace tidemark::cli {

namespace {

constexpr Option attachOption{
    .name = "attach",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "send FILE with the message; may be given up to ten times. TEXT may be empty then",
};
constexpr Option asPictureOption{
    .name = "as-picture",
    .help = "send pictures upright, at most 2560 pixels a side, and without what is hidden in them",
};

/// While this many messages have no answer yet, no further line is read.
constexpr std::size_t window = 256;

/// Sends messages and prints their results, both in the order of the input.
class Sender {
public:
    Sender(BlockingClient& client, ConversationId conversation)
        : m_client(client), m_conversation(conversation)
    {
    }

    /// Sends the same text that the window would send for this input. `draft`: see input::Send.
    void send(const QString& written, std::optional<std::uint64_t> draft = {})
    {
        const MessageUuid uuid = Client::newUuid();
        m_client.client().submit(
            input::Send{m_conversation, uuid, content::Message{writtenText(written).toStdString()}, draft});
        m_unanswered.push_back(uuid);
    }

    /// Stores a message with files. Then it waits for its answer like the others.
    Result<Nothing> sendFiles(const QString& written, std::vector<OutgoingFile> files)
    {
        const MessageUuid uuid = Client::newUuid();
        const content::Message message{writtenText(written).toStdString()};
        const auto stored = m_client.storeFiles({m_conversation, uuid, message, std::move(files)});
        if (stored) {
            m_unanswered.push_back(uuid);
        }
        return stored;
    }

    /// Prints and remembers that a message was refused. The others are still sent.
    void refuse(const QString& why)
    {
        printMessage(why);
        m_anyRefused = true;
    }

    [[nodiscard]] std::size_t unanswered() const { return m_unanswered.size(); }

    /// Waits for the answer to the oldest message and prints it. Remembers a refusal.
    Result<Nothing> finishOne()
    {
        const MessageUuid uuid = m_unanswered.front();
        m_unanswered.pop_front();
        if (m_client.isOffline()) {
            return finishOffline(uuid);
        }
        const auto sent = m_client.waitForMessage(uuid);
        if (!sent) {
            return noConnection(
                sent.error().message
                + QStringLiteral(" Unsent messages wait in the profile for the next connection."));
        }
        if (sent->error) {
            m_client.client().submit(input::DeletePending{uuid});
            refuse(errorText(*sent->error));
            return Nothing{};
        }
        print(JsonLine().add("uuid", uuidText(uuid)).add("seq", sent->seq));
        return Nothing{};
    }

    [[nodiscard]] Result<Nothing> result() const
    {
        return m_anyRefused ? Result<Nothing>(refused({})) : Result<Nothing>(Nothing{});
    }

private:
    /// Waits until the store holds the message. Offline it then counts as sent.
    Result<Nothing> finishOffline(MessageUuid uuid)
    {
        if (!m_durable.contains(uuid)) {
            for (const PendingMessage& one : m_client.state().snapshot.pending) {
                m_durable.insert(one.uuid);
            }
        }
        if (!m_durable.contains(uuid)) {
            return refused(errorText(protocol::ErrorCode::Unavailable));
        }
        print(JsonLine().add("uuid", uuidText(uuid)).addNull("seq"));
        return Nothing{};
    }

    BlockingClient& m_client;
    ConversationId m_conversation;
    std::deque<MessageUuid> m_unanswered;
    std::unordered_set<MessageUuid> m_durable;
    bool m_anyRefused = false;
};

/// Sends every line of standard input as a message.
Result<Nothing> sendLines(BlockingClient& client, Sender& sender)
{
    LineReader reader(STDIN_FILENO);
    const auto readOn = [&] {
        while (sender.unanswered() < window) {
            const auto line = reader.take();
            if (!line) {
                break;
            }
            if (!QUtf8StringView(*line).isValidUtf8()) {
                sender.refuse(QStringLiteral("A line that is not UTF-8 was not sent."));
            } else if (const QString text = textFromUtf8(line->toStdString()); !writtenText(text).isEmpty()) {
                sender.send(text);
            }
        }
    };
    QObject::connect(&reader, &LineReader::readable, &client, [&] {
        readOn();
        client.noteChange();
    });
    while (!reader.isFinished() || sender.unanswered() > 0) {
        readOn();
        if (sender.unanswered() == 0) {
            client.runUntil([&] { return sender.unanswered() > 0 || reader.isFinished(); });
            continue;
        }
        const auto finished = sender.finishOne();
        if (!finished) {
            return finished;
        }
    }
    return sender.result();
}

void warnOfPlace(const QString& path)
{
    switch (placeHintOf(openPicture(path))) {
    case PlaceHint::None:
        break;
    case PlaceHint::Possible:
        printMessage(QStringLiteral("%1 may contain the place where it was taken.").arg(path));
        break;
    case PlaceHint::Found:
        printMessage(QStringLiteral("%1 contains the place where it was taken. Send it with --as-picture "
                                    "to leave that out.")
                         .arg(path));
        break;
    }
}

/// The files of --attach, made ready by the picture helper if they are to go as pictures.
Result<std::vector<OutgoingFile>> filesToSend(BlockingClient& client, const Arguments& arguments)
{
    const QStringList paths = arguments.options.all(attachOption);
    if (std::size_t(paths.size()) > caps::maxAttachments) {
        return wrongUse(QStringLiteral("A message has at most %1 files").arg(caps::maxAttachments));
    }
    std::vector<OutgoingFile> files;
    if (paths.contains(QString())) {
        return wrongUse(QStringLiteral("--attach needs the name of a file"));
    }
    for (const QString& path : paths) {
        OutgoingFile file{.path = path, .name = QFileInfo(path).fileName()};
        if (arguments.options.has(asPictureOption)) {
            const auto prepared = preparePicture(client, file);
            if (!prepared) {
                return Unexpected(prepared.error());
            }
        } else {
            warnOfPlace(path);
        }
        files.push_back(std::move(file));
    }
    return files;
}

Result<Nothing> send(BlockingClient& client, const Arguments& arguments)
{
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    if (!conversation->isMember) {
        return refused(errorText(protocol::ErrorCode::NotMember));
    }
    Sender sender(client, conversation->id);
    const QString text = arguments.positionals[1];
    if (arguments.options.has(attachOption) && text == QLatin1String("-")) {
        return wrongUse(QStringLiteral("--attach needs a TEXT, which may be empty, instead of -"));
    }
    if (arguments.options.has(attachOption)) {
        auto files = filesToSend(client, arguments);
        const auto stored =
            files ? sender.sendFiles(text, std::move(files).value()) : Unexpected(files.error());
        if (!stored) {
            return stored;
        }
    } else if (arguments.options.has(asPictureOption)) {
        return wrongUse(QStringLiteral("--as-picture needs --attach"));
    } else if (text == QLatin1String("-")) {
        return sendLines(client, sender);
    } else if (writtenText(text).isEmpty()) {
        return refused(errorText(protocol::ErrorCode::TextEmpty));
    } else {
        const bool isDraft = text.toStdString() == conversation->draft;
        sender.send(text, isDraft ? std::optional(conversation->draftVersion) : std::nullopt);
    }
    const auto finished = sender.finishOne();
    return finished ? sender.result() : finished;
}

} // namespace

const Command sendCommand{
    .name = "send",
    .arguments = {conversationArgument, {"TEXT"}},
    .options = {attachOption, asPictureOption},
    .help = "Prints {\"uuid\",\"seq\"} once the message is durable on the server. With - as TEXT every line\n"
            "of standard input is a message (empty lines are skipped); results keep this order. With\n"
            "--offline seq is null and the message waits. As in the window, white space at both ends and\n"
            "control characters are removed and line ends become line feeds. The command refuses text\n"
            "that is not UTF-8. A draft with exactly this text ends on all devices. Files are copied into\n"
            "the profile before the message counts as stored.",
    .run = send,
};

} // namespace tidemark::cli
