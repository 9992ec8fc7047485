#include "app/cli/command_parts.h"
#include "app/cli/commands.h"
#include "core/models/export_formats.h"

namespace tidemark::cli {

namespace {

std::optional<ExportKind> exportKindOf(const QString& format)
{
    if (format == QLatin1String("jsonl")) {
        return ExportKind::JsonLines;
    }
    return format == QLatin1String("text") ? std::optional(ExportKind::Text) : std::nullopt;
}

} // namespace

Result<Nothing> exportConversation(BlockingClient& client, const Arguments& arguments)
{
    const QString format = arguments.options.value(QStringLiteral("format"), QStringLiteral("jsonl"));
    const auto kind = exportKindOf(format);
    if (!kind) {
        return wrongUse(QStringLiteral("--format must be jsonl or text, not '%1'").arg(format));
    }
    const auto summary = findConversation(client, arguments.conversation());
    if (!summary) {
        return Unexpected(summary.error());
    }
    const QString path = arguments.options.value(QStringLiteral("output"));
    const ExportResult result = client.exportConversation({0, summary->id, path, makeExportFormat(*kind)});
    if (result.end != ExportResult::End::Written) {
        return refused(QStringLiteral("%1: %2").arg(path, result.problem));
    }
    print(JsonLine()
              .add("conversation", summary->id)
              .add("file", path)
              .add("format", format)
              .add("items", result.items)
              .add("missing", result.missing));
    return Nothing{};
}

} // namespace tidemark::cli
