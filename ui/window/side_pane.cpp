#include "ui/window/side_pane.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "ui/chat/connection_strip.h"
#include "ui/chat/undo_bar.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/conversations/empty_list.h"
#include "ui/conversations/feed_entry.h"
#include "ui/conversations/filter_bar.h"
#include "ui/conversations/filter_text.h"
#include "ui/conversations/folder_bar.h"
#include "ui/conversations/invitation_entry.h"
#include "ui/finding/found_elsewhere.h"
#include "ui/finding/people_without_chat.h"
#include "ui/finding/search_panel.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/platform/avatar_source.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/menu.h"
#include "ui/widgets/menu_button.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/search_field.h"
#include "ui/window/pause_menu.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int accountSide = 32;

/// `dot` is the colour of the dot for news; invalid: no dot.
QIcon avatarIcon(const QString& name, const Theme& theme, const QFont& font, const QColor& dot)
{
    constexpr int scale = 3;
    QPixmap pixmap(accountSide * scale, accountSide * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintAvatar(painter, pixmap.rect(), initialsOf(name), theme.avatarOwn, font,
                theme.pictures == nullptr ? QPixmap() : theme.pictures->ownAvatar(pixmap.width()));
    if (dot.isValid()) {
        paintDot(painter, pixmap.rect(), dot, theme.side);
    }
    painter.end();
    return QIcon(pixmap);
}

QIcon dotIcon(const QColor& colour)
{
    constexpr int side = 48;
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QRect(side / 4, side / 4, side / 2, side / 2));
    painter.end();
    return QIcon(pixmap);
}

} // namespace

