#include "ui/chat/info/reactors_dialog.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/plural.h"
#include "ui/session/chat_session.h"

#include <QScrollBar>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int reactorsAhead = 400; ///< pixels; more reactions load this close to the end

} // namespace

ReactorsDialog::ReactorsDialog(ChatSession& session, ReactorsPage::Message message, const Theme& theme,
                               QWidget* parent)
    : ListDialog(tr("Reactions"), parent)
{
    setPage(new ReactorsPage(session, message, theme, this));
}

ReactorsPage::ReactorsPage(ChatSession& session, Message message, const Theme& theme, QWidget* parent)
    : ListPage(session.commands(), session.connection(), theme, parent), m_writer(session.reactions()),
      m_message(message)
{
    list().setAccessibleName(tr("Reactions"));
    if (isAboutUser()) {
        list().setAccessibleName(tr("Unread reactions to your messages"));
        list().setChoosable(true);
        connect(&list(), &PlainList::chosen, this,
                [this](quint64 key) { Q_EMIT messageChosen(m_message.conversation, Seq(key)); });
    }
    const QScrollBar* bar = list().verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, &ReactorsPage::loadMore);
    connect(bar, &QScrollBar::rangeChanged, this, &ReactorsPage::loadMore);
}

CommandId ReactorsPage::ask()
{
    m_rows.clear();
    m_last = {};
    return m_writer.requestReactors(m_message.conversation, m_message.seq);
}

/// Loads further reactions when the user scrolls to the end.
void ReactorsPage::loadMore()
{
    const QScrollBar* bar = list().verticalScrollBar();
    const bool isNearEnd = bar->value() + reactorsAhead >= bar->maximum();
    if (m_hasMore && isNearEnd && !isAwaitingAnswer() && connection().isOnline()) {
        awaitAnswer(m_writer.requestReactors(m_message.conversation, m_message.seq, m_last));
    }
}

PlainRow ReactorsPage::rowOf(const protocol::Reactor& reactor, const std::vector<User>& users) const
{
    const auto user = std::find_if(users.begin(), users.end(),
                                   [&reactor](const User& known) { return known.id == reactor.user; });
    const QString emoji = oneLine(QString::fromStdString(reactor.emoji));
    PlainRow row;
    row.key = reactor.seq.value;
    row.title = user == users.end() ? tr("User %1").arg(reactor.user.value) : oneLine(shownName(*user));
    row.hue = hueOf(reactor.user.value);
    row.member = reactor.user;
    row.side = emoji;
    row.text = isAboutUser() ? tr("%1, to message #%2", "the name of an emoji, a number")
                                   .arg(emojiName(emoji), QString::number(reactor.seq.value))
                             : emojiName(emoji);
    return row;
}

void ReactorsPage::take(const change::CommandDone& result)
{
    const auto page = result.resultAs<protocol::Reactors>();
    for (const protocol::Reactor& one : page.reactors) {
        m_rows.append(rowOf(one, page.users));
        m_last = one.first;
    }
    m_hasMore = page.hasMore && !page.reactors.empty();
    if (!isAboutUser()) {
        setHeadline(m_hasMore ? tr("More than %Ln reactions", nullptr, pluralOf(m_rows.size()))
                              : tr("%Ln reactions", nullptr, pluralOf(m_rows.size())));
    }
    setRows(m_rows);
}

} // namespace tidemark
