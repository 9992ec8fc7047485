#include "ui/chat/info/person_card.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/ignore_actions.h"
#include "ui/widgets/menu.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int cardWidth = 320;
constexpr int cardAvatar = 64;
constexpr int cardMargin = 16;
constexpr int fromEdge = 8; ///< between the card and the edge of the window
constexpr int shownGroups = 4;
constexpr int buttonColumns = 2;

/// Returns the direct chat with a user that the list shows; 0: there is none.
ConversationId directWith(const ChatSession& session, UserId user)
{
    for (const ConversationSummary* summary : session.conversations().summaries()) {
        if (summary->kind == ConversationKind::Direct && summary->peer == user && isListed(*summary)) {
            return summary->id;
        }
    }
    return {};
}

} // namespace

PersonCard::PersonCard(ChatSession& session, const User& user, const Theme& theme, QWidget* window)
    : QDialog(window, Qt::Popup), m_session(session), m_user(user), m_theme(theme),
      m_picture(plainLabel({}, this)), m_standing(wrappedLabel({}, u"dim"_s, this)),
      m_groupsTitle(wrappedLabel({}, u"dim"_s, this)), m_groups(new PlainList(theme, this)),
      m_buttons(new QGridLayout)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("About %1").arg(isolatedLine(shownName(user))));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    column->setSpacing(metrics::gap);
    addHead(*column);
    addGroups(*column);
    addButtons(*column);
    connect(&session.avatars(), &Avatars::changed, this, &PersonCard::showPicture);
    connect(&session.ignored(), &IgnoredPeople::changed, this, &PersonCard::showStanding);
    connect(&session.roster(), &Roster::groupsFound, this,
            [this](UserId person, const QList<ConversationId>& groups) {
                if (person == m_user.id) {
                    showGroups(groups);
                }
            });
    session.roster().requestGroupsWith(user.id);
}

