#include "ui/session/reactions/reactor_names.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/notice_text.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/reactions/reaction_writer.h"
#include "ui/session/server_connection.h"
#include "ui/session/user_account.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t maxKnownMessages = 400; ///< as many as a timeline has rows

} // namespace

ReactorNames::ReactorNames(Parts parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    connect(&parts.commands, &Commands::ended, this, &ReactorNames::take);
    connect(&parts.chat, &OpenConversation::currentChanged, this, [this] { m_known.clear(); });
}

QStringList ReactorNames::names(Seq seq, const std::string& emoji)
{
    if (const auto known = m_known.find(seq); known != m_known.end()) {
        return known->second.names[emoji];
    }
    if (!m_parts.connection.isOnline()) {
        return {};
    }
    if (m_known.size() >= maxKnownMessages) {
        m_known.clear();
    }
    m_known[seq].asked = m_parts.writer.requestReactors(m_parts.chat.current(), seq);
    return {};
}

void ReactorNames::take(const change::CommandDone& done)
{
    const auto found = std::find_if(m_known.begin(), m_known.end(), [&done](const auto& one) {
        return one.second.asked.isValid() && one.second.asked == done.command;
    });
    if (found == m_known.end()) {
        return;
    }
    found->second.asked = {};
    if (done.error) {
        // A channel tells only its owner. After other errors, the names are asked for at the next tooltip.
        if (done.error != protocol::ErrorCode::NotAllowed) {
            m_known.erase(found);
        }
        return;
    }
    const auto page = done.resultAs<protocol::Reactors>();
    for (const protocol::Reactor& one : page.reactors) {
        const auto user = std::find_if(page.users.begin(), page.users.end(),
                                       [&one](const User& known) { return known.id == one.user; });
        if (one.user != m_parts.account.user() && user != page.users.end()) {
            found->second.names[one.emoji].append(oneLine(shownName(*user)));
        }
    }
    Q_EMIT changed();
}

void ReactorNames::takeChange(ConversationId conversation, const QList<Seq>& messages)
{
    if (conversation != m_parts.chat.current()) {
        return;
    }
    for (const Seq seq : messages) {
        m_known.erase(seq);
    }
}

} // namespace tidemark
