// What the window does on shortcuts, menus and prompts.
#include "ui/chat_pane.h"
#include "ui/conversation_list_view.h"
#include "ui/conversation_menu.h"
#include "ui/main_window.h"
#include "ui/prompts.h"
#include "ui/side_pane.h"

#include <QShortcut>

namespace tidemark {

void MainWindow::addShortcuts()
{
    const auto add = [this](const QKeySequence& keys, auto action) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, action);
    };
    add(QKeySequence(Qt::CTRL | Qt::Key_K), [this] {
        if (isNarrow())
            m_session.close();
        m_side->focusSearch();
    });
    add(QKeySequence(Qt::ALT | Qt::Key_Up), [this] { openNeighbour(-1); });
    add(QKeySequence(Qt::ALT | Qt::Key_Down), [this] { openNeighbour(1); });
    add(QKeySequence(Qt::Key_Escape), [this] { goBack(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_N), [this] { askNewDirect(); });
    add(QKeySequence(Qt::SHIFT | Qt::Key_Escape), [this] { askMarkAllRead(); });
    add(QKeySequence::Undo, [this] { m_session.undoRead(); });
    add(QKeySequence::Quit, [this] { close(); });
}

void MainWindow::openNeighbour(int steps)
{
    const ConversationId conversation = m_side->list().neighbour(steps);
    if (!conversation.isValid())
        return;
    m_session.open(conversation);
    m_chat->focusComposer();
}

/// One step out: of the search, of the conversation in a narrow window, else to the list.
void MainWindow::goBack()
{
    if (m_side->isVisible() && m_side->clearSearch())
        return;
    if (isNarrow())
        m_session.close();
    m_side->focusList();
}

/// The prompt goes when the command has been done, and says why when it was refused.
void MainWindow::awaitAnswer(Prompt* prompt, CommandId command)
{
    prompt->setBusy();
    connect(&m_session, &ChatSession::answered, prompt,
            [prompt, command](CommandId done, const QString& why) {
                if (done != command)
                    return;
                if (why.isEmpty())
                    prompt->accept();
                else
                    prompt->showError(why);
            });
}

void MainWindow::askNewGroup()
{
    auto* prompt = new NewGroupPrompt(this);
    connect(prompt, &NewGroupPrompt::answered, this,
            [this, prompt](const QString& title, const QStringList& members) {
                awaitAnswer(prompt, m_session.createGroup(title, members));
            });
    prompt->open();
}

void MainWindow::askNewDirect()
{
    auto* prompt = new LinePrompt(
        {tr("New conversation"), tr("With whom? Their name on this server"), tr("Begin"), {}, false}, this);
    connect(prompt, &LinePrompt::answered, this,
            [this, prompt](const QString& name) { awaitAnswer(prompt, m_session.openDirect(name)); });
    prompt->open();
}

void MainWindow::askJoin()
{
    auto* prompt = new LinePrompt({tr("Join a conversation"), tr("Its number"), tr("Join"), {}, true}, this);
    connect(prompt, &LinePrompt::answered, this, [this, prompt](const QString& number) {
        awaitAnswer(prompt, m_session.join(ConversationId(number.toULongLong())));
    });
    prompt->open();
}

void MainWindow::showConversationMenu(ConversationId conversation, const QPoint& at, bool onBadge)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return;
    auto* menu = new ConversationMenu(*summary, m_session.settings(), this);
    connect(menu, &ConversationMenu::markReadWanted, &m_session,
            [this, conversation] { m_session.markRead(conversation); });
    connect(menu, &ConversationMenu::markUnreadWanted, &m_session,
            [this, conversation, last = summary->lastSeq] { m_session.markUnread(conversation, last); });
    connect(menu, &ConversationMenu::whyWanted, this, [this, conversation] { explainBadge(conversation); });
    connect(menu, &ConversationMenu::settingsWanted, &m_session,
            [this, conversation](ConversationSettings settings) {
                m_session.changeSettings(conversation, settings);
            });
    connect(menu, &ConversationMenu::renameWanted, this, [this, conversation] { askRename(conversation); });
    connect(menu, &ConversationMenu::addMemberWanted, this,
            [this, conversation] { askMember(conversation); });
    connect(menu, &ConversationMenu::leaveWanted, this, [this, conversation] { askLeave(conversation); });
    menu->popup(at);
    // Who clicks on a number most likely wants to know what it counts.
    if (onBadge)
        menu->setActiveAction(menu->whyAction());
}

void MainWindow::askRename(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    const QString title = summary == nullptr ? QString() : QString::fromStdString(summary->title);
    auto* prompt = new LinePrompt({tr("Rename"), tr("Title"), tr("Rename"), title, false}, this);
    connect(prompt, &LinePrompt::answered, this, [this, prompt, conversation](const QString& text) {
        awaitAnswer(prompt, m_session.rename(conversation, text));
    });
    prompt->open();
}

void MainWindow::askMember(ConversationId conversation)
{
    auto* prompt =
        new LinePrompt({tr("Add a member"), tr("Their name on this server"), tr("Add"), {}, false}, this);
    connect(prompt, &LinePrompt::answered, this, [this, prompt, conversation](const QString& name) {
        awaitAnswer(prompt, m_session.addMember(conversation, name));
    });
    prompt->open();
}

void MainWindow::askLeave(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return;
    auto* question = new Question(
        {tr("Leave “%1”?").arg(titleOf(*summary)), tr("You will get no more messages from it."), tr("Leave")},
        this);
    connect(question, &Question::confirmed, &m_session,
            [this, conversation] { m_session.leave(conversation); });
    question->open();
}

void MainWindow::askSignOut(int unsent)
{
    const QString kept = unsent == 1
                             ? tr("1 message has not been sent. It stays on this computer and goes "
                                  "out when you sign in again; signing in as somebody else deletes it.")
                             : tr("%1 messages have not been sent. They stay on this computer and go "
                                  "out when you sign in again; signing in as somebody else deletes them.")
                                   .arg(unsent);
    auto* question = new Question(
        {tr("Sign out?"), unsent > 0 ? kept : tr("To come back you need your password."), tr("Sign out")},
        this);
    connect(question, &Question::confirmed, this, &MainWindow::signOutConfirmed);
    question->open();
}

} // namespace tidemark
