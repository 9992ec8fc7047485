#include "ui/chat/info/info_panel.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/conversations/member_list.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/plural.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/info/member_menu.h"
#include "ui/chat/info/person_card.h"
#include "ui/chat/info/roster_text.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/receipt_text.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/session/chat_session.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/ignore_actions.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/prompts.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int panelAvatar = 72;
constexpr int margin = 16;
constexpr std::size_t worthFinding = 16; ///< as many members are worth a search
constexpr int loadAhead = 400;           ///< pixels; more members load this close to the end
constexpr std::chrono::seconds askAfterReceipt{2};
constexpr std::chrono::seconds askAfter{15};

QList<QAction*> entriesOf(const ConversationMenu& menu)
{
    QList<QAction*> entries = menu.actions();
    // The pane has buttons of its own for these two.
    entries.removeIf([&menu](const QAction* action) {
        return action->isSeparator() || !action->isVisible() || action == menu.muteAction()
               || action == menu.pinAction();
    });
    return entries;
}

/// Returns the text beside the name of a member: "you · owner".
QString standingOf(const protocol::Member& member, const QString& you)
{
    QStringList parts{you, roleText(member.role)};
    parts.removeAll(QString());
    return parts.join(u" · "_s);
}

QString headingText(MemberList::Heading heading)
{
    switch (heading) {
    case MemberList::Heading::None:
        break;
    case MemberList::Heading::Reading:
        return InfoPanel::tr("What they have read");
    case MemberList::Heading::Followers:
        return InfoPanel::tr("Followers");
    case MemberList::Heading::Members:
        return InfoPanel::tr("Members");
    }
    return {};
}

QString hintText(const MemberList& list)
{
    switch (list.hint) {
    case MemberList::Hint::None:
        break;
    case MemberList::Hint::OnlyForCreator:
        return InfoPanel::tr("Only the channel’s creator can see its followers.");
    case MemberList::Hint::NotConnected:
        return InfoPanel::tr("Members are shown when you are connected.");
    case MemberList::Hint::More:
        return InfoPanel::tr("And %Ln more.", "members", pluralOf(list.beyond));
    case MemberList::Hint::Looking:
        return InfoPanel::tr("Looking through %Ln more…", "members", pluralOf(list.beyond));
    case MemberList::Hint::NotFound:
        return InfoPanel::tr("No member has this name.");
    }
    return {};
}

/// Returns the action of an entry without what a menu shows at its right edge.
QString nameOf(const QAction& action)
{
    return action.text().section(u'\t', 0, 0);
}

/// Returns the text of a menu entry as one line, including what a menu shows at its right edge.
QString wordsOf(const QAction& action)
{
    QString words = action.text();
    words.replace(u'\t', u" · "_s);
    return action.menu() == nullptr ? words : words + u" ›"_s;
}

} // namespace

InfoPanel::InfoPanel(ChatSession& session, MakeMenu makeMenu, QWidget* parent)
    : QWidget(parent), m_session(session), m_makeMenu(std::move(makeMenu)), m_close(new QToolButton(this)),
      m_area(new QScrollArea(this)), m_avatar(plainLabel({}, this)),
      m_title(wrappedLabel({}, u"title"_s, this)), m_subtitle(wrappedLabel({}, u"dim"_s, this)),
      m_membersTitle(wrappedLabel({}, u"title"_s, this)), m_find(new SearchField(tr("Find a member"), this)),
      m_membersHint(wrappedLabel({}, u"dim"_s, this)), m_members(new PlainList(m_theme, this)),
      m_all(new QPushButton(this)), m_media(new QPushButton(tr("Media and files"), this)),
      m_actions(new QVBoxLayout), m_privacy(wrappedLabel({}, u"dim"_s, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTop());
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(makePage());
    column->addWidget(m_area, 1);
    m_askAgain.setSingleShot(true);
    connect(&m_askAgain, &QTimer::timeout, this, [this] {
        if (isVisible()) {
            m_session.roster().refresh();
        }
    });
    connect(m_area->verticalScrollBar(), &QScrollBar::valueChanged, this, &InfoPanel::loadMembers);
    connect(m_area->verticalScrollBar(), &QScrollBar::rangeChanged, this, &InfoPanel::loadMembers);
    connect(m_close, &QToolButton::clicked, this, &InfoPanel::closeWanted);
    connect(m_members, &PlainList::chosen, this, [this](quint64 key) { showMemberCard(UserId(key)); });
    connect(m_members, &PlainList::menuWanted, this,
            [this](quint64 key, const QPoint& place) { showMemberMenu(UserId(key), place); });
    connect(m_media, &QPushButton::clicked, this, &InfoPanel::mediaWanted);
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_showsAll = true;
        refreshMembers();
    });
    connect(m_find, &QLineEdit::textChanged, this, &InfoPanel::findMembers);
    connect(&session.chat(), &OpenConversation::currentChanged, this, [this] {
        m_showsAll = false;
        m_find->clear();
        refresh();
    });
    connect(&session.chat(), &OpenConversation::summaryChanged, this, [this] {
        refresh();
        noteReceipts();
    });
    connect(&session.avatars(), &Avatars::changed, this, [this] {
        if (isVisible()) {
            refreshHead();
            refreshActions();
        }
    });
    connect(&session.account(), &UserAccount::settingsChanged, this, &InfoPanel::refresh);
    connect(&session.connection(), &ServerConnection::changed, this, &InfoPanel::refreshMembers);
    connect(&session.roster(), &Roster::membersChanged, this, &InfoPanel::refreshMembers);
    connect(&session.roster(), &Roster::membersChanged, this, &InfoPanel::askLater);
}

