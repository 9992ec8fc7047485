#include "ui/session/invitation_list.h"

#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"

namespace tidemark {

InvitationList::InvitationList(Commands& commands, OpenConversation& chat, QObject* parent)
    : QObject(parent), m_commands(commands), m_chat(chat)
{
}

void InvitationList::accept(ConversationId conversation)
{
    const CommandId command = m_commands.expect(
        {tr("Could not accept the invitation"), {}, [this, conversation](const change::CommandDone& done) {
             if (!done.error) {
                 m_chat.open(conversation);
             }
         }});
    m_commands.submit(input::AnswerInvitation{command, conversation, true});
}

void InvitationList::refuse(ConversationId conversation)
{
    const CommandId command = m_commands.expect({tr("Could not decline the invitation"), {}, {}});
    m_commands.submit(input::AnswerInvitation{command, conversation, false});
}

void InvitationList::take(const QList<Invitation>& invitations)
{
    m_invitations = invitations;
    Q_EMIT changed();
}

} // namespace tidemark
