#include "ui/window/window_dialogs.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"
#include "ui/chat/info/reactors_dialog.h"
#include "ui/chat/info/readers_dialog.h"
#include "ui/chat/info/why_dialog.h"
#include "ui/conversations/channels_dialog.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/folder_prompt.h"
#include "ui/conversations/invitations_dialog.h"
#include "ui/finding/forward_dialog.h"
#include "ui/session/chat_session.h"
#include "ui/settings/devices_dialog.h"
#include "ui/settings/export_dialog.h"
#include "ui/settings/settings_dialog.h"
#include "ui/widgets/ignore_actions.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/picture_chooser.h"
#include "ui/widgets/prompts.h"
#include "ui/window/about_dialog.h"
#include "ui/window/help_sheet.h"

#include <utility>

namespace tidemark {

namespace {

/// With more messages than this, "mark everything as read" asks first.
constexpr std::uint64_t maxWithoutQuestion = 1000;

} // namespace

WindowDialogs::WindowDialogs(ChatSession& session, const Theme& theme, QWidget& window)
    : m_session(session), m_theme(theme), m_window(window), m_memberships(session, theme, window)
{
    connect(&m_memberships, &MembershipDialogs::noticeWanted, this, &WindowDialogs::showNotice);
}

void WindowDialogs::applyTheme()
{
    if (m_settings) {
        m_settings->setTheme(m_theme);
    }
}

void WindowDialogs::showNotice(const QString& title, const QString& words)
{
    auto* box = new MessageBox(title, words, MessageBox::Ok, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

SettingsDialog* WindowDialogs::showSettings()
{
    if (m_settings == nullptr) {
        m_settings = new SettingsDialog(m_session, m_theme, &m_window);
        m_settings->open();
    }
    return m_settings;
}

void WindowDialogs::showReadingSettings()
{
    showSettings()->showPart(SettingsPart::Reading);
}

void WindowDialogs::showHelp()
{
    if (m_help) {
        return;
    }
    m_help = new HelpSheet(m_theme, m_session.preferences().sendKey(), &m_window);
    m_help->open();
}

void WindowDialogs::showAbout()
{
    (new AboutDialog(&m_window))->open();
}

void WindowDialogs::showDevices()
{
    (new DevicesDialog(m_session, m_theme, &m_window))->open();
}

void WindowDialogs::showChannels()
{
    auto* dialog = new ChannelsDialog(m_session.memberships(), m_session.commands(),
                                      m_session.conversations(), m_theme, &m_window);
    connect(dialog, &ChannelsDialog::channelChosen, this, &WindowDialogs::conversationChosen);
    dialog->open();
}

void WindowDialogs::showInvitations()
{
    (new InvitationsDialog(m_session.invitations(), m_theme, &m_window))->open();
}

void WindowDialogs::showWhatsNew()
{
    m_session.account().seeDot(whatsNewDot);
    const ConversationId notices = m_session.conversations().noticeList();
    if (notices.isValid()) {
        Q_EMIT conversationChosen(notices);
    } else {
        showNotice(tr("No announcements yet."),
                   tr("Server announcements will appear under “Announcements” in the list."));
    }
}

// ---- reading

void WindowDialogs::showReaders(ConversationId conversation, Seq seq)
{
    (new ReadersDialog(m_session, {conversation, seq}, m_theme, &m_window))->open();
}

void WindowDialogs::askForward(ConversationId conversation, const QList<Seq>& seqs)
{
    auto* dialog = new ForwardDialog(static_cast<int>(seqs.size()), m_session.conversations().summaries(),
                                     m_theme, &m_window);
    connect(dialog, &ForwardDialog::confirmed, &m_session,
            [this, conversation, seqs](const QList<ConversationId>& targets, const QString& comment) {
                m_session.writer().forward(conversation, seqs, targets, comment);
            });
    dialog->open();
}

void WindowDialogs::explainBadge(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr) {
        return;
    }
    delete m_why;
    m_why = new WhyDialog(m_session.unreadExplainer(), *summary, m_theme, &m_window);
    connect(m_why, &WhyDialog::messageWanted, this, &WindowDialogs::messageChosen);
    if (summary->unreadReactions > 0) {
        m_why->addReactions(new ReactorsPage(m_session, {conversation, {}}, m_theme, m_why));
    }
    m_why->show();
}

void WindowDialogs::closeExplanation()
{
    if (m_why) {
        m_why->close();
    }
}

void WindowDialogs::askMarkAllRead()
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
         tr("Mark as read"), false},
        &m_window);
    connect(question, &Question::confirmed, &m_session.marks(), &ReadMarks::markAllRead);
    question->open();
}

void WindowDialogs::askSignOut(int unsent)
{
    const QString kept = tr("%Ln messages have not been sent. They stay on this computer and are sent when "
                            "you sign in again; signing in with another account deletes them.",
                            nullptr, unsent);
    auto* question = new Question(
        {tr("Sign out?"),
         unsent > 0
             ? kept
             : tr("You need your password to sign in again. Your messages and drafts stay on this computer; "
                  "signing in with another account deletes them."),
         tr("Sign out")},
        &m_window);
    connect(question, &Question::confirmed, this, &WindowDialogs::signOutConfirmed);
    question->open();
}

