#include "ui/window/membership_dialogs.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/title_text.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/plain_list.h"

#include <utility>

namespace tidemark {

MembershipDialogs::MembershipDialogs(ChatSession& session, const Theme& theme, QWidget& window)
    : QObject(&window), m_session(session), m_theme(theme), m_window(window)
{
    connect(&session.commands(), &Commands::ended, this, [this](const change::CommandDone& done) {
        for (const User& user : done.invited) {
            m_asked.append(isolatedLine(QString::fromStdString(user.name)));
        }
    });
}

void MembershipDialogs::sayAsked()
{
    const QStringList asked = std::exchange(m_asked, {});
    if (!asked.isEmpty()) {
        Q_EMIT noticeWanted(tr("Asked to join"), tr("These people become members when they accept: %1.")
                                                     .arg(asked.join(tr(", ", "between names"))));
    }
}

/// Closes the prompt when the command has succeeded, or shows in it why the command was refused.
void MembershipDialogs::awaitAnswer(Prompt* prompt, CommandId command)
{
    prompt->setBusy();
    connect(&m_session.commands(), &Commands::answered, prompt,
            [prompt, command](CommandId done, const QString& why) {
                if (done != command) {
                    return;
                }
                if (why.isEmpty()) {
                    prompt->accept();
                } else {
                    prompt->showError(why);
                }
            });
}

bool MembershipDialogs::refuseTitle(Prompt* prompt, const QString& title)
{
    const QString problem = titleProblem(title, m_session.connection().status().limits.maxTitleBytes);
    if (!problem.isEmpty()) {
        prompt->showError(problem);
    }
    return !problem.isEmpty();
}

void MembershipDialogs::offerPeople(PeopleField& field, const QStringList& without)
{
    Roster& roster = m_session.roster();
    connect(&roster, &Roster::peopleChanged, &field, [this, &field, without] {
        QList<User> people = m_session.roster().people();
        people.removeIf(
            [&without](const User& one) { return without.contains(QString::fromStdString(one.name)); });
        std::map<UserId, ConversationId> directs;
        for (const ConversationSummary* summary : m_session.conversations().summaries()) {
            if (summary->kind == ConversationKind::Direct && summary->peer.isValid()) {
                directs.emplace(summary->peer, summary->id);
            }
        }
        field.setPeople(people, m_session.account().user(), std::move(directs));
    });
    connect(&m_session.avatars(), &Avatars::changed, field.list().viewport(), qOverload<>(&QWidget::update));
    roster.requestPeople();
}

void MembershipDialogs::askNewGroup()
{
    auto* prompt = new NewGroupPrompt(m_theme, &m_window);
    connect(prompt, &NewGroupPrompt::answered, this,
            [this, prompt](const QString& title, const QStringList& members) {
                if (!refuseTitle(prompt, title)) {
                    awaitAnswer(prompt, m_session.memberships().createGroup(title, members, prompt->rules()));
                }
            });
    connect(prompt, &QDialog::finished, this, &MembershipDialogs::sayAsked);
    offerPeople(prompt->members(), {m_session.account().userName()});
    prompt->open();
}

void MembershipDialogs::askNewDirect()
{
    auto* prompt = new PeoplePrompt({tr("New conversation"), tr("Username"), tr("Start chat")},
                                    PeopleField::Names::One, m_theme, &m_window);
    connect(prompt, &PeoplePrompt::answered, this, [this, prompt](const QStringList& names) {
        awaitAnswer(prompt, m_session.memberships().openDirect(names.first()));
    });
    offerPeople(prompt->field(), {});
    prompt->open();
}

void MembershipDialogs::askJoin()
{
    auto* prompt = new LinePrompt(
        {tr("Join a conversation"), tr("Conversation number"), tr("Join"), {}, true}, &m_window);
    connect(prompt, &LinePrompt::answered, this, [this, prompt](const QString& number) {
        awaitAnswer(prompt, m_session.memberships().join(ConversationId(number.toULongLong())));
    });
    prompt->open();
}

void MembershipDialogs::askNewChannel()
{
    auto* prompt =
        new LinePrompt({tr("New channel"),
                        tr("Title. Anyone can find and follow the channel; only you can write in it"),
                        tr("Create"),
                        {},
                        false},
                       &m_window);
    connect(prompt, &LinePrompt::answered, this, [this, prompt](const QString& text) {
        if (!refuseTitle(prompt, text.simplified())) {
            awaitAnswer(prompt, m_session.memberships().createChannel(text.simplified()));
        }
    });
    prompt->open();
}

void MembershipDialogs::askRename(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    const QString title = summary == nullptr ? QString() : QString::fromStdString(summary->title);
    auto* prompt = new LinePrompt({tr("Rename"), tr("Title"), tr("Rename"), title, false}, &m_window);
    connect(prompt, &LinePrompt::answered, this, [this, prompt, conversation](const QString& text) {
        if (!refuseTitle(prompt, text.simplified())) {
            awaitAnswer(prompt, m_session.memberships().rename(conversation, text.simplified()));
        }
    });
    prompt->open();
}

void MembershipDialogs::askMember(ConversationId conversation)
{
    auto* prompt = new PeoplePrompt({tr("Add members"), tr("Usernames, separated by commas"), tr("Add")},
                                    PeopleField::Names::Several, m_theme, &m_window);
    connect(prompt, &PeoplePrompt::answered, this, [this, prompt, conversation](const QStringList& names) {
        addMembers(prompt, conversation, names);
    });
    connect(prompt, &QDialog::finished, this, &MembershipDialogs::sayAsked);
    QStringList without{m_session.account().userName()};
    if (conversation == m_session.chat().current()) {
        for (const protocol::Member& member : m_session.roster().members()) {
            without.append(QString::fromStdString(member.user.name));
        }
    }
    offerPeople(prompt->field(), without);
    prompt->open();
}

/// Adds the members one by one. A refused name stays in the prompt, together with the names after it.
void MembershipDialogs::addMembers(PeoplePrompt* prompt, ConversationId conversation,
                                   const QStringList& names)
{
    prompt->setBusy();
    const CommandId command = m_session.memberships().addMember(conversation, names.first());
    auto* once = new QObject(prompt);
    connect(&m_session.commands(), &Commands::answered, once, [=, this](CommandId done, const QString& why) {
        if (done != command) {
            return;
        }
        once->deleteLater();
        if (!why.isEmpty()) {
            prompt->setNames(names);
            prompt->showError(why);
        } else if (names.size() > 1) {
            addMembers(prompt, conversation, names.mid(1));
        } else {
            prompt->accept();
        }
    });
}

void MembershipDialogs::ask(const Question::Words& words, const std::function<void()>& act)
{
    auto* question = new Question(words, &m_window);
    connect(question, &Question::confirmed, this, act);
    question->open();
}

void MembershipDialogs::askLeave(ConversationId conversation)
{
    if (const ConversationSummary* summary = m_session.conversations().summary(conversation)) {
        ask({tr("Leave “%1”?").arg(isolated(titleOf(*summary))),
             tr("You will get no more messages from this conversation."), tr("Leave")},
            [this, conversation] { m_session.memberships().leave(conversation); });
    }
}

void MembershipDialogs::askLeaveAndClear(ConversationId conversation)
{
    if (const ConversationSummary* summary = m_session.conversations().summary(conversation)) {
        ask({tr("Leave “%1” and delete it?").arg(isolated(titleOf(*summary))),
             tr("You will get no more messages from this conversation. Its messages are "
                "removed from all your devices. The other members keep theirs."),
             tr("Leave and delete")},
            [this, conversation] { m_session.memberships().leaveAndClear(conversation); });
    }
}

void MembershipDialogs::askClear(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr) {
        return;
    }
    const QString title = isolated(titleOf(*summary));
    const Question::Words words =
        isWithOther(*summary)
            ? Question::Words{tr("Delete the chat with “%1”?").arg(title),
                              tr("Its messages are removed from all your devices. The other side keeps them. "
                                 "The chat comes back with the next message."),
                              tr("Delete")}
            : Question::Words{
                tr("Clear the history of “%1”?").arg(title),
                tr("The messages so far are removed from all your devices. Others keep theirs."),
                tr("Clear")};
    ask(words, [this, conversation] { m_session.memberships().clear(conversation); });
}

void MembershipDialogs::askHide(ConversationId conversation, const QList<Seq>& seqs)
{
    const auto count = static_cast<int>(seqs.size());
    ask({count == 1 ? tr("Delete this message for you?") : tr("Delete %Ln messages for you?", nullptr, count),
         count == 1 ? tr("It is removed from all your devices for good. Others keep it.")
                    : tr("They are removed from all your devices for good. Others keep them."),
         tr("Delete")},
        [this, conversation, seqs] { m_session.memberships().hide(conversation, seqs); });
}

} // namespace tidemark