QWidget* InfoPanel::makeTop()
{
    m_top = new QWidget(this);
    m_top->setFixedHeight(headerHeight(font()));
    auto* row = new QHBoxLayout(m_top);
    row->setContentsMargins(6, 0, margin, 0);
    m_close->setIconSize({20, 20});
    row->addWidget(m_close);
    row->addWidget(wrappedLabel(tr("About this conversation"), u"title"_s, m_top), 1);
    return m_top;
}

QWidget* InfoPanel::makePage()
{
    auto* page = new QWidget(this);
    page->setObjectName(u"page"_s);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, margin, 0, margin);
    column->setSpacing(4);
    const auto addText = [column](QLabel* label) {
        label->setContentsMargins(margin, 0, margin, 0);
        column->addWidget(label);
    };
    m_avatar->setAlignment(Qt::AlignCenter);
    column->addWidget(m_avatar);
    column->addSpacing(4);
    m_title->setAlignment(Qt::AlignCenter);
    m_subtitle->setAlignment(Qt::AlignCenter);
    addText(m_title);
    addText(m_subtitle);
    column->addSpacing(8);
    column->addWidget(makeShortcuts());
    column->addSpacing(8);
    m_media->setObjectName(u"row"_s);
    m_media->setAutoDefault(true);
    column->addWidget(m_media);
    column->addSpacing(8);
    addText(m_membersTitle);
    auto* find = new QHBoxLayout;
    find->setContentsMargins(margin, 2, margin, 2);
    find->addWidget(m_find);
    column->addLayout(find);
    m_members->setAccessibleName(tr("Members"));
    m_members->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_members);
    addText(m_membersHint);
    m_all->setObjectName(u"row"_s);
    m_all->setAutoDefault(true);
    column->addWidget(m_all);
    column->addSpacing(12);
    m_actions->setSpacing(0);
    column->addLayout(m_actions);
    column->addSpacing(8);
    addText(m_privacy);
    column->addStretch(1);
    return page;
}

QWidget* InfoPanel::makeShortcuts()
{
    auto* shortcuts = new QWidget(this);
    auto* row = new QHBoxLayout(shortcuts);
    row->setContentsMargins(margin, 0, margin, 0);
    row->setSpacing(metrics::gap / 2);
    m_mute = addShortcut(*row, u"mute"_s);
    m_search = addShortcut(*row, u"search"_s);
    m_pin = addShortcut(*row, u"pin"_s);
    m_search->setText(tr("Search"));
    m_search->setAccessibleName(tr("Search this conversation"));
    setPlainTip(m_search, withKeys(tr("Search this conversation"), KeyCommand::SearchHere));
    connect(m_search, &QToolButton::clicked, this, &InfoPanel::searchWanted);
    connect(m_mute, &QToolButton::clicked, this,
            [this] { act([](ConversationMenu& menu) { return menu.muteAction(); }, m_mute); });
    connect(m_pin, &QToolButton::clicked, this,
            [this] { act([](ConversationMenu& menu) { return menu.pinAction(); }, m_pin); });
    return shortcuts;
}

QToolButton* InfoPanel::addShortcut(QBoxLayout& row, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize({20, 20});
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setProperty("shortcut", true);
    row.addWidget(button, 1);
    return button;
}