SidePane::SidePane(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_account(new QToolButton(this)),
      m_search(new SearchField(tr("Search"), this)), m_write(new QToolButton(this)),
      m_folders(new FolderBar(session.folders(), this)), m_filters(new FilterBar(session, this)),
      m_strip(new ConnectionStrip(this)), m_invitations(new InvitationEntry(this)),
      m_feed(new FeedEntry(this)), m_list(new ConversationListView(session.conversations(), this)),
      m_elsewhere(new FoundElsewhere(this)), m_undo(new UndoBar(session, this)),
      m_empty(new EmptyList(m_list))
{
    setMinimumWidth(metrics::sideMinimum);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_top = makeTop();
    m_searchPanel = new SearchPanel(session, this);
    column->addWidget(m_top);
    column->addWidget(m_folders);
    column->addWidget(m_filters);
    column->addWidget(m_strip);
    column->addWidget(m_invitations);
    column->addWidget(m_feed);
    column->addWidget(m_list, 1);
    column->addWidget(m_elsewhere);
    column->addWidget(m_searchPanel, 1);
    m_searchPanel->hide();
    column->addWidget(m_undo);

    m_list->installEventFilter(this);
    m_search->installEventFilter(this);

    connect(m_search, &QLineEdit::textChanged, &session.conversations(), &ConversationListModel::setFilter);
    connect(m_search, &QLineEdit::textChanged, m_list, &ConversationListView::showStart);
    connect(&session, &ChatSession::filterChanged, m_list, &ConversationListView::showStart);
    connect(&session.folders(), &FolderBoard::chosenChanged, m_list, &ConversationListView::showStart);
    connect(m_search, &QLineEdit::returnPressed, this, &SidePane::openFirstMatch);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.size() == 1) {
            m_session.roster().requestPeople();
        }
        updateElsewhere();
    });
    connect(&session.roster(), &Roster::peopleChanged, this, &SidePane::updateElsewhere);
    connect(m_elsewhere, &FoundElsewhere::messagesWanted, this,
            [this](const QString& words) { beginSearch({}, words); });
    connect(m_elsewhere, &FoundElsewhere::personChosen, this, [this](const QString& name) {
        m_search->clear();
        Q_EMIT personChosen(name);
    });
    connect(m_list, &ConversationListView::activatedByUser, this, &SidePane::conversationChosen);
    connect(m_list, &ConversationListView::dropped, this, &SidePane::dropped);
    connect(m_list, &ConversationListView::pinMoved, &m_session.memberships(), &Memberships::movePin);
    connect(m_list, &ConversationListView::typed, this, &SidePane::typed);
    connect(m_list, &ConversationListView::menuWanted, this, &SidePane::conversationMenuWanted);
    connect(m_strip, &ConnectionStrip::retryWanted, &session.connection(), &ServerConnection::retry);
    connect(&session.account(), &UserAccount::changed, this, &SidePane::updateAccount);
    connect(&session.account(), &UserAccount::changed, this, &SidePane::updateEmpty);
    connect(&session.account(), &UserAccount::changed, this, &SidePane::updateFeed);
    connect(&session, &ChatSession::totalsChanged, this, &SidePane::updateAccountHint);
    connect(&session.account(), &UserAccount::dotsChanged, this, &SidePane::updateNews);
    connect(&session.avatars(), &Avatars::changed, this, &SidePane::updateNews);
    connect(m_filters, &FilterBar::listWanted, this, [this] { focusList(); });
    connect(m_folders, &FolderBar::listWanted, this, [this] { focusList(); });
    connect(m_folders, &FolderBar::newFolderWanted, this, &SidePane::newFolderWanted);
    connect(m_folders, &FolderBar::editWanted, this, &SidePane::folderEditWanted);
    connect(m_folders, &FolderBar::deletionWanted, this, &SidePane::folderDeletionWanted);
    connect(&session.folders(), &FolderBoard::chosenChanged, this, &SidePane::updateFolder);
    connect(m_empty, &EmptyList::actionWanted, this, [this] {
        m_session.chooseFilter(ConversationFilter::All);
        focusList(Qt::OtherFocusReason);
    });
    connect(&session.connection(), &ServerConnection::changed, this,
            [this](int retryInMs) { m_strip->setStatus(m_session.connection().status(), retryInMs); });
    connect(&session.chat(), &OpenConversation::currentChanged, this,
            [this] { m_list->choose(m_session.chat().current()); });
    connect(m_feed, &QAbstractButton::clicked, this, [this] {
        if (leaveFeed()) {
            return;
        }
        m_session.chooseFilter(ConversationFilter::Channels);
        focusList(Qt::OtherFocusReason);
    });
    connect(m_invitations, &QAbstractButton::clicked, this, &SidePane::invitationsWanted);
    connect(m_invitations, &InvitationEntry::listWanted, this, [this] { focusList(); });
    connect(&session.invitations(), &InvitationList::changed, this, &SidePane::updateInvitations);
    connect(m_search, &QLineEdit::textChanged, this, &SidePane::updateInvitations);
    updateInvitations();
    connect(m_feed, &FeedEntry::listWanted, this, [this] { focusList(); });
    connect(m_search, &QLineEdit::textChanged, this, &SidePane::updateFeed);
    for (const auto change : {&ChatSession::filterChanged, &ChatSession::totalsChanged}) {
        connect(&session, change, this, &SidePane::updateFeed);
    }
    connect(&session.conversations(), &ConversationListModel::tallyChanged, this, &SidePane::updateFeed);
    connect(&session.chat().reading(), &ReadingWatch::useNoted, this, &SidePane::lookAtFeed);
    updateFeed();
    const QAbstractItemModel& list = session.conversations();
    connect(&list, &QAbstractItemModel::modelReset, this, &SidePane::updateEmpty);
    connect(&list, &QAbstractItemModel::rowsInserted, this, &SidePane::updateEmpty);
    connect(&list, &QAbstractItemModel::rowsRemoved, this, &SidePane::updateEmpty);
    connect(&session.conversations(), &ConversationListModel::tallyChanged, this, &SidePane::updateEmpty);
    updateEmpty();
}

QWidget* SidePane::makeTop()
{
    auto* top = new QWidget(this);
    m_account->setIconSize({accountSide, accountSide});
    m_account->setObjectName(u"account"_s);
    addAccountMenu();

    setPlainTip(m_search, withKeys(tr("Filter the list"), KeyCommand::FilterConversations));

    m_write->setIconSize({20, 20});
    m_write->setAccessibleName(tr("New conversation"));
    setPlainTip(m_write, tr("New conversation"));
    auto* writeMenu = new Menu(m_write);
    withGlyph(writeMenu->addAction(tr("New conversation…"), this, &SidePane::newDirectWanted), Glyph::Person);
    withGlyph(writeMenu->addAction(tr("Notes to self"), this, &SidePane::notesWanted), Glyph::Bookmark);
    withGlyph(writeMenu->addAction(tr("New group…"), this, &SidePane::newGroupWanted), Glyph::Plus);
    withGlyph(writeMenu->addAction(tr("Join by number…"), this, &SidePane::joinWanted), Glyph::Link);
    withGlyph(writeMenu->addAction(tr("New folder…"), this, &SidePane::newFolderWanted), Glyph::Folder);
    writeMenu->addSeparator();
    withGlyph(writeMenu->addAction(tr("New channel…"), this, &SidePane::newChannelWanted),
              Glyph::Announcement);
    withGlyph(writeMenu->addAction(tr("Find channels…"), this, &SidePane::channelsWanted), Glyph::Search);
    giveMenu(m_write, writeMenu);

    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(metrics::gap - 6, 8, metrics::gap - 6, 8);
    row->setSpacing(4);
    row->addWidget(m_account);
    row->addWidget(m_search, 1);
    row->addWidget(m_write);
    return top;
}