void PersonCard::addHead(QBoxLayout& column)
{
    auto* head = new QHBoxLayout;
    head->setSpacing(metrics::gap);
    head->addWidget(m_picture, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    auto* name = wrappedLabel(oneLine(shownName(m_user)), u"title"_s, this);
    name->setFont(semibold(resized(font(), 2)));
    words->addStretch(1);
    words->addWidget(name);
    words->addWidget(m_standing);
    words->addStretch(1);
    head->addLayout(words, 1);
    column.addLayout(head);
    showPicture();
    showStanding();
}

void PersonCard::addGroups(QBoxLayout& column)
{
    m_groupsTitle->setText(tr("Groups in common"));
    m_groups->setAccessibleName(tr("Groups in common"));
    m_groups->setCompact(true);
    m_groups->setChoosable(true);
    column.addWidget(m_groupsTitle);
    column.addWidget(m_groups);
    showGroups({});
    connect(m_groups, &PlainList::chosen, this,
            [this](quint64 key) { openConversation(ConversationId(key)); });
}

void PersonCard::addButtons(QBoxLayout& column)
{
    m_buttons->setSpacing(metrics::gap / 2);
    column.addLayout(m_buttons);
    if (!m_user.isDeleted) {
        QPushButton* message = addButton(tr("Message"), u"message"_s);
        message->setDefault(true);
        message->setFocus(Qt::PopupFocusReason);
        connect(message, &QPushButton::clicked, this, &PersonCard::write);
        const ConversationSummary* here = m_session.chat().summary();
        const bool isMentionable =
            here != nullptr && here->kind != ConversationKind::Direct && m_session.chat().mayWrite();
        m_buttons->addWidget(message, 0, 0, 1, isMentionable ? 1 : buttonColumns);
        if (isMentionable) {
            QPushButton* mention = addButton(tr("Mention"), u"mention"_s);
            m_buttons->addWidget(mention, 0, 1);
            connect(mention, &QPushButton::clicked, this, [this] {
                close();
                Q_EMIT mentionWanted(QString::fromStdString(m_user.name));
            });
        }
    }
    m_ignore = addButton(tr("Ignore…"), u"ignore"_s);
    m_buttons->addWidget(m_ignore, 1, 0, 1, buttonColumns);
    connect(m_ignore, &QPushButton::clicked, this, &PersonCard::ignore);
}

QPushButton* PersonCard::addButton(const QString& words, const QString& name)
{
    auto* button = new QPushButton(words, this);
    button->setObjectName(name);
    button->setAutoDefault(true); // Enter presses the button that has the focus
    return button;
}

void PersonCard::offerManaging()
{
    QPushButton* button = addButton(tr("Manage…"), u"manage"_s);
    m_buttons->addWidget(m_ignore, 1, 0);
    m_buttons->addWidget(button, 1, 1);
    connect(button, &QPushButton::clicked, this, [this, button] {
        const QPoint place = button->mapToGlobal(QPoint(0, button->height()));
        close();
        Q_EMIT managingWanted(place);
    });
}

void PersonCard::showPicture()
{
    const qreal scale = devicePixelRatioF();
    QPixmap pixmap(QSize(cardAvatar, cardAvatar) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    const QRect place(0, 0, cardAvatar, cardAvatar);
    QPainter painter(&pixmap);
    paintAvatar(painter, place, initialsOf(shownName(m_user)), m_theme.avatar(hueOf(m_user.id.value)),
                resized(font(), 6), pictureOf(m_theme, m_user.id, painter, place));
    painter.end();
    m_picture->setPixmap(pixmap);
}

void PersonCard::showStanding()
{
    const IgnoreLevel level = m_session.ignored().levelOf(m_user.id);
    const bool isNone = level == IgnoreLevel::None;
    m_standing->setText(isNone                          ? QString()
                        : level == IgnoreLevel::Blocked ? tr("You have blocked this person")
                                                        : tr("You ignore this person"));
    m_standing->setVisible(!isNone);
}

/// The members of the open group are known, also when they have not written there.
void PersonCard::showGroups(const QList<ConversationId>& groups)
{
    QList<ConversationId> known = groups;
    const ConversationSummary* here = m_session.chat().summary();
    const bool isMemberHere = std::ranges::any_of(
        m_session.roster().members(), [this](const auto& member) { return member.user.id == m_user.id; });
    if (here != nullptr && here->kind == ConversationKind::Group && isMemberHere
        && !known.contains(here->id)) {
        known.prepend(here->id);
    }
    QList<PlainRow> rows;
    rows.reserve(known.size());
    for (const ConversationId group : known) {
        if (const ConversationSummary* summary = m_session.conversations().summary(group)) {
            const ConversationRow shown = rowOf(*summary, QDate::currentDate());
            PlainRow row;
            row.key = group.value;
            row.title = shown.title;
            row.hue = shown.hue;
            row.direct = group;
            rows.append(row);
        }
    }
    m_groups->setRows(rows);
    const auto visible = static_cast<int>(std::min<qsizetype>(rows.size(), shownGroups));
    m_groups->setFixedHeight(visible * m_groups->rowHeight() + 2);
    m_groups->setVisible(!rows.isEmpty());
    m_groupsTitle->setVisible(!rows.isEmpty());
    settle();
}

void PersonCard::write()
{
    const ConversationId direct = directWith(m_session, m_user.id);
    if (direct.isValid()) {
        openConversation(direct);
        return;
    }
    close();
    m_session.memberships().beginDirect(QString::fromStdString(m_user.name));
}

void PersonCard::openConversation(ConversationId conversation)
{
    close();
    m_session.chat().open(conversation);
    m_session.chat().reading().resume();
    Q_EMIT conversationOpened();
}

/// Offers to ignore and to block, which the menus about people do too.
void PersonCard::ignore()
{
    auto* menu = new Menu(parentWidget());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addIgnoreActions(*menu, m_session.ignored(), m_user, parentWidget());
    connect(menu, &QMenu::triggered, this, &QDialog::close);
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(m_ignore->mapToGlobal(QPoint(0, m_ignore->height())));
}

void PersonCard::openAt(const QPoint& place)
{
    m_place = place;
    show();
    settle();
}

void PersonCard::settle()
{
    if (!isVisible()) {
        return;
    }
    const QWidget* window = parentWidget();
    const QRect room = QRect(window->mapToGlobal(QPoint(0, 0)), window->size())
                           .adjusted(fromEdge, fromEdge, -fromEdge, -fromEdge);
    layout()->activate();
    const int width = std::min(std::max(cardWidth, minimumSizeHint().width()), room.width());
    const int high = std::min(layout()->totalHeightForWidth(width), room.height());
    setGeometry(std::clamp(m_place.x(), room.left(), room.right() + 1 - width),
                std::clamp(m_place.y(), room.top(), room.bottom() + 1 - high), width, high);
}

void PersonCard::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.setPen(m_theme.frame);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace tidemark