/// Shows what the buttons do now: muting or its end, pinning or its end.
void InfoPanel::refreshShortcuts(const ConversationMenu& menu)
{
    const ConversationSettings& settings = m_session.chat().summary()->settings;
    m_mute->setText(nameOf(*menu.muteAction()));
    m_mute->setAccessibleName(nameOf(*menu.muteAction()));
    m_mute->setIcon(glyphIcon(Glyph::Muted, settings.muted ? m_theme.accent : m_theme.dim));
    setPlainTip(m_mute, wordsOf(*menu.muteAction()));
    m_pin->setText(nameOf(*menu.pinAction()));
    m_pin->setAccessibleName(nameOf(*menu.pinAction()));
    m_pin->setIcon(glyphIcon(Glyph::Pin, settings.pinned ? m_theme.accent : m_theme.dim));
    m_search->setIcon(glyphIcon(Glyph::Search, m_theme.dim));
}

void InfoPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_members->setTheme(theme);
    m_find->setTheme(theme);
    setStyleSheet(u"QWidget#page { background: %1; }"
                  "QPushButton#row { text-align: left; background: transparent; color: %4; border: 1px solid "
                  "transparent; "
                  "border-radius: 8px; padding: 7px 15px; font-weight: normal; }"
                  "QPushButton#row:hover { background: %2; }"
                  "QPushButton#row[destroys=\"true\"] { color: %5; }"
                  "QToolButton[shortcut=\"true\"] { background: %6; padding: 6px 2px; }"
                  "QToolButton[shortcut=\"true\"]:hover { background: %2; }"
                  "QPushButton#row:focus { border: 1px solid %3; outline: none; }"
                  "tidemark--PlainList { background: transparent; border: 1px solid transparent; }"
                  "tidemark--PlainList:focus { border: 1px solid %3; }"_s.arg(
                      theme.background.name(), theme.hover.name(), theme.accent.name(), theme.text.name(),
                      theme.error.name(), theme.side.name()));
    setBack(m_close->property("back").toBool());
    m_media->setIcon(glyphIcon(Glyph::Picture, theme.dim));
    refreshHead();
    refreshActions();
    update();
}

void InfoPanel::setBack(bool isBack)
{
    m_close->setProperty("back", isBack);
    m_close->setIcon(glyphIcon(isBack ? Glyph::Back : Glyph::Close, isBack ? m_theme.accent : m_theme.dim));
    m_close->setAccessibleName(isBack ? tr("Back to the messages") : tr("Close"));
    setPlainTip(m_close, isBack ? tr("Back (Esc)") : tr("Close"));
}

void InfoPanel::focusFirst()
{
    m_close->setFocus(Qt::ShortcutFocusReason);
}

void InfoPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isVisible() && isActiveWindow()) {
        m_session.roster().refresh();
    }
    if (event->type() == QEvent::FontChange) {
        m_top->setFixedHeight(headerHeight(font()));
        // Queued, because the children get the new font after this event.
        QMetaObject::invokeMethod(this, &InfoPanel::refresh, Qt::QueuedConnection);
    }
}

void InfoPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_session.roster().refresh();
}

/// Other members may have read on: requests the members again, but once for several receipts.
void InfoPanel::noteReceipts()
{
    const bool isSoon = m_askAgain.isActive() && m_askAgain.remainingTimeAsDuration() <= askAfterReceipt;
    const ConversationSummary* summary = m_session.chat().summary();
    const Seq seen = summary != nullptr ? summary->seenByOthers : Seq();
    if (std::exchange(m_seenByOthers, seen) != seen && isVisible() && isActiveWindow()
        && m_session.roster().isKnown() && !isSoon) {
        m_askAgain.start(askAfterReceipt);
    }
}

/// Receipts report only the furthest reader. While a member has not read everything and the user has the
/// window in front, requests the others from time to time.
void InfoPanel::askLater()
{
    // Asking for many pages again and again would cost more than it tells.
    const std::vector<protocol::Member>& members = m_session.roster().members();
    const bool isOnePage = members.size() <= protocol::GetMembers::maxMembers;
    if (isVisible() && isOnePage && hasUnreadMembers(members) && m_session.connection().isOnline()
        && isActiveWindow()) {
        m_askAgain.start(askAfter);
    } else {
        m_askAgain.stop();
    }
}

