#include "ui/window/main_window.h"

#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_panel.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/window/side_pane.h"
#include "ui/window/window_panes.h"
#include "ui/window/window_title.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QCloseEvent>
#include <QDataStream>
#include <QTimer>

namespace tidemark {

MainWindow::MainWindow(ChatSession& session, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_look(session.preferences(), &session.avatars()),
      m_dialogs(session, m_look.theme(), *this),
      m_panes(new WindowPanes(
          session, m_look.theme(),
          [this] { return m_dialogs.makeConversationMenu(m_session.chat().current()); }, this)),
      m_switcher(new QuickSwitcher(session, this)), m_activity(session, *m_panes, *m_switcher),
      m_commands(session, *m_panes, m_dialogs, *m_switcher)
{
    setCentralWidget(m_panes);
    setMinimumSize(360, 420);
    resize(1100, 720);
    m_panes->setSizes({metrics::sideDefault, 1100 - metrics::sideDefault});
    connectSession();
    connectSide();
    connectParts();
    qApp->installEventFilter(this);
    setTitleSuffix({});
    showTheme();
    m_panes->arrange();
    m_panes->side().focusList(Qt::OtherFocusReason);
}

MainWindow::~MainWindow()
{
    // The filter uses parts that are destroyed before others, which still get events.
    qApp->removeEventFilter(this);
}

void MainWindow::connectSession()
{
    connect(&m_session, &ChatSession::totalsChanged, this, &MainWindow::showTitle);
    connect(&m_session, &ChatSession::totalsChanged, this, &MainWindow::updateBack);
    connect(&m_session.chat(), &OpenConversation::summaryChanged, this, &MainWindow::updateBack);
    connect(&m_session.chat(), &OpenConversation::currentChanged, this, &MainWindow::updateBack);
    connect(&m_session.commands(), &Commands::refused, &m_dialogs, &WindowDialogs::showNotice);
    connect(&m_panes->side().searchPanel(), &SearchPanel::markReadWanted, &m_session.marks(),
            &ReadMarks::markRead);
}

void MainWindow::connectSide()
{
    const SidePane* side = &m_panes->side();
    MembershipDialogs* memberships = &m_dialogs.memberships();
    connect(side, &SidePane::newGroupWanted, memberships, &MembershipDialogs::askNewGroup);
    connect(side, &SidePane::newDirectWanted, memberships, &MembershipDialogs::askNewDirect);
    connect(side, &SidePane::newFolderWanted, &m_dialogs, [this] { m_dialogs.askNewFolder(); });
    connect(side, &SidePane::folderEditWanted, &m_dialogs,
            [this](MessageUuid folder) { m_dialogs.askFolder(folder); });
    connect(side, &SidePane::folderDeletionWanted, &m_dialogs, &WindowDialogs::askFolderDeletion);
    connect(side, &SidePane::notesWanted, this,
            [this] { m_session.memberships().openNotes(m_session.account().userName()); });
    connect(side, &SidePane::personChosen, &m_session.memberships(), &Memberships::beginDirect);
    connect(side, &SidePane::joinWanted, memberships, &MembershipDialogs::askJoin);
    connect(side, &SidePane::newChannelWanted, memberships, &MembershipDialogs::askNewChannel);
    connect(side, &SidePane::channelsWanted, &m_dialogs, &WindowDialogs::showChannels);
    connect(side, &SidePane::invitationsWanted, &m_dialogs, &WindowDialogs::showInvitations);
    connect(side, &SidePane::conversationMenuWanted, &m_dialogs, &WindowDialogs::showConversationMenu);
    connect(side, &SidePane::markAllReadWanted, &m_dialogs, &WindowDialogs::askMarkAllRead);
    connect(side, &SidePane::privacyWanted, &m_dialogs, &WindowDialogs::showReadingSettings);
    connect(side, &SidePane::settingsWanted, &m_dialogs, &WindowDialogs::showSettings);
    connect(side, &SidePane::helpWanted, &m_dialogs, &WindowDialogs::showHelp);
    connect(side, &SidePane::aboutWanted, &m_dialogs, &WindowDialogs::showAbout);
    connect(side, &SidePane::whatsNewWanted, &m_dialogs, &WindowDialogs::showWhatsNew);
    connect(side, &SidePane::devicesWanted, &m_dialogs, &WindowDialogs::showDevices);
    connect(side, &SidePane::signOutWanted, this, &MainWindow::signOutWanted);
}

void MainWindow::connectParts()
{
    const ChatPane* chat = &m_panes->chat();
    connect(chat, &ChatPane::conversationMenuWanted, &m_dialogs, [this](const QPoint& at) {
        m_dialogs.showConversationMenu(m_session.chat().current(), at, false);
    });
    connect(chat, &ChatPane::newDirectWanted, &m_dialogs.memberships(), &MembershipDialogs::askNewDirect);
    connect(chat, &ChatPane::switchWanted, m_switcher, &QuickSwitcher::begin);
    connect(chat, &ChatPane::readersWanted, &m_dialogs, &WindowDialogs::showReaders);
    connect(chat, &ChatPane::forwardWanted, &m_dialogs, &WindowDialogs::askForward);
    connect(chat, &ChatPane::hideWanted, &m_dialogs.memberships(), &MembershipDialogs::askHide);
    connect(chat, &ChatPane::whyWanted, &m_dialogs,
            [this] { m_dialogs.explainBadge(m_session.chat().current()); });
    connect(chat, &ChatPane::moved, &m_activity, &WindowActivity::noteScreen);
    connect(chat, &ChatPane::arrived, &m_activity, &WindowActivity::noteArrival);
    connect(m_panes, &WindowPanes::chatCovered, &m_activity, [this] {
        m_activity.noteConditions();
        m_activity.noteScreen();
    });
    connect(m_panes, &WindowPanes::messageShown, &m_dialogs, [this] {
        // A narrow window has no room for both.
        if (m_panes->paneLayout().isNarrow()) {
            m_dialogs.closeExplanation();
        }
    });
    connect(&m_dialogs, &WindowDialogs::conversationChosen, m_panes, &WindowPanes::open);
    connect(&m_dialogs, &WindowDialogs::messageChosen, m_panes, &WindowPanes::showMessage);
    connect(m_switcher, &QuickSwitcher::chosen, m_panes, &WindowPanes::open);
    connect(m_switcher, &QuickSwitcher::personChosen, &m_session.memberships(), &Memberships::beginDirect);
    connect(m_switcher, &QuickSwitcher::messagesWanted, this,
            [this](const QString& words) { m_panes->side().beginSearch({}, words); });
    connect(m_switcher, &QuickSwitcher::shownChanged, &m_activity, &WindowActivity::noteConditions);
    connect(&m_commands, &WindowCommands::quitWanted, this, &MainWindow::quitWanted);
    connect(&m_look, &WindowLook::themeChanged, this, &MainWindow::showTheme);
    connect(&m_session.avatars(), &Avatars::changed, this, [this] {
        for (const QAbstractScrollArea* list : findChildren<QAbstractScrollArea*>()) {
            list->viewport()->update();
        }
    });
}

void MainWindow::showTheme()
{
    m_panes->applyTheme();
    m_switcher->setTheme(m_look.theme());
    m_dialogs.applyTheme();
}

void MainWindow::setTitleSuffix(const QString& suffix)
{
    m_titleSuffix = suffix;
    showTitle();
}

void MainWindow::showTitle()
{
    setWindowTitle(windowTitleOf(m_session.shownTotal(), m_titleSuffix));
}

void MainWindow::setScreenshots(Screenshots& screenshots)
{
    m_panes->chat().attaching().setScreenshots(screenshots);
}

void MainWindow::setProgress(quint64 remaining)
{
    m_panes->side().setProgress(remaining);
    m_panes->chat().setProgress(remaining);
}

void MainWindow::flushDraft()
{
    m_panes->chat().drafts().flush();
}

/// Shows the unread number of other conversations while the list is hidden.
void MainWindow::updateBack()
{
    Totals elsewhere = m_session.totals();
    const ConversationSummary* open = m_session.chat().summary();
    if (open != nullptr) {
        elsewhere = totalsWithout(elsewhere, *open);
    }
    // The badges in the list show the mentions.
    elsewhere.mentions = 0;
    elsewhere.mutedMentions = 0;
    m_panes->chat().setUnreadElsewhere(shownTotal(elsewhere, m_session.preferences().badges()));
}

QByteArray MainWindow::placement() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << saveGeometry() << m_panes->saveState();
    return bytes;
}

void MainWindow::restorePlacement(const QByteArray& placement)
{
    QDataStream stream(placement);
    QByteArray geometry;
    QByteArray panes;
    stream >> geometry >> panes;
    if (stream.status() != QDataStream::Ok) {
        return;
    }
    restoreGeometry(geometry);
    m_panes->restoreState(panes);
}

// ---- events

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_panes->arrange();
    Q_EMIT placementChanged();
}

void MainWindow::moveEvent(QMoveEvent* event)
{
    QMainWindow::moveEvent(event);
    Q_EMIT placementChanged();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    // Queued: do not change fonts inside the font-change event.
    if (event->type() == QEvent::FontChange) {
        QMetaObject::invokeMethod(&m_look, &WindowLook::takeFont, Qt::QueuedConnection);
    }
    if (event->type() == QEvent::ActivationChange || event->type() == QEvent::WindowStateChange) {
        m_activity.noteConditions();
    }
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_activity.noteConditions();
    // Load the icon while the window appears, not before.
    if (windowIcon().isNull()) {
        QTimer::singleShot(0, this, [this] { setWindowIcon(programIcon()); });
    }
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    m_activity.noteConditions();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    m_activity.noteEvent(watched, *event);
    if (m_commands.takesUndo(*event)) {
        event->ignore();
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    flushDraft();
    event->ignore();
    Q_EMIT closeWanted();
}

} // namespace tidemark
