// MainWindow: shows messages, and the dialogs about reading (why a message is unread, who has read it).
#include "core/models/words/plural.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/readers_dialog.h"
#include "ui/chat/why_dialog.h"
#include "ui/settings/devices_dialog.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/widgets/prompts.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QTextDocument>

namespace tidemark {

namespace {

/// With more messages than this, "mark everything as read" asks first.
constexpr std::uint64_t maxWithoutQuestion = 1000;

bool canUndoItself(const QWidget* field)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(field))
        return line->isUndoAvailable();
    const auto* plain = qobject_cast<const QPlainTextEdit*>(field);
    return plain != nullptr && plain->document()->isUndoAvailable();
}

} // namespace

bool MainWindow::takesUndo() const
{
    return isActiveWindow() && m_session.marks().undo().isPossible()
           && !canUndoItself(QApplication::focusWidget());
}

void MainWindow::askMarkAllRead()
{
    const ReadMarks::AllUnread all = m_session.marks().allUnread();
    if (all.messages <= maxWithoutQuestion) {
        m_session.marks().markAllRead();
        return;
    }
    const QString conversations = tr("%Ln conversations", nullptr, pluralOf(all.conversations));
    const int messages = pluralOf(all.messages);
    auto* question = new Question(
        {(all.exact ? tr("Mark %Ln messages in %1 as read?", nullptr, messages)
                    : tr("Mark at least %Ln messages in %1 as read?", nullptr, messages))
             .arg(conversations),
         tr("Muted and archived conversations are marked too. You can undo this for a few seconds."),
         tr("Mark as read")},
        this);
    connect(question, &Question::confirmed, &m_session.marks(), &ReadMarks::markAllRead);
    question->open();
}

/// Replaces an open dialog of this kind. The dialog does not block the window.
void MainWindow::explainBadge(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return;
    delete m_why;
    m_why = new WhyDialog(m_session.unreadExplainer(), *summary, m_theme, this);
    connect(m_why, &WhyDialog::messageWanted, this, &MainWindow::showMessage);
    m_why->show();
}

void MainWindow::openLink(const TidemarkLink& link)
{
    if (link.message.isValid()) {
        showMessage(link.conversation, link.message);
        return;
    }
    m_isSearchOnTop = false;
    m_session.chat().open(link.conversation);
    m_session.chat().reading().jump();
    arrange();
}

void MainWindow::showUnread(ConversationId conversation, Seq seq)
{
    if (m_session.chat().current() != conversation)
        openByHand(conversation);
    else if (seq.isValid())
        showMessage(conversation, seq);
}

void MainWindow::showMessage(ConversationId conversation, Seq seq)
{
    m_isSearchOnTop = false;
    m_chat->navigation().jumpTo(conversation, seq);
    arrange();
    // A narrow window has no room for both.
    if (isNarrow() && m_why)
        m_why->close();
}

void MainWindow::showReaders(ConversationId conversation, Seq seq)
{
    (new ReadersDialog(m_session, {conversation, seq}, m_theme, this))->open();
}

void MainWindow::showDevices()
{
    (new DevicesDialog(m_session, m_theme, this))->open();
}

} // namespace tidemark
