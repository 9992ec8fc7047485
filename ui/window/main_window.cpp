#include "ui/window/main_window.h"

#include "ui/chat/chat_pane.h"
#include "ui/chat/info_panel.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_panel.h"
#include "ui/look/metrics.h"
#include "ui/look/motion.h"
#include "ui/look/painting.h"
#include "ui/look/style_sheet.h"
#include "ui/settings/settings_dialog.h"
#include "ui/widgets/message_box.h"
#include "ui/window/side_pane.h"
#include "ui/window/window_title.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDataStream>
#include <QSplitter>

namespace tidemark {

namespace {

/// Gives the theme's colours to all widgets of the program, including those not created yet.
const Theme& putOn(const Theme& theme)
{
    QApplication::setPalette(paletteOf(theme));
    qApp->setStyleSheet(styleSheetOf(theme));
    return theme;
}

} // namespace

MainWindow::MainWindow(ChatSession& session, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_desktopPalette(QApplication::palette()),
      m_theme(putOn(themeFor(m_choice, m_desktopPalette))), m_dialogs(session, m_theme, *this),
      m_splitter(new QSplitter(this)), m_side(new SidePane(session, this)), m_right(new QWidget(this)),
      m_chat(new ChatPane(session, m_right)),
      m_switcher(new QuickSwitcher(session.chat(), session.conversations(), this))
{
    setCentralWidget(m_splitter);
    m_splitter->addWidget(m_side);
    addChat();
    m_splitter->addWidget(m_right);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    setMinimumSize(360, 420);
    resize(1100, 720);
    m_splitter->setSizes({metrics::sideDefault, 1100 - metrics::sideDefault});
    connectPanes();
    addShortcuts();
    qApp->installEventFilter(this);
    setTitleSuffix({});
    showTheme();
    arrange();
    m_side->focusList(Qt::OtherFocusReason);
}

MainWindow::~MainWindow()
{
    // The switcher must not signal a half-destroyed window.
    m_switcher->disconnect(this);
}

void MainWindow::connectPanes()
{
    connect(&m_session, &ChatSession::totalsChanged, this, [this] {
        setWindowTitle(windowTitleOf(m_session.shownTotal(), m_titleSuffix));
        updateBack();
    });
    connect(&m_session.chat(), &OpenConversation::summaryChanged, this, &MainWindow::updateBack);
    connect(&m_session.chat(), &OpenConversation::currentChanged, this, [this] {
        if (m_session.chat().current().isValid())
            m_isSearchOnTop = false;
        m_isInfoAsked = false;
        arrange();
        updateBack();
    });
    connect(&m_session.commands(), &Commands::refused, this, &MainWindow::showNotice);
    connect(m_side, &SidePane::conversationChosen, this, &MainWindow::openByHand);
    connect(m_switcher, &QuickSwitcher::chosen, this, &MainWindow::openByHand);
    connect(m_switcher, &QuickSwitcher::shownChanged, this, &MainWindow::noteConditions);
    connect(&m_side->searchPanel(), &SearchPanel::messageChosen, this, &MainWindow::showMessage);
    connect(&m_side->searchPanel(), &SearchPanel::markReadWanted, &m_session.marks(), &ReadMarks::markRead);
    connect(&m_side->searchPanel(), &SearchPanel::closeWanted, this, &MainWindow::goBack);
    connect(m_side, &SidePane::searchingChanged, this, [this] {
        m_isSearchOnTop = m_side->isSearching();
        arrange();
    });
    connect(m_side, &SidePane::helpWanted, this, &MainWindow::showHelp);
    connect(m_side, &SidePane::conversationMenuWanted, this, &MainWindow::showConversationMenu);
    connect(m_side, &SidePane::typed, this, [this](QKeyEvent* event) {
        if (m_session.chat().current().isValid())
            m_chat->typeIntoComposer(event);
        else
            m_side->typeIntoSearch(event);
    });
    connect(m_side, &SidePane::newGroupWanted, &m_dialogs, &MembershipDialogs::askNewGroup);
    connect(m_side, &SidePane::newDirectWanted, &m_dialogs, &MembershipDialogs::askNewDirect);
    connect(m_side, &SidePane::joinWanted, &m_dialogs, &MembershipDialogs::askJoin);
    connect(m_side, &SidePane::newChannelWanted, &m_dialogs, &MembershipDialogs::askNewChannel);
    connect(m_side, &SidePane::channelsWanted, this, &MainWindow::showChannels);
    connect(m_side, &SidePane::signOutWanted, this, &MainWindow::signOutWanted);
    connect(m_chat, &ChatPane::backWanted, this, &MainWindow::goBack);
    connect(m_chat, &ChatPane::searchWanted, this,
            [this] { m_side->beginSearch(m_session.chat().current()); });
    connect(m_side, &SidePane::markAllReadWanted, this, &MainWindow::askMarkAllRead);
    connect(m_side, &SidePane::privacyWanted, this,
            [this] { showSettings()->showPart(SettingsPart::Reading); });
    connect(m_side, &SidePane::settingsWanted, this, &MainWindow::showSettings);
    connect(m_side, &SidePane::aboutWanted, this, &MainWindow::showAbout);
    connect(m_side, &SidePane::whatsNewWanted, this, &MainWindow::showWhatsNew);
    connect(m_side, &SidePane::devicesWanted, this, &MainWindow::showDevices);
    connect(m_chat, &ChatPane::conversationMenuWanted, this,
            [this](const QPoint& at) { showConversationMenu(m_session.chat().current(), at, false); });
    connect(m_chat, &ChatPane::readersWanted, this, &MainWindow::showReaders);
    connect(m_chat, &ChatPane::whyWanted, this, [this] { explainBadge(m_session.chat().current()); });
    connect(m_chat, &ChatPane::moved, this, &MainWindow::noteScreen);
    connect(m_chat, &ChatPane::arrived, this, &MainWindow::noteArrival);
}

// ---- looks

void MainWindow::setThemeChoice(ThemeChoice choice)
{
    m_choice = choice;
    applyTheme();
}

void MainWindow::setDesktopLook(const DesktopLook& look)
{
    m_desktopLook = look;
    setMotionEnabled(look.moves());
    applyTheme();
}

void MainWindow::applyTheme()
{
    const Theme theme = themeFor(m_choice, m_desktopPalette, m_desktopLook);
    if (theme == m_theme)
        return;
    m_theme = putOn(theme);
    showTheme();
}

void MainWindow::showTheme()
{
    m_side->setTheme(m_theme);
    m_chat->setTheme(m_theme);
    if (m_info != nullptr)
        m_info->setTheme(m_theme);
    m_switcher->setTheme(m_theme);
    if (m_settings)
        m_settings->setTheme(m_theme);
}

/// Under a style sheet, Qt reports a new desktop font only to windows. Setting the sheet again updates the
/// fonts of all widgets.
void MainWindow::takeFont()
{
    m_textSize.follow();
    qApp->setStyleSheet(styleSheetOf(m_theme));
}

void MainWindow::setTitleSuffix(const QString& suffix)
{
    m_titleSuffix = suffix;
    setWindowTitle(windowTitleOf(m_session.shownTotal(), suffix));
}

void MainWindow::setProgress(quint64 remaining)
{
    m_side->setProgress(remaining);
    m_chat->setProgress(remaining);
}

void MainWindow::showNotice(const QString& title, const QString& words)
{
    auto* box = new MessageBox(title, words, MessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::flushDraft()
{
    m_chat->flushDraft();
}

bool MainWindow::isNarrow() const
{
    return width() < metrics::narrowBelow;
}

/// Shows both panes or, in a narrow window, the pane that is in use.
void MainWindow::arrange()
{
    const QPointer<QWidget> before = focusWidget();
    const bool narrow = isNarrow();
    const bool hasChat = m_session.chat().current().isValid() && !m_isSearchOnTop;
    m_side->setVisible(!narrow || !hasChat);
    m_right->setVisible(!narrow || hasChat);
    arrangeInfo();
    m_side->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : metrics::sideMaximum);
    m_chat->setBackVisible(narrow);
    keepFocus(before);
}

/// Moves the keyboard focus from a pane that is being hidden to the pane that replaces it, and moves it back
/// when the window has room for both again.
void MainWindow::keepFocus(QWidget* before)
{
    if (before != nullptr && !before->isVisibleTo(this)) {
        m_focusBefore = before;
        if (isInfoOver())
            m_info->focusFirst();
        else if (m_chat->isVisibleTo(this) && m_session.chat().current().isValid())
            m_chat->focusComposer();
        else if (!m_side->isSearching())
            m_side->focusList(Qt::OtherFocusReason);
        m_focusInstead = focusWidget();
        return;
    }
    if (isNarrow() || m_focusBefore == nullptr || !m_focusBefore->isVisibleTo(this))
        return;
    if (before == m_focusInstead)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    m_focusBefore = nullptr;
}

/// Shows the unread number of other conversations while the list is hidden.
void MainWindow::updateBack()
{
    Totals elsewhere = m_session.totals();
    const ConversationSummary* open = m_session.chat().summary();
    if (open != nullptr)
        elsewhere = totalsWithout(elsewhere, *open);
    // The badges in the list show the mentions.
    elsewhere.mentions = 0;
    elsewhere.mutedMentions = 0;
    m_chat->setUnreadElsewhere(shownTotal(elsewhere, m_session.preferences().badges()));
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    arrange();
}

QByteArray MainWindow::placement() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << saveGeometry() << m_splitter->saveState();
    return bytes;
}

void MainWindow::restorePlacement(const QByteArray& placement)
{
    QDataStream stream(placement);
    QByteArray geometry;
    QByteArray panes;
    stream >> geometry >> panes;
    if (stream.status() != QDataStream::Ok)
        return;
    restoreGeometry(geometry);
    m_splitter->restoreState(panes);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    flushDraft();
    event->ignore();
    Q_EMIT closeWanted();
}

} // namespace tidemark