// ---- folders

void WindowDialogs::askNewFolder(std::vector<ConversationId> conversations)
{
    askFolder({m_session.folders().newId(), {}, FolderRule::None, std::move(conversations)}, true);
}

void WindowDialogs::askFolder(MessageUuid folder)
{
    if (const Folder* known = m_session.folders().find(folder)) {
        askFolder(*known, false);
    }
}

void WindowDialogs::askFolder(const Folder& folder, bool isNew)
{
    auto* prompt = new FolderPrompt(folder, isNew, m_session.conversations(), m_theme, &m_window);
    connect(prompt, &FolderPrompt::answered, &m_session, [this, prompt](const Folder& answer) {
        m_session.folders().set(answer);
        prompt->accept();
    });
    prompt->open();
}

void WindowDialogs::askFolderDeletion(MessageUuid folder)
{
    const Folder* known = m_session.folders().find(folder);
    if (known == nullptr) {
        return;
    }
    auto* question =
        new Question({tr("Delete the folder %1?").arg(isolatedLine(QString::fromStdString(known->title))),
                      tr("Its conversations stay."), tr("Delete")},
                     &m_window);
    connect(question, &Question::confirmed, &m_session,
            [this, folder] { m_session.folders().remove(folder); });
    question->open();
}

// ---- the menu of a conversation

ConversationMenu* WindowDialogs::makeConversationMenu(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr) {
        return nullptr;
    }
    auto* menu = new ConversationMenu(*summary, m_session.account().settings(), &m_window);
    connect(menu, &ConversationMenu::markReadWanted, &m_session,
            [this, conversation] { m_session.marks().markRead(conversation); });
    connect(
        menu, &ConversationMenu::markUnreadWanted, &m_session,
        [this, conversation, last = summary->lastSeq] { m_session.marks().markUnread(conversation, last); });
    connect(menu, &ConversationMenu::whyWanted, this, [this, conversation] { explainBadge(conversation); });
    connect(menu, &ConversationMenu::settingsWanted, &m_session,
            [this, conversation](ConversationSettings settings) {
                m_session.memberships().changeSettings(conversation, settings);
            });
    connect(menu, &ConversationMenu::muteWanted, &m_session,
            [this, conversation](quint32 seconds) { m_session.memberships().mute(conversation, seconds); });
    connect(menu, &ConversationMenu::renameWanted, &m_memberships,
            [this, conversation] { m_memberships.askRename(conversation); });
    menu->setHasPicture(m_session.avatars().hasPicture(conversation));
    connect(menu, &ConversationMenu::pictureWanted, this, [this, conversation] {
        choosePicture(m_window, &m_session.avatars(), [this, conversation](const QString& path) {
            m_session.avatars().set(conversation, path);
        });
    });
    connect(menu, &ConversationMenu::pictureRemovalWanted, &m_session,
            [this, conversation] { m_session.avatars().remove(conversation); });
    connect(menu, &ConversationMenu::forwardingWanted, &m_session, [this, conversation](bool forbidden) {
        m_session.memberships().setForwarding(conversation, forbidden);
    });
    connect(menu, &ConversationMenu::addMemberWanted, &m_memberships,
            [this, conversation] { m_memberships.askMember(conversation); });
    connect(menu, &ConversationMenu::exportWanted, this, [this, conversation] {
        (new ExportDialog(m_session.storage(), m_session.conversations(), conversation, &m_window))->open();
    });
    connect(menu, &ConversationMenu::leaveWanted, &m_memberships,
            [this, conversation] { m_memberships.askLeave(conversation); });
    connect(menu, &ConversationMenu::leaveAndClearWanted, &m_memberships,
            [this, conversation] { m_memberships.askLeaveAndClear(conversation); });
    connect(menu, &ConversationMenu::clearWanted, &m_memberships,
            [this, conversation] { m_memberships.askClear(conversation); });
    connect(menu, &ConversationMenu::unfollowWanted, &m_session,
            [this, conversation] { m_session.memberships().unfollow(conversation); });
    menu->setFolders(m_session.folders().folders(), conversation);
    connect(menu, &ConversationMenu::folderWanted, &m_session,
            [this, conversation](MessageUuid folder, bool isIn) {
                m_session.folders().put(folder, conversation, isIn);
            });
    connect(menu, &ConversationMenu::newFolderWanted, this,
            [this, conversation] { askNewFolder({conversation}); });
    if (isWithOther(*summary) && summary->peer.isValid()) {
        menu->addSeparator();
        addIgnoreActions(*menu, m_session.ignored(), {summary->peer, summary->title}, &m_window);
    }
    return menu;
}

void WindowDialogs::showConversationMenu(ConversationId conversation, const QPoint& at, bool onBadge)
{
    ConversationMenu* menu = makeConversationMenu(conversation);
    if (menu == nullptr) {
        return;
    }
    menu->popup(at);
    // A user who clicks on the badge most likely wants to know what it counts.
    if (onBadge) {
        menu->setActiveAction(menu->whyAction());
    }
}

} // namespace tidemark
