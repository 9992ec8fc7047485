#include "ui/chat/chat_header.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"
#include "core/models/words/sentences.h"
#include "ui/conversations/receipt_text.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/plain_text.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {
constexpr int minTitleWidth = 200; ///< the hint is below the title if it leaves less room for it
constexpr int buttonSide = 34;
constexpr int beforeHint = 14;
constexpr int rounding = 3; ///< widths are rounded: a text that just fits may be cut
constexpr int privateMark = 16;
constexpr int arrowSide = 20;
constexpr int arrowGap = 4;
constexpr int headerAvatar = 36;
constexpr int avatarSpace = headerAvatar + 10; ///< with the gap before the title
constexpr int iconScale = 3;                   ///< the scale of the screen up to which icons are sharp
} // namespace

QString subtitleOf(const ConversationSummary& summary)
{
    if (isWithOneself(summary)) {
        return ChatHeader::tr("Only you");
    }
    if (summary.kind == ConversationKind::Direct) {
        return ChatHeader::tr("Direct conversation");
    }
    if (summary.kind == ConversationKind::NoticeList) {
        return ChatHeader::tr("From the server to everyone");
    }
    if (!summary.isMember) {
        return ChatHeader::tr("You are no longer a member");
    }
    if (summary.kind == ConversationKind::Channel) {
        return ChatHeader::tr("%Ln followers", nullptr, pluralOf(summary.memberCount));
    }
    if (summary.memberCount == 1) {
        return ChatHeader::tr("Only you");
    }
    return ChatHeader::tr("%Ln members", nullptr, pluralOf(summary.memberCount));
}

