#pragma once

#include "core/domain/invitation.h"

#include <QList>
#include <QObject>
#include <QString>

namespace tidemark {

class Commands;
class OpenConversation;

/// The groups that the user is asked to become a member of. They count in no number but their own. Lives on
/// the GUI thread.
class InvitationList : public QObject {
    Q_OBJECT
public:
    InvitationList(Commands& commands, OpenConversation& chat, QObject* parent = nullptr);

    [[nodiscard]] const QList<Invitation>& invitations() const { return m_invitations; } ///< the oldest first

    // ---- what the user does
    /// Makes the user a member, and opens the group.
    void accept(ConversationId conversation);
    /// Removes the invitation. Nobody is told.
    void refuse(ConversationId conversation);

    // ---- from the client
    void take(const QList<Invitation>& invitations);

Q_SIGNALS:
    void changed();

private:
    Commands& m_commands;
    OpenConversation& m_chat;
    QList<Invitation> m_invitations;
};

} // namespace tidemark
