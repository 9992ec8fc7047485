// What the window does on shortcuts, menus and prompts.
#include "ui/chat_pane.h"
#include "ui/conversation_list_view.h"
#include "ui/conversation_menu.h"
#include "ui/main_window.h"
#include "ui/prompts.h"
#include "ui/side_pane.h"

#include <QMessageBox>
#include <QPushButton>
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

void MainWindow::askNewGroup()
{
    auto* prompt = new NewGroupPrompt(this);
    connect(prompt, &NewGroupPrompt::answered, &m_session, &ChatSession::createGroup);
    prompt->open();
}

void MainWindow::askNewDirect()
{
    auto* prompt = new LinePrompt(
        {tr("New conversation"), tr("With whom? Their name on this server"), tr("Begin"), {}, false}, this);
    connect(prompt, &LinePrompt::answered, &m_session, &ChatSession::openDirect);
    prompt->open();
}

void MainWindow::askJoin()
{
    auto* prompt = new LinePrompt({tr("Join a conversation"), tr("Its number"), tr("Join"), {}, true}, this);
    connect(prompt, &LinePrompt::answered, &m_session,
            [this](const QString& number) { m_session.join(ConversationId(number.toULongLong())); });
    prompt->open();
}

void MainWindow::showConversationMenu(ConversationId conversation, const QPoint& at)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return;
    auto* menu = new ConversationMenu(*summary, this);
    connect(menu, &ConversationMenu::markReadWanted, &m_session,
            [this, conversation] { m_session.markRead(conversation); });
    connect(menu, &ConversationMenu::markUnreadWanted, &m_session,
            [this, conversation, last = summary->lastSeq] { m_session.markUnread(conversation, last); });
    connect(menu, &ConversationMenu::settingsWanted, &m_session,
            [this, conversation](ConversationSettings settings) {
                m_session.changeSettings(conversation, settings);
            });
    connect(menu, &ConversationMenu::renameWanted, this, [this, conversation] { askRename(conversation); });
    connect(menu, &ConversationMenu::addMemberWanted, this,
            [this, conversation] { askMember(conversation); });
    connect(menu, &ConversationMenu::leaveWanted, this, [this, conversation] { askLeave(conversation); });
    menu->popup(at);
}

void MainWindow::askRename(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    const QString title = summary == nullptr ? QString() : QString::fromStdString(summary->title);
    auto* prompt = new LinePrompt({tr("Rename"), tr("Title"), tr("Rename"), title, false}, this);
    connect(prompt, &LinePrompt::answered, &m_session,
            [this, conversation](const QString& text) { m_session.rename(conversation, text); });
    prompt->open();
}

void MainWindow::askMember(ConversationId conversation)
{
    auto* prompt =
        new LinePrompt({tr("Add a member"), tr("Their name on this server"), tr("Add"), {}, false}, this);
    connect(prompt, &LinePrompt::answered, &m_session,
            [this, conversation](const QString& name) { m_session.addMember(conversation, name); });
    prompt->open();
}

void MainWindow::askLeave(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return;
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("Leave"));
    box->setText(tr("Leave “%1”?").arg(titleOf(*summary)));
    box->setInformativeText(tr("You will get no more messages from it."));
    const QPushButton* leave = box->addButton(tr("Leave"), QMessageBox::AcceptRole);
    box->addButton(QMessageBox::Cancel);
    connect(leave, &QPushButton::clicked, &m_session,
            [this, conversation] { m_session.leave(conversation); });
    box->open();
}

} // namespace tidemark