ChatHeader::ChatHeader(QWidget* parent)
    : QWidget(parent), m_back(new QToolButton(this)), m_avatar(new QToolButton(this)),
      m_search(new QToolButton(this)), m_info(new QToolButton(this)), m_more(new QToolButton(this))
{
    m_info->setCheckable(true);
    m_info->setAccessibleName(tr("About this conversation"));
    setPlainTip(m_info, withKeys(tr("About this conversation"), KeyCommand::ShowInfo));
    m_info->setIconSize({20, 20});
    m_more->setAccessibleName(tr("Conversation menu"));
    setPlainTip(m_more, tr("More"));
    m_search->setAccessibleName(tr("Search this conversation"));
    setPlainTip(m_search, withKeys(tr("Search this conversation"), KeyCommand::SearchHere));
    m_search->setIconSize({20, 20});
    m_more->setIconSize({20, 20});
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 10, 0);
    row->addWidget(m_back);
    row->addStretch(1);
    row->addWidget(m_search);
    row->addWidget(m_info);
    row->addWidget(m_more);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addStretch(1);
    connect(m_back, &QToolButton::clicked, this, &ChatHeader::backWanted);
    connect(m_search, &QToolButton::clicked, this, &ChatHeader::searchWanted);
    connect(m_info, &QToolButton::clicked, this, &ChatHeader::infoWanted);
    connect(m_more, &QToolButton::clicked, this,
            [this] { Q_EMIT menuWanted(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    m_back->hide();
    // The button with the "i" does the same for the keyboard.
    m_avatar->setFocusPolicy(Qt::NoFocus);
    m_avatar->setObjectName(QStringLiteral("avatar"));
    m_avatar->setAccessibleName(tr("Picture of the conversation"));
    setPlainTip(m_avatar, tr("About this conversation"));
    m_avatar->setCursor(Qt::PointingHandCursor);
    m_avatar->setIconSize({headerAvatar, headerAvatar});
    m_avatar->setFixedSize(headerAvatar, headerAvatar);
    connect(m_avatar, &QToolButton::clicked, this, &ChatHeader::infoWanted);
    updateBack();
    updateHeight();
}

void ChatHeader::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_avatar->setStyleSheet(
        QStringLiteral("QToolButton { padding: 0; border: none; background: transparent; }"));
    showAvatar();
    updateBack();
    m_search->setIcon(glyphIcon(Glyph::Search, theme.dim));
    m_info->setIcon(glyphIcon(Glyph::Info, theme.dim));
    m_more->setIcon(glyphIcon(Glyph::More, theme.dim));
    update();
}

void ChatHeader::setConversation(const QString& title, const QString& subtitle)
{
    m_title = title;
    m_subtitle = subtitle;
    setAccessibleName(title);
    update();
}

void ChatHeader::setAvatar(const ConversationRow& row)
{
    m_row = row;
    showAvatar();
}

void ChatHeader::showAvatar()
{
    QPixmap pixmap(QSize(headerAvatar, headerAvatar) * iconScale);
    pixmap.setDevicePixelRatio(iconScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const QRect place(0, 0, headerAvatar, headerAvatar);
    paintAvatar(painter, place, m_row, m_theme.avatar(m_row.hue), font(),
                pictureOf(m_theme, m_row.id, painter, place));
    painter.end();
    m_avatar->setIcon(QIcon(pixmap));
}

void ChatHeader::setTyping(const QString& words)
{
    m_typing = words;
    describe();
    update();
}

void ChatHeader::setInfoOpen(bool open)
{
    m_info->setChecked(open);
}

void ChatHeader::setHint(const QString& words)
{
    if (words == m_hint) {
        return;
    }
    m_hint = words;
    placeAvatar();
    describe();
    updateTip();
    update();
}

void ChatHeader::describe()
{
    QStringList words{m_typing, m_hint};
    words.removeAll(QString());
    setAccessibleDescription(words.join(tr(". ", "between two hints")));
}

void ChatHeader::setPrivate(bool isPrivate)
{
    m_isPrivate = isPrivate;
    updateTip();
    update();
}

/// In a narrow window the hint may be cut.
void ChatHeader::updateTip()
{
    QStringList tips{m_hint};
    if (m_isPrivate) {
        tips += sentences(tr("You hide read receipts here."), receiptsSeenText(true));
    }
    tips.removeAll(QString());
    setPlainTip(this, tips.join(u'\n'));
}

void ChatHeader::setBackVisible(bool visible)
{
    m_back->setVisible(visible);
    layout()->activate();
    placeAvatar();
    update();
}

void ChatHeader::setUnreadElsewhere(const ShownTotal& total)
{
    if (m_unreadElsewhere == total) {
        return;
    }
    m_unreadElsewhere = total;
    updateBack();
}

/// Draws the arrow and, in a pill after it, the number of unread messages elsewhere.
void ChatHeader::updateBack()
{
    const QString count = badgeText(m_unreadElsewhere.count, m_unreadElsewhere.exact);
    const QFont badge = badgeFont(font());
    const QSize pill = count.isEmpty() ? QSize() : badgeSize(count, badge);
    const QSize size(arrowSide + (count.isEmpty() ? 0 : arrowGap + pill.width()),
                     std::max(arrowSide, pill.height()));
    QPixmap pixmap(size * iconScale);
    pixmap.setDevicePixelRatio(iconScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGlyph(painter, Glyph::Back, QRect(0, (size.height() - arrowSide) / 2, arrowSide, arrowSide),
               m_theme.accent);
    if (!count.isEmpty()) {
        paintBadge(painter, QRect({size.width() - pill.width(), (size.height() - pill.height()) / 2}, pill),
                   count, m_theme.accent, m_theme.onAccent, badge);
    }
    painter.end();
    m_back->setIcon(QIcon(pixmap));
    m_back->setIconSize(size);
    const QString words = tr("Back to the conversations");
    const QString hint = hintOf(m_unreadElsewhere);
    m_back->setAccessibleName(count.isEmpty() ? words : tr("%1, elsewhere: %2").arg(words, hint));
    setPlainTip(m_back, count.isEmpty() ? tr("Back (Esc)")
                                        : tr("Back (Esc)") + u'\n' + tr("Elsewhere: %1").arg(hint));
    layout()->activate();
    placeAvatar();
    update();
}

int ChatHeader::avatarLeft() const
{
    if (m_back->isVisibleTo(this)) {
        return m_back->geometry().right() + 4;
    }
    // The title is in line with the column of messages below, as far as the buttons leave room.
    const int column = (width() - metrics::columnMaximum) / 2;
    return std::max(metrics::columnMargin,
                    std::min(column, m_search->geometry().left() - minTitleWidth) - avatarSpace);
}

int ChatHeader::titleLeft() const
{
    return avatarLeft() + avatarRoom();
}

/// Returns the room for the picture before the title. In the narrowest window it goes while a hint needs the
/// room, so that the hint can be read.
int ChatHeader::avatarRoom() const
{
    const int room = m_search->geometry().left() - 8 - avatarLeft() - avatarSpace;
    return m_hint.isEmpty() || hintWidth() <= room ? avatarSpace : 0;
}

void ChatHeader::placeAvatar()
{
    m_avatar->move(avatarLeft(), (headerHeight(font()) - headerAvatar) / 2);
    m_avatar->setVisible(avatarRoom() > 0);
}

void ChatHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeAvatar();
}

void ChatHeader::mouseReleaseEvent(QMouseEvent* event)
{
    const QRect title(titleLeft(), 0, m_search->geometry().left() - titleLeft(), height());
    if (event->button() == Qt::LeftButton && title.contains(event->pos())) {
        Q_EMIT infoWanted();
    }
}

int ChatHeader::hintWidth() const
{
    return QFontMetrics(resized(font(), -1)).horizontalAdvance(m_hint) + rounding + 2 * metrics::hintPadding;
}

bool ChatHeader::isHintBelow() const
{
    const int buttons = m_search->sizeHint().width() + m_info->sizeHint().width() + m_more->sizeHint().width()
                        + 8 + metrics::columnMargin;
    return width() - titleLeft() - buttons < minTitleWidth + beforeHint + hintWidth();
}

/// Returns the place of the hint, at the right. The title is elided if necessary.
QRect ChatHeader::hintRoom() const
{
    const int right = m_search->geometry().left() - 8;
    const QFontMetrics subtitle(resized(font(), -1));
    const int markRoom = m_isPrivate ? privateMark + 6 : 0;
    const int used = std::max(QFontMetrics(semibold(font())).horizontalAdvance(m_title) + markRoom,
                              subtitle.horizontalAdvance(secondLine()));
    const int from = std::min(titleLeft() + used + rounding + beforeHint, right - hintWidth());
    const int high = hintHeight(font());
    return {from, (headerHeight(font()) - high) / 2, hintWidth(), high};
}

/// Returns the place of the hint in a narrow window, where the subtitle stands otherwise.
QRect ChatHeader::hintBelow() const
{
    const QFontMetrics title(semibold(font()));
    const QFontMetrics subtitle(resized(font(), -1));
    const int top = (headerHeight(font()) - title.height() - subtitle.height()) / 2;
    const int right = m_search->geometry().left() - 8;
    return {titleLeft(), top + title.height(), std::min(hintWidth(), right - titleLeft()),
            subtitle.height() + 1};
}

bool ChatHeader::isHintWhole() const
{
    return !isHintBelow() || hintBelow().width() == hintWidth();
}

void ChatHeader::updateHeight()
{
    const int head = headerHeight(font());
    layout()->setContentsMargins(0, (head - buttonSide) / 2, 0, 0);
    setFixedHeight(head);
}

void ChatHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) {
        return;
    }
    updateBack();
    updateHeight();
    showAvatar();
}