void SidePane::addAccountMenu()
{
    auto* menu = new Menu(m_account);
    m_signedInAs = menu->addAction(QString());
    m_signedInAs->setEnabled(false);
    menu->addSeparator();
    m_whatsNew = menu->addAction(tr("What’s new"), this, &SidePane::whatsNewWanted);
    // The window handles the shortcut; the menu only shows it.
    withGlyph(menu->addAction(tr("Mark everything as read") + u'\t' + keysOf(KeyCommand::MarkAllRead), this,
                              &SidePane::markAllReadWanted),
              Glyph::Tick);
    withGlyph(menu->addMenu(new PauseMenu(m_session.preferences(), menu)), Glyph::Muted);
    menu->addSeparator();
    withGlyph(menu->addAction(tr("Settings…") + u'\t' + keysOf(KeyCommand::ShowSettings), this,
                              &SidePane::settingsWanted),
              Glyph::Settings);
    withGlyph(menu->addAction(tr("Reading and privacy…"), this, &SidePane::privacyWanted), Glyph::Unseen);
    withGlyph(menu->addAction(tr("Device sync status"), this, &SidePane::devicesWanted), Glyph::Retry);
    menu->addSeparator();
    withGlyph(menu->addAction(tr("Search messages") + u'\t' + keysOf(KeyCommand::SearchEverywhere), this,
                              [this] { beginSearch({}); }),
              Glyph::Search);
    withGlyph(menu->addAction(tr("About you") + u'\t' + keysOf(KeyCommand::ShowAboutUser), this,
                              &SidePane::beginAboutUser),
              Glyph::Person);
    menu->addAction(tr("Keyboard shortcuts") + u'\t' + keysOf(KeyCommand::Help), this, &SidePane::helpWanted);
    withGlyph(menu->addAction(tr("About Tidemark"), this, &SidePane::aboutWanted), Glyph::Info);
    menu->addSeparator();
    destroying(withGlyph(menu->addAction(tr("Sign out"), this, &SidePane::signOutWanted), Glyph::Leave));
    giveMenu(m_account, menu);
}

void SidePane::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_filters->setTheme(theme);
    m_strip->setTheme(theme);
    m_invitations->setTheme(theme);
    m_feed->setTheme(theme);
    m_list->setTheme(theme);
    m_searchPanel->setTheme(theme);
    m_elsewhere->setTheme(theme);
    m_undo->setTheme(theme);
    m_empty->setTheme(theme);
    m_write->setIcon(glyphIcon(Glyph::Pencil, theme.dim));
    m_search->setTheme(theme);
    m_account->setStyleSheet(u"QToolButton { padding: 2px; border-radius: 18px; }"_s);
    updateAccount();
    update();
}

void SidePane::setProgress(quint64 remaining)
{
    m_strip->setRemaining(remaining);
}

void SidePane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void SidePane::typeIntoSearch(QKeyEvent* event)
{
    m_search->setFocus(Qt::OtherFocusReason);
    QCoreApplication::sendEvent(m_search, event);
}

void SidePane::focusList(Qt::FocusReason reason)
{
    m_list->takeFocus(reason);
}

bool SidePane::clearSearch()
{
    if (m_search->text().isEmpty()) {
        return false;
    }
    m_search->clear();
    return true;
}

void SidePane::beginSearch(ConversationId onlyIn, const QString& words)
{
    showSearchPanel();
    m_searchPanel->begin(onlyIn, words);
    Q_EMIT searchingChanged();
}

void SidePane::beginAboutUser()
{
    showSearchPanel();
    m_searchPanel->beginAboutUser();
    Q_EMIT searchingChanged();
}

void SidePane::showSearchPanel()
{
    m_top->hide();
    m_folders->setCovered(true);
    m_filters->hide();
    m_invitations->hide();
    m_feed->hide();
    m_list->hide();
    m_elsewhere->hide();
    m_searchPanel->show();
}

bool SidePane::endSearch()
{
    if (!isSearching()) {
        return false;
    }
    m_searchPanel->hide();
    m_top->show();
    m_folders->setCovered(false);
    m_list->show();
    updateFolder();
    updateInvitations();
    updateElsewhere();
    Q_EMIT searchingChanged();
    return true;
}