void InfoPanel::refresh()
{
    if (!isVisible() || m_session.chat().summary() == nullptr) {
        return;
    }
    refreshHead();
    refreshMembers();
    refreshActions();
    const ConversationSummary* summary = m_session.chat().summary();
    const bool isForAll = summary->kind == ConversationKind::NoticeList;
    m_privacy->setText(
        isForAll ? tr("Nobody can see whether you have read announcements.")
                 : receiptsSeenText(readsPrivately(m_session.account().settings(), summary->settings)));
}

void InfoPanel::refreshHead()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr) {
        return;
    }
    const ConversationRow row = rowOf(*summary, QDate::currentDate());
    const qreal scale = devicePixelRatioF();
    QPixmap pixmap(QSize(panelAvatar, panelAvatar) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const QRect place(0, 0, panelAvatar, panelAvatar);
    paintAvatar(painter, place, row, m_theme.avatar(row.hue), resized(font(), 8),
                pictureOf(m_theme, row.id, painter, place));
    painter.end();
    m_avatar->setPixmap(pixmap);
    m_title->setText(row.title);
    m_title->setFont(semibold(resized(font(), 2)));
    m_subtitle->setText(subtitleOf(*summary));
}

void InfoPanel::refreshMembers()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (!isVisible() || summary == nullptr) {
        return;
    }
    const Roster& roster = m_session.roster();
    const MemberList list = memberListOf(*summary, {roster.members(), roster.memberCount(), roster.isKnown()},
                                         {m_session.account().user(), m_session.connection().isOnline(),
                                          m_showsAll, m_find->text().simplified()});
    const QString hint = hintText(list);
    m_find->setVisible(std::max<std::size_t>(roster.memberCount(), roster.members().size()) >= worthFinding
                       && summary->kind != ConversationKind::NoticeList);
    m_membersTitle->setText(headingText(list.heading));
    m_membersTitle->setVisible(list.heading != MemberList::Heading::None);
    m_membersHint->setText(hint);
    m_membersHint->setVisible(!hint.isEmpty());
    m_all->setText(tr("Show all %Ln", "members", pluralOf(list.all)));
    m_all->setVisible(list.all > 0);
    showMembers(list);
}

void InfoPanel::showMembers(const MemberList& list)
{
    const QDate today = QDate::currentDate();
    QList<PlainRow> rows;
    bool isChoosable = false;
    for (const auto& [member, isSelf] : list.rows) {
        rows.append({member.user.id.value,
                     shownName(member.user),
                     standingOf(member, isSelf ? tr("you") : QString()),
                     isSelf ? QString() : memberReadText(member, today),
                     hueOf(member.user.id.value),
                     {},
                     member.user.id});
        isChoosable = isChoosable || !isSelf;
    }
    m_members->setChoosable(isChoosable);
    m_members->setRows(rows);
    m_members->setVisible(!rows.isEmpty());
    m_members->setFixedHeight(rows.isEmpty() ? 0 : int(rows.size()) * m_members->rowHeight() + 2);
}

/// Shows the members with such a name. They may be among those that the server has not sent yet.
void InfoPanel::findMembers()
{
    if (!m_find->text().isEmpty()) {
        m_session.roster().loadAll();
    }
    refreshMembers();
}

/// Loads further members when the user scrolls to the end.
void InfoPanel::loadMembers()
{
    const int end = m_members->mapTo(m_area->viewport(), QPoint(0, m_members->height())).y();
    if (m_showsAll && m_members->isVisible() && end < m_area->viewport()->height() + loadAhead) {
        m_session.roster().showMore();
    }
}

void InfoPanel::refreshActions()
{
    const std::unique_ptr<ConversationMenu> menu(m_makeMenu());
    if (menu == nullptr) {
        return;
    }
    refreshShortcuts(*menu);
    const QList<QAction*> entries = entriesOf(*menu);
    while (m_buttons.size() > entries.size()) {
        delete m_buttons.takeLast();
    }
    for (int i = 0; i < entries.size(); ++i) {
        if (i == m_buttons.size()) {
            auto* button = new QPushButton(this);
            button->setObjectName(u"row"_s);
            button->setAutoDefault(true); // Enter presses it, as Space does
            connect(button, &QPushButton::clicked, this, [this, i, button] {
                act([i](ConversationMenu& made) { return entriesOf(made).value(i); }, button);
            });
            m_actions->addWidget(button);
            m_buttons.append(button);
        }
        showEntry(*m_buttons[i], *entries[i]);
    }
}