void ChatHeader::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
    const bool isHintBeside = !m_hint.isEmpty() && !isHintBelow();
    const int left = titleLeft();
    const int right = isHintBeside ? hintRoom().left() - beforeHint : m_search->geometry().left() - 8;
    const QFont titleFont = semibold(font());
    const QFontMetrics title(titleFont);
    const QFontMetrics subtitle(resized(font(), -1));
    const int top = (headerHeight(font()) - title.height() - subtitle.height()) / 2;
    painter.setFont(titleFont);
    painter.setPen(m_theme.text);
    const int markRoom = m_isPrivate ? privateMark + 6 : 0;
    const QString shownTitle = title.elidedText(m_title, Qt::ElideRight, right - left - markRoom);
    painter.drawText(QPoint(left, top + title.ascent()), shownTitle);
    if (m_isPrivate) {
        paintGlyph(painter, Glyph::Unseen,
                   QRect(left + title.horizontalAdvance(shownTitle) + 6,
                         top + (title.height() - privateMark) / 2 + 1, privateMark, privateMark),
                   m_theme.dim);
    }
    if (!m_hint.isEmpty() && !isHintBeside) {
        paintHint(painter, hintBelow(), m_hint, resized(font(), -1), m_theme);
        return;
    }
    painter.setFont(resized(font(), -1));
    painter.setPen(m_typing.isEmpty() ? m_theme.dim : m_theme.accent);
    painter.drawText(QPoint(left, top + title.height() + subtitle.ascent()),
                     subtitle.elidedText(secondLine(), Qt::ElideRight, right - left));
    if (isHintBeside) {
        paintHint(painter, hintRoom(), m_hint, resized(font(), -1), m_theme);
    }
}

} // namespace tidemark
