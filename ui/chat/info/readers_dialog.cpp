#include "ui/chat/info/readers_dialog.h"

#include "core/models/words/identity.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/plural.h"
#include "ui/session/chat_session.h"

#include <QCoreApplication>
#include <QScrollBar>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int readersAhead = 400; ///< pixels; more readers load this close to the end

class Readers {
    Q_DECLARE_TR_FUNCTIONS(Readers)
};

} // namespace

QString readersText(const protocol::Readers& readers)
{
    const auto others = std::max<std::size_t>(readers.memberCount, 1) - 1;
    // An older server sends no count, but all names at once.
    const auto count = std::max<std::size_t>(readers.readerCount, readers.users.size());
    if (others < count) { // a member has left since
        return Readers::tr("Read by %Ln", "people", pluralOf(count));
    }
    return Readers::tr("Read by %L1 of %L2").arg(count).arg(others);
}

ReadersDialog::ReadersDialog(ChatSession& session, ReadersPage::Message message, const Theme& theme,
                             QWidget* parent)
    : ListDialog(tr("Read by"), parent)
{
    setPage(new ReadersPage(session, message, theme, this));
}

ReadersPage::ReadersPage(ChatSession& session, Message message, const Theme& theme, QWidget* parent)
    : ListPage(session.commands(), session.connection(), theme, parent), m_marks(session.marks()),
      m_message(message)
{
    list().setAccessibleName(tr("Read by"));
    connect(&session.avatars(), &Avatars::changed, list().viewport(), qOverload<>(&QWidget::update));
    setFoot(tr("People who hide read receipts aren’t listed."));
    const QScrollBar* bar = list().verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, &ReadersPage::loadMore);
    connect(bar, &QScrollBar::rangeChanged, this, &ReadersPage::loadMore);
}

CommandId ReadersPage::ask()
{
    m_rows.clear();
    m_last = {};
    return m_marks.requestReaders(m_message.conversation, m_message.seq);
}

/// Loads further readers when the user scrolls to the end.
void ReadersPage::loadMore()
{
    const QScrollBar* bar = list().verticalScrollBar();
    const bool isNearEnd = bar->value() + readersAhead >= bar->maximum();
    if (m_hasMore && isNearEnd && !isAwaitingAnswer() && connection().isOnline()) {
        awaitAnswer(m_marks.requestReaders(m_message.conversation, m_message.seq, m_last));
    }
}

void ReadersPage::take(const change::CommandDone& result)
{
    const QDate today = QDate::currentDate();
    const auto readers = result.resultAs<protocol::Readers>();
    for (std::size_t i = 0; i < readers.users.size(); ++i) {
        const User& user = readers.users[i];
        PlainRow row;
        row.key = user.id.value;
        row.title = shownName(user);
        row.hue = hueOf(user.id.value);
        row.member = user.id;
        const UnixMs at = i < readers.readAt.size() ? readers.readAt[i] : UnixMs();
        row.text = at.value == 0 ? tr("Has read it") : tr("Read it %1 or earlier").arg(pastMoment(at, today));
        m_rows.append(row);
        m_last = user.id;
    }
    m_hasMore = !readers.users.empty() && m_rows.size() < qsizetype(readers.readerCount);
    setHeadline(readersText(readers));
    setRows(m_rows);
}

} // namespace tidemark
