#include "ui/readers_dialog.h"

#include "core/models/identity.h"
#include "core/models/moment.h"
#include "core/models/plural.h"
#include "ui/chat_session.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark {

namespace {

class Readers {
    Q_DECLARE_TR_FUNCTIONS(Readers)
};

} // namespace

QString readersText(const change::CommandDone& readers)
{
    const auto others = std::max<std::size_t>(readers.memberCount, 1) - 1;
    if (others < readers.users.size()) // a member has left meanwhile
        return Readers::tr("Read by %Ln", "people", pluralOf(readers.users.size()));
    return Readers::tr("Read by %L1 of %L2").arg(readers.users.size()).arg(others);
}

ReadersDialog::ReadersDialog(ChatSession& session, ReadersPage::Message message, const Theme& theme,
                             QWidget* parent)
    : ListDialog(tr("Read by"), parent)
{
    setPage(new ReadersPage(session, message, theme, this));
}

ReadersPage::ReadersPage(ChatSession& session, Message message, const Theme& theme, QWidget* parent)
    : ListPage(session, theme, parent), m_message(message)
{
    list().setAccessibleName(tr("Read by"));
    setFoot(tr("Who reads in private is not listed."));
}

CommandId ReadersPage::ask()
{
    return session().askReaders(m_message.conversation, m_message.seq);
}

void ReadersPage::take(const change::CommandDone& result)
{
    const QDate today = QDate::currentDate();
    QList<PlainRow> rows;
    for (std::size_t i = 0; i < result.users.size(); ++i) {
        const User& user = result.users[i];
        PlainRow row;
        row.key = user.id.value;
        row.title = QString::fromStdString(user.name);
        row.hue = hueOf(user.id.value);
        const UnixMs at = i < result.readAt.size() ? result.readAt[i] : UnixMs();
        row.text = at.value == 0 ? tr("Has read it") : tr("Read it %1, or before").arg(pastMoment(at, today));
        rows.append(row);
    }
    setHeadline(readersText(result));
    setRows(rows);
}

} // namespace tidemark
