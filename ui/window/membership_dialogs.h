#pragma once

#include "core/client/client_values.h"
#include "ui/widgets/prompts.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace tidemark {

class ChatSession;
class PeopleField;
class PeoplePrompt;
class Prompt;
struct Theme;

/// The dialogs over the window about conversations and their members: each asks for what a command of
/// Memberships needs, and stays open until the server has accepted the command.
class MembershipDialogs : public QObject {
    Q_OBJECT
public:
    /// A new dialog uses the colours that `theme` has when the dialog opens.
    MembershipDialogs(ChatSession& session, const Theme& theme, QWidget& window);

    void askNewGroup();
    void askNewDirect();
    void askJoin();
    void askNewChannel();
    void askRename(ConversationId conversation);
    void askMember(ConversationId conversation);
    void askLeave(ConversationId conversation);
    void askLeaveAndClear(ConversationId conversation);
    void askClear(ConversationId conversation);
    void askHide(ConversationId conversation, const QList<Seq>& seqs);

Q_SIGNALS:
    void noticeWanted(const QString& title, const QString& words);

private:
    /// Says which of the users are asked first, once the prompt has closed.
    void sayAsked();
    /// Asks before `act`.
    void ask(const Question::Words& words, const std::function<void()>& act);
    void awaitAnswer(Prompt* prompt, CommandId command);
    /// Shows in the prompt what is wrong with the title. Returns false if it is valid.
    bool refuseTitle(Prompt* prompt, const QString& title);
    /// Offers names for completion: all users this device has heard of, except `without`.
    void offerPeople(PeopleField& field, const QStringList& without);
    void addMembers(PeoplePrompt* prompt, ConversationId conversation, const QStringList& names);

    ChatSession& m_session;
    const Theme& m_theme;
    QWidget& m_window;
    QStringList m_asked; ///< the users who are asked first, and whom the prompt has not named yet
};

} // namespace tidemark