bool SidePane::isSearching() const
{
    return !m_searchPanel->isHidden();
}

bool SidePane::hasFocusInside() const
{
    const QWidget* focus = QApplication::focusWidget();
    return focus != nullptr && isAncestorOf(focus);
}

void SidePane::updateAccount()
{
    const QString& name = m_session.account().userName();
    updateNews();
    updateAccountHint();
    m_signedInAs->setText(name.isEmpty() ? tr("Not signed in")
                                         : tr("Signed in as %1").arg(isolatedLine(buttonText(name))));
}

/// Shows a dot on the account's button and on "What's new" in its menu, if something is new.
void SidePane::updateNews()
{
    const QString& name = m_session.account().userName();
    const bool isNew = m_session.account().isDotLit(whatsNewDot);
    m_account->setIcon(avatarIcon(name, m_theme, font(), isNew ? m_theme.error : QColor()));
    m_account->setAccessibleName(isNew ? tr("Account %1, something is new").arg(isolatedLine(name))
                                       : tr("Account %1").arg(isolatedLine(name)));
    m_whatsNew->setIcon(isNew ? dotIcon(m_theme.error) : QIcon());
    m_whatsNew->setIconVisibleInMenu(true);
}

void SidePane::updateAccountHint()
{
    const QString& name = m_session.account().userName();
    setPlainTip(m_account,
                name.isEmpty() ? name : isolatedLine(name) + u'\n' + totalsText(m_session.totals()));
}

void SidePane::updateEmpty()
{
    const ConversationListModel& list = m_session.conversations();
    const bool isCertain = list.tally().of(list.kind()).uncertain == 0;
    m_empty->setText(emptyText({.filter = list.kind(),
                                .isSearching = !m_search->text().isEmpty(),
                                .isFolder = list.hasFolder(),
                                .isCertain = isCertain}));
    m_empty->setVisible(m_session.conversations().rowCount() == 0
                        && !m_session.account().userName().isEmpty());
}

/// A folder takes the place of the filters and of the channels' entry.
void SidePane::updateFolder()
{
    m_filters->setVisible(!isSearching() && !m_session.conversations().hasFolder());
    updateFeed();
    updateEmpty();
}

void SidePane::updateInvitations()
{
    const qint64 open = m_session.invitations().invitations().size();
    m_invitations->setCount(open);
    m_invitations->setVisible(open > 0 && m_search->text().isEmpty() && !isSearching());
}

void SidePane::updateElsewhere()
{
    m_elsewhere->setContent(isSearching() ? QString() : m_search->text(), peopleWithoutChat(m_session));
}

void SidePane::updateFeed()
{
    const ConversationListModel& list = m_session.conversations();
    const qint64 channels = list.tally().of(ConversationFilter::Channels).conversations;
    const bool isOpen = list.kind() == ConversationFilter::Channels;
    const bool stands = isOpen || (list.kind() == ConversationFilter::All && channels > 0);
    m_feed->setContent(m_session.totals(), channels, isOpen);
    m_feed->setVisible(stands && !list.hasFolder() && m_search->text().isEmpty() && !isSearching()
                       && !m_session.account().userName().isEmpty());
    lookAtFeed();
}

void SidePane::lookAtFeed()
{
    const Totals totals = m_session.totals();
    const bool isShown = m_list->isVisible()
                         && m_session.conversations().kind() == ConversationFilter::Channels
                         && !m_session.conversations().hasFolder();
    if (isShown && (totals.feed > 0 || !totals.feedExact) && m_session.chat().reading().isInUse()) {
        m_session.openFeed();
    }
}

bool SidePane::leaveFeed()
{
    const ConversationListModel& list = m_session.conversations();
    if (list.kind() != ConversationFilter::Channels || list.hasFolder()) {
        return false;
    }
    m_session.chooseFilter(ConversationFilter::All);
    focusList(Qt::OtherFocusReason);
    return true;
}

void SidePane::openFirstMatch()
{
    const ConversationId first = m_session.conversations().conversationAt(0);
    if (!first.isValid()) {
        m_elsewhere->searchMessages();
        return;
    }
    m_search->clear();
    Q_EMIT conversationChosen(first);
}

bool SidePane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::Resize) {
        m_empty->setGeometry(m_list->rect());
    }
    if (watched == m_search && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        focusList();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SidePane::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_theme.side);
}

} // namespace tidemark