/// Gives a button the words, the glyph and the colour of a menu entry.
void InfoPanel::showEntry(QPushButton& button, const QAction& entry) const
{
    const bool destroys = isDestroying(entry) && entry.isEnabled();
    const std::optional<Glyph> glyph = glyphOf(entry);
    button.setText(wordsOf(entry));
    button.setEnabled(entry.isEnabled());
    button.setIcon(glyph ? glyphIcon(*glyph, destroys ? m_theme.error : m_theme.dim) : QIcon());
    if (button.property("destroys").toBool() != destroys) {
        button.setProperty("destroys", destroys);
        button.style()->unpolish(&button);
        button.style()->polish(&button);
    }
}

/// Uses a new menu, because the settings may have changed since the last menu was made.
void InfoPanel::act(const PickEntry& pick, QWidget* button)
{
    ConversationMenu* menu = m_makeMenu();
    if (menu == nullptr) {
        return;
    }
    QAction* entry = pick(*menu);
    if (entry != nullptr && entry->menu() != nullptr) {
        connect(entry->menu(), &QMenu::aboutToHide, menu, &QObject::deleteLater);
        entry->menu()->popup(button->mapToGlobal(QPoint(margin, button->height())));
        return;
    }
    if (entry != nullptr) {
        entry->trigger();
    }
    menu->deleteLater();
}

/// Returns null if the user is no member, or is the user of this account.
const protocol::Member* InfoPanel::otherMember(UserId user) const
{
    const std::vector<protocol::Member>& members = m_session.roster().members();
    const auto found = std::find_if(members.begin(), members.end(),
                                    [user](const protocol::Member& one) { return one.user.id == user; });
    return found == members.end() || user == m_session.account().user() ? nullptr : &*found;
}

void InfoPanel::showMemberCard(UserId user)
{
    const ConversationSummary* summary = m_session.chat().summary();
    const protocol::Member* member = otherMember(user);
    if (summary == nullptr || member == nullptr) {
        return;
    }
    auto* card = new PersonCard(m_session, member->user, m_theme, window());
    if (m_session.connection().isOnline() && mayManage(*summary, *member)) {
        card->offerManaging();
        connect(card, &PersonCard::managingWanted, this,
                [this, user](const QPoint& place) { showMemberMenu(user, place); });
    }
    connect(card, &PersonCard::mentionWanted, this, &InfoPanel::mentionWanted);
    connect(card, &PersonCard::conversationOpened, this, &InfoPanel::conversationOpened);
    const QRect row = m_members->visualItemRect(m_members->currentItem());
    card->openAt(m_members->viewport()->mapToGlobal(row.bottomLeft() + QPoint(margin, 0)));
}

void InfoPanel::showMemberMenu(UserId user, const QPoint& place)
{
    const ConversationSummary* summary = m_session.chat().summary();
    const protocol::Member* found = otherMember(user);
    if (summary == nullptr || found == nullptr) {
        return;
    }
    auto* menu = new MemberMenu(*summary, *found, this);
    const ConversationId conversation = summary->id;
    const User who = found->user;
    connect(menu, &MemberMenu::roleWanted, this, [this, conversation, who](Role role) {
        m_session.memberships().giveRole(conversation, who, role);
    });
    connect(menu, &MemberMenu::removeWanted, this,
            [this, conversation, who](bool isBan) { askRemove(conversation, who, isBan); });
    if (!menu->isEmpty()) {
        menu->addSeparator();
    }
    addIgnoreActions(*menu, m_session.ignored(), who, window());
    menu->popup(place);
}

void InfoPanel::askRemove(ConversationId conversation, const User& user, bool isBan)
{
    const QString name = isolatedLine(shownName(user));
    auto* question = new Question(
        isBan ? Question::
                Words{tr("Ban %1 from this group?").arg(name),
                      tr("They get no more messages from this group, and cannot join or be added again."),
                      tr("Ban")}
              : Question::Words{tr("Remove %1 from this group?").arg(name),
                                tr("They get no more messages from this group. They can be added again."),
                                tr("Remove")},
        window());
    connect(question, &Question::confirmed, this, [this, conversation, user, isBan] {
        m_session.memberships().removeMember(conversation, user, isBan);
    });
    question->open();
}

void InfoPanel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.fillRect(QRect(0, 0, 1, height()), m_theme.line);
    painter.fillRect(QRect(0, m_top->height() - 1, width(), 1), m_theme.line);
}

} // namespace tidemark
