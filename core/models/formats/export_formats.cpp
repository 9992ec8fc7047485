#include "core/models/formats/export_formats.h"

#include "core/models/formats/entry_json.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/utf8_text.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace tidemark {

namespace {

using std::string; // lupdate takes "std::string begin()" in a class for a function of std

class ExportText {
    Q_DECLARE_TR_FUNCTIONS(ExportText)
};

/// The first line describes the conversation; the other lines are its items.
class JsonFormat final : public ExportFormat {
public:
    string begin(const ExportSubject& subject) override
    {
        const ConversationSummary& conversation = subject.conversation;
        m_conversation = conversation.id;
        JsonLine line;
        line.add("kind", "conversation")
            .add("conversation", conversation.id)
            .add("type", kindName(conversation.kind))
            .add("title", conversation.title);
        if (conversation.isPeerDeleted) {
            line.add("deleted", true);
        }
        return lineOf(line.add("head_seq", conversation.head)
                          .add("exported_by", subject.userName)
                          .add("exported_at", isoTime(subject.at)));
    }

    string item(const TimelineItem& item, const std::vector<string>&) override
    {
        JsonLine line;
        addTime(addItem(line, m_conversation, item), "edited_at", item.editedAt);
        return lineOf(line.add("action", item.isAction).add("unsent", !item.seq.isValid()));
    }

    string gap(const SeqRange& missing, bool isTrimmed) override
    {
        return lineOf(JsonLine()
                          .add("kind", "gap")
                          .add("first_seq", missing.first)
                          .add("last_seq", missing.last)
                          .add("entries", missing.size())
                          .add("why", isTrimmed ? "not-kept" : "not-held"));
    }

private:
    static std::string lineOf(const JsonLine& line) { return line.toJson().toStdString() + '\n'; }

    ConversationId m_conversation;
};

constexpr qsizetype maxQuoted = 60;

/// Returns the first line of a message, shortened.
QString quoteOf(const std::string& text)
{
    const QString whole = cleanText(textFromUtf8(text)).trimmed();
    QString first = whole.section(QLatin1Char('\n'), 0, 0).left(maxQuoted);
    if (first.size() < whole.size()) {
        first += QChar(0x2026);
    }
    return first;
}

class TextFormat final : public ExportFormat {
public:
    string begin(const ExportSubject& subject) override
    {
        const QTimeZone zone = QTimeZone::systemTimeZone();
        return bytesOf(oneLine(QString::fromStdString(subject.conversation.title))) + '\n'
               + bytesOf(ExportText::tr("Exported from Tidemark by %1 on %2. Times are in %3.")
                             .arg(isolatedLine(QString::fromStdString(subject.userName)),
                                  copiedMoment(subject.at), QString::fromLatin1(zone.id())))
               + "\n\n";
    }

    string item(const TimelineItem& item, const std::vector<string>& copies) override
    {
        const QString time = QStringLiteral("[%1] ").arg(copiedMoment(item.at));
        return bytesOf(time + (item.kind == EntryKind::Notice ? noticeOf(item) : messageOf(item, copies)))
               + '\n';
    }

    string gap(const SeqRange& missing, bool isTrimmed) override
    {
        const QString words = isTrimmed ? ExportText::tr("… entries not available: %L1 …")
                                        : ExportText::tr("… entries not on this device: %L1 …");
        return bytesOf(words.arg(missing.size())) + '\n';
    }

private:
    static std::string bytesOf(const QString& text) { return text.toStdString(); }

    static QString noticeOf(const TimelineItem& item)
    {
        // Not "you", because other people may read the file.
        return QStringLiteral("— %1 —").arg(noticeText(item.notice, QString::fromStdString(item.authorName),
                                                       QString::fromStdString(item.subjectName),
                                                       textFromUtf8(item.text)));
    }

    static QString messageOf(const TimelineItem& item, const std::vector<string>& copies)
    {
        const QString author = isolatedLine(QString::fromStdString(item.authorName));
        if (item.isRecalled) {
            return ExportText::tr("%1: (this message was deleted)").arg(author);
        }
        // Indent the following lines, so that no text looks like another message.
        const QString text = withFiles(cleanText(textFromUtf8(item.text)), item, copies)
                                 .replace(QLatin1Char('\n'), QStringLiteral("\n    "));
        QString line = author + QStringLiteral(": ") + text;
        if (item.forwarded.isValid()) {
            const QString said = item.isAction ? QStringLiteral("* ") + text : text;
            line = ExportText::tr("%1 (forwarded from %2, %3): %4", "author, who said it, when, text")
                       .arg(author, isolatedLine(QString::fromStdString(item.forwardedName)),
                            copiedMoment(item.forwarded.at), said);
        } else if (item.isAction) {
            line = QStringLiteral("* %1 %2").arg(author, text);
        } else if (item.replyTo.isValid()) {
            line = ExportText::tr("%1 (replying to %2): %3", "author, quoted message, text")
                       .arg(author, answeredIn(item), text);
        }
        return line + marksOf(item) + reactionsOf(item);
    }

    /// A line of its own that begins like the following lines of a text.
    static QString reactionsOf(const TimelineItem& item)
    {
        QStringList reactions;
        for (const ReactionCount& one : item.reactions) {
            reactions.append(
                QStringLiteral("%1 %L2").arg(oneLine(QString::fromStdString(one.emoji))).arg(one.count));
        }
        return reactions.isEmpty() ? QString()
                                   : QStringLiteral("\n    [%1]").arg(reactions.join(QStringLiteral(", ")));
    }

    static QString withFiles(QString text, const TimelineItem& item, const std::vector<string>& copies)
    {
        for (std::size_t i = 0; i < item.attachments.size(); ++i) {
            const Attachment& file = item.attachments[i];
            const bool isCopied = i < copies.size() && !copies[i].empty();
            const QString name =
                isolatedLine(isCopied ? QString::fromStdString(copies[i]) : fileNameText(file));
            const QString size = fileSizeText(file.size);
            text += (text.isEmpty() ? QString() : QStringLiteral("\n"))
                    + (isPicture(file) ? ExportText::tr("[photo: %1, %2]", "name, size").arg(name, size)
                                       : ExportText::tr("[file: %1, %2]", "name, size").arg(name, size));
        }
        return text;
    }

    static QString answeredIn(const TimelineItem& item)
    {
        const QString name = isolatedLine(QString::fromStdString(item.replyToName));
        const QString files =
            item.replyToFile ? filesText(std::vector<Attachment>{*item.replyToFile}) : QString();
        const QString quote = messageLine(files, quoteOf(item.replyToText));
        return quote.isEmpty() ? name
                               : ExportText::tr("%1, “%2”", "name, quoted text").arg(name, isolated(quote));
    }

    static QString marksOf(const TimelineItem& item)
    {
        if (!item.seq.isValid()) {
            return ExportText::tr(" (not sent)");
        }
        return item.isEdited ? ExportText::tr(" (edited)") : QString();
    }
};

} // namespace

std::shared_ptr<ExportFormat> makeExportFormat(ExportKind kind)
{
    if (kind == ExportKind::JsonLines) {
        return std::make_shared<JsonFormat>();
    }
    return std::make_shared<TextFormat>();
}

QString fileSuffixOf(ExportKind kind)
{
    return kind == ExportKind::JsonLines ? QStringLiteral("jsonl") : QStringLiteral("txt");
}

} // namespace tidemark
