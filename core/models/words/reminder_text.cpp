#include "core/models/words/reminder_text.h"

#include "core/models/words/clean_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

struct ReminderText {
    Q_DECLARE_TR_FUNCTIONS(ReminderText)
};

/// Longer texts are cut: the link leads to the rest.
constexpr qsizetype maxQuotedUnits = 300;

QString quotedStart(const QString& text)
{
    const QString line = oneLine(text);
    if (line.size() <= maxQuotedUnits) {
        return line;
    }
    const qsizetype end = line.at(maxQuotedUnits - 1).isHighSurrogate() ? maxQuotedUnits - 1 : maxQuotedUnits;
    return line.left(end) + QStringLiteral("…");
}

} // namespace

QString reminderText(const QString& author, const QString& text, ConversationId conversation, Seq seq)
{
    const QString link =
        QStringLiteral("tidemark:conversation/%1/message/%2").arg(conversation.value).arg(seq.value);
    const QString quoted = quotedStart(text);
    const QString first = quoted.isEmpty() ? ReminderText::tr("Reminder: a file from %1").arg(author)
                                           : ReminderText::tr("Reminder: “%1” – %2").arg(quoted, author);
    return first + QLatin1Char('\n') + link;
}

} // namespace tidemark
