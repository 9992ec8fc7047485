#pragma once

#include "core/client/client_values.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <string>

namespace tidemark {

class Commands;
class OpenConversation;
class ReactionWriter;
class ServerConnection;
class UserAccount;

/// The names of those who have reacted to messages of the open conversation, for tooltips. Asks the server
/// when a tooltip is wanted, and keeps the answer until the reactions change. Lives on the GUI thread.
class ReactorNames : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Commands& commands;
        const OpenConversation& chat;
        const ServerConnection& connection;
        const UserAccount& account;
        ReactionWriter& writer;
    };
    explicit ReactorNames(Parts parts, QObject* parent = nullptr);

    /// The others who have reacted with this emoji, as far as they are known. Asks for them if they are not.
    [[nodiscard]] QStringList names(Seq seq, const std::string& emoji);

    // ---- from the client
    void takeChange(ConversationId conversation, const QList<Seq>& messages);

Q_SIGNALS:
    /// Names have come.
    void changed();

private:
    struct Known {
        CommandId asked; ///< the answer is on its way; 0: it is here
        std::map<std::string, QStringList> names;
    };
    void take(const change::CommandDone& done);

    Parts m_parts;
    std::map<Seq, Known> m_known;
};

} // namespace tidemark
