#include "ui/notifications/notification_text.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/badge.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/utf8_text.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

struct NotificationText {
    Q_DECLARE_TR_FUNCTIONS(NotificationText)
};

constexpr qsizetype maxBodyLength = 400;

QString unreadWords(quint64 count, bool exact)
{
    if (count == 1 && exact) {
        return NotificationText::tr("1 unread message");
    }
    return NotificationText::tr("%1 unread messages").arg(countText(count, exact));
}

QString shortened(QString text)
{
    if (text.size() <= maxBodyLength) {
        return text;
    }
    text.truncate(text.at(maxBodyLength - 1).isHighSurrogate() ? maxBodyLength - 1 : maxBodyLength);
    return text + u'…';
}

QString lastLineOf(const ConversationSummary& summary)
{
    const QString text =
        messageLine(filesText(summary), shortened(cleanText(textFromUtf8(summary.lastText))));
    if (summary.kind == ConversationKind::Direct || summary.lastSender.empty()) {
        return text;
    }
    return u"%1: %2"_s.arg(isolatedLine(QString::fromStdString(summary.lastSender)), text);
}

/// Adds the words about reactions as a line of their own, if there are any.
QString withReactions(const QString& body, const QString& reactions)
{
    return reactions.isEmpty() ? body : body + u'\n' + reactions;
}

} // namespace

NotificationContent contentOf(const NotifyConversation& what, const DesktopChoices& choices)
{
    const ConversationSummary& summary = what.summary;
    const quint64 unread = summary.counts.unread;
    NotificationContent content;
    content.isQuiet = what.isQuiet;
    content.hasSound = choices.hasSound;
    const bool isNamed = choices.preview != NotificationPreview::Nothing;
    content.title = isNamed ? titleOf(summary) : u"Tidemark"_s;
    const QString reactions = reactionsHint(what.reactions);
    if (!what.hasMessages) {
        content.body = reactions;
        return content;
    }
    if (choices.preview != NotificationPreview::Text || !what.hasText) {
        content.body = withReactions(unreadWords(unread, summary.exact), reactions);
        return content;
    }
    if (unread > 1) {
        content.title = u"%1 (%2)"_s.arg(isolatedLine(content.title), countText(unread, summary.exact));
    }
    content.body = withReactions(lastLineOf(summary), reactions);
    return content;
}

NotificationContent contentOf(const NotifyDigest& what, const DesktopChoices& choices)
{
    NotificationContent content;
    content.isConversation = false;
    content.isQuiet = what.isQuiet;
    content.hasSound = choices.hasSound;
    content.title = u"Tidemark"_s;
    const QString unread = unreadWords(what.unread, what.exact);
    content.body = what.conversations == 1
                       ? NotificationText::tr("%1 in 1 conversation").arg(unread)
                       : NotificationText::tr("%1 in %2 conversations")
                             .arg(unread, QLocale().toString(static_cast<qulonglong>(what.conversations)));
    return content;
}

NotificationContent reminderOf(const ScheduledItem& item, const DesktopChoices& choices)
{
    NotificationContent content;
    content.title = NotificationText::tr("Reminder");
    if (choices.preview == NotificationPreview::Text) {
        // The notification itself leads to the message.
        const QString text = textFromUtf8(item.message.text);
        content.body = shortened(cleanText(text.section(u"\ntidemark:"_s, 0, 0)));
    }
    content.hasSound = choices.hasSound;
    return content;
}

} // namespace tidemark
