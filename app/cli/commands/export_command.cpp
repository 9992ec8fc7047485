#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "core/models/formats/export_formats.h"
#include "core/models/words/notice_text.h"

namespace tidemark::cli {

namespace {

constexpr Option outputOption{
    .name = "output",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "write to FILE; an existing file is replaced",
    .isRequired = true,
};
constexpr Option formatOption{
    .name = "format",
    .kind = ValueKind::Text,
    .value = "FORMAT",
    .help = "write jsonl, a JSON object per line (default), or text, for reading",
};

std::optional<ExportKind> exportKindOf(const QString& format)
{
    if (format == QLatin1String("jsonl")) {
        return ExportKind::JsonLines;
    }
    return format == QLatin1String("text") ? std::optional(ExportKind::Text) : std::nullopt;
}

Result<Nothing> exportConversation(BlockingClient& client, const Arguments& arguments)
{
    const QString format = arguments.options.text(formatOption, QStringLiteral("jsonl"));
    const auto kind = exportKindOf(format);
    if (!kind) {
        return wrongUse(QStringLiteral("--format must be jsonl or text, not '%1'").arg(format));
    }
    const auto summary = findConversation(client, arguments.conversation());
    if (!summary) {
        return Unexpected(summary.error());
    }
    const QString path = arguments.options.text(outputOption);
    // Programs need the names, and people must not take the account for one that can still be asked.
    const ExportResult result =
        client.exportConversation({0, summary->id, path, makeExportFormat(*kind),
                                   *kind == ExportKind::Text ? deletedAccountName() : QString()});
    if (result.end != ExportResult::End::Written) {
        return refused(QStringLiteral("%1: %2").arg(path, result.problem));
    }
    print(JsonLine()
              .add("conversation", summary->id)
              .add("file", path)
              .add("format", format)
              .add("items", result.items)
              .add("missing", result.missing)
              .add("files", result.files)
              .add("missing_files", result.missingFiles));
    return Nothing{};
}

} // namespace

const Command exportCommand{
    .name = "export",
    .arguments = {conversationArgument},
    .options = {outputOption, formatOption},
    .help =
        "Writes this device's copy of a conversation to a file: notices and messages in their current\n"
        "form, in order. Writes the whole file or nothing. Entries that the device does not hold appear\n"
        "as gaps; sync downloads them. Pictures and files that the device holds are copied to the folder\n"
        "FILE.files as SEQ-INDEX-NAME; nothing there is overwritten.\n"
        "Prints {\"conversation\",\"file\",\"format\",\"items\",\"missing\",\"files\",\"missing_files\"};\n"
        "the last is the number of files that the device does not hold or cannot read.\n"
        "Lines of deleted accounts have \"deleted\":true; as text, they say \"Deleted account\" in place of\n"
        "the name.",
    .run = exportConversation,
};

} // namespace tidemark::cli
