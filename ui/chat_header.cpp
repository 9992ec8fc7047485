#include "ui/chat_header.h"

#include "ui/fonts.h"
#include "ui/metrics.h"
#include "ui/painting.h"
#include "ui/receipt_text.h"
#include "ui/shortcuts.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace tidemark {

namespace {
constexpr int leastTitle = 200; ///< with less room than this beside it the hint goes below
constexpr int hintLine = 26;
constexpr int hintPadding = 10;
constexpr int beforeHint = 14;
constexpr int rounding = 3; ///< widths are rounded: with its own width alone a text may be cut
constexpr int privateMark = 16;
} // namespace

QString subtitleOf(const ConversationSummary& summary)
{
    if (summary.kind == ConversationKind::Direct)
        return QCoreApplication::translate("ChatHeader", "Direct conversation");
    if (summary.memberCount == 1)
        return QCoreApplication::translate("ChatHeader", "Only you");
    return QCoreApplication::translate("ChatHeader", "%1 members").arg(summary.memberCount);
}

ChatHeader::ChatHeader(QWidget* parent)
    : QWidget(parent), m_back(new QToolButton(this)), m_search(new QToolButton(this)),
      m_info(new QToolButton(this)), m_more(new QToolButton(this))
{
    m_info->setCheckable(true);
    m_info->setAccessibleName(tr("About this conversation"));
    m_info->setToolTip(withKeys(tr("About this conversation"), KeyCommand::ShowInfo));
    m_info->setIconSize({20, 20});
    m_back->setAccessibleName(tr("Back to the conversations"));
    m_back->setToolTip(tr("Back (Esc)"));
    m_more->setAccessibleName(tr("Conversation menu"));
    m_more->setToolTip(tr("More"));
    m_search->setAccessibleName(tr("Search this conversation"));
    m_search->setToolTip(withKeys(tr("Search this conversation"), KeyCommand::SearchHere));
    m_back->setIconSize({20, 20});
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
    column->setContentsMargins(0, (metrics::header - 34) / 2, 0, 0);
    column->addLayout(row);
    column->addStretch(1);
    connect(m_back, &QToolButton::clicked, this, &ChatHeader::backWanted);
    connect(m_search, &QToolButton::clicked, this, &ChatHeader::searchWanted);
    connect(m_info, &QToolButton::clicked, this, &ChatHeader::infoWanted);
    connect(m_more, &QToolButton::clicked, this,
            [this] { Q_EMIT menuWanted(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    m_back->hide();
    updateHeight();
}

void ChatHeader::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_back->setIcon(glyphIcon(Glyph::Back, theme.accent));
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

void ChatHeader::setTyping(const QString& words)
{
    m_typing = words;
    update();
}

void ChatHeader::setInfoOpen(bool open)
{
    m_info->setChecked(open);
}

void ChatHeader::setHint(const QString& words)
{
    if (words == m_hint)
        return;
    m_hint = words;
    setAccessibleDescription(words);
    updateHeight();
    update();
}

void ChatHeader::setPrivate(bool isPrivate)
{
    m_isPrivate = isPrivate;
    setToolTip(isPrivate ? tr("You read in private here.") + u' ' + receiptsSeenText(true) : QString());
    update();
}

void ChatHeader::setBackVisible(bool visible)
{
    m_back->setVisible(visible);
    update();
}

int ChatHeader::titleLeft() const
{
    return m_back->isVisibleTo(this) ? m_back->geometry().right() + 8 : metrics::columnMargin;
}

int ChatHeader::hintWidth() const
{
    return QFontMetrics(resized(font(), -1)).horizontalAdvance(m_hint) + rounding + 2 * hintPadding;
}

bool ChatHeader::isHintBelow() const
{
    const int buttons = m_search->sizeHint().width() + m_info->sizeHint().width() + m_more->sizeHint().width()
                        + 8 + metrics::columnMargin;
    return width() - titleLeft() - buttons < leastTitle + beforeHint + hintWidth();
}

/// At the right of the title's text, which gives way, or below it all.
QRect ChatHeader::hintRoom() const
{
    if (isHintBelow())
        return {12, metrics::header - 5, width() - 24, hintLine - 3};
    const int right = m_search->geometry().left() - 8;
    const QFontMetrics subtitle(resized(font(), -1));
    const int markRoom = m_isPrivate ? privateMark + 6 : 0;
    const int used = std::max(QFontMetrics(semibold(font())).horizontalAdvance(m_title) + markRoom,
                              subtitle.horizontalAdvance(secondLine()));
    const int from = std::min(titleLeft() + used + rounding + beforeHint, right - hintWidth());
    return {from, (metrics::header - 24) / 2, hintWidth(), 24};
}

bool ChatHeader::isHintWhole() const
{
    return hintRoom().width() >= hintWidth();
}

void ChatHeader::updateHeight()
{
    const int wanted = metrics::header + (isHintBelow() && !m_hint.isEmpty() ? hintLine : 0);
    if (wanted != minimumHeight())
        setFixedHeight(wanted);
}

void ChatHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateHeight();
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
    const int top = (metrics::header - title.height() - subtitle.height()) / 2;
    painter.setFont(titleFont);
    painter.setPen(m_theme.text);
    const int markRoom = m_isPrivate ? privateMark + 6 : 0;
    const QString shownTitle = title.elidedText(m_title, Qt::ElideRight, right - left - markRoom);
    painter.drawText(QPoint(left, top + title.ascent()), shownTitle);
    if (m_isPrivate)
        paintGlyph(painter, Glyph::Unseen,
                   QRect(left + title.horizontalAdvance(shownTitle) + 6,
                         top + (title.height() - privateMark) / 2 + 1, privateMark, privateMark),
                   m_theme.dim);
    painter.setFont(resized(font(), -1));
    painter.setPen(m_typing.isEmpty() ? m_theme.dim : m_theme.accent);
    painter.drawText(QPoint(left, top + title.height() + subtitle.ascent()),
                     subtitle.elidedText(secondLine(), Qt::ElideRight, right - left));
    if (!m_hint.isEmpty())
        paintHint(painter, hintRoom());
}

void ChatHeader::paintHint(QPainter& painter, QRect room)
{
    const QFont font = resized(this->font(), -1);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.warning);
    painter.drawRoundedRect(room, 8, 8);
    painter.setFont(font);
    painter.setPen(m_theme.onWarning);
    painter.drawText(room, Qt::AlignCenter,
                     QFontMetrics(font).elidedText(m_hint, Qt::ElideRight, room.width() - 2 * hintPadding));
}

} // namespace tidemark
