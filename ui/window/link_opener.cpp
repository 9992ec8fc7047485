#include "ui/window/link_opener.h"

#include "core/models/conversations/conversation_row.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/message_actions.h"
#include "ui/session/chat_session.h"
#include "ui/window/main_window.h"
#include "ui/window/window_panes.h"

namespace tidemark {

LinkOpener::LinkOpener(ChatSession& session, MainWindow& window, QObject* parent)
    : QObject(parent), m_session(session), m_window(window),
      m_hasList(!session.conversations().summaries().empty())
{
    connect(&window.panes().chat().actions(), &MessageActions::placeLinkActivated, this, &LinkOpener::open);
    const ConversationListModel* list = &session.conversations();
    connect(list, &QAbstractItemModel::modelReset, this, [this] {
        m_hasList = true;
        goOn();
    });
    connect(list, &QAbstractItemModel::rowsInserted, this, &LinkOpener::goOn);
    connect(list, &QAbstractItemModel::dataChanged, this, &LinkOpener::goOn);
    connect(&session.connection(), &ServerConnection::changed, this, &LinkOpener::goOn);
    connect(&session.connection(), &ServerConnection::caughtUp, this, &LinkOpener::goOn);
}

void LinkOpener::open(const QString& text)
{
    m_waiting = linkOf(text);
    if (m_waiting) {
        goOn();
    } else {
        m_window.dialogs().showNotice(
            tr("This link cannot be opened"),
            tr("Tidemark does not know this kind of link. Use one like tidemark:conversation/12 or "
               "tidemark:conversation/12/message/345."));
    }
}

void LinkOpener::goOn()
{
    if (!m_waiting || !m_hasList || m_session.account().userName().isEmpty()) {
        return;
    }
    const ConversationSummary* summary = m_session.conversations().summary(m_waiting->conversation);
    if (summary != nullptr && isListed(*summary) && (m_waiting->message <= summary->head)) {
        show();
        return;
    }
    const QString why = whyNotFound();
    if (why.isEmpty()) {
        return;
    }
    m_waiting.reset();
    m_window.dialogs().showNotice(tr("The link’s target was not found"), why);
}

/// Resets m_waiting first: opening changes the models, whose signals call goOn() again.
void LinkOpener::show()
{
    const TidemarkLink link = *m_waiting;
    m_waiting.reset();
    m_window.panes().openLink(link);
}

QString LinkOpener::whyNotFound() const
{
    if (m_session.connection().hasCaughtUp()) {
        return tr("The conversation or message does not exist on the server, or you are not a member.");
    }
    if (m_session.connection().status().phase == ConnectionPhase::Waiting) {
        return tr("The target is not on this device. Try again when you are connected to the server.");
    }
    return {};
}

} // namespace tidemark
