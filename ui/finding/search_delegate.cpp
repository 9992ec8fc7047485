#include "ui/finding/search_delegate.h"

#include "core/models/conversations/search_results_model.h"
#include "core/models/words/isolated_text.h"
#include "ui/look/fonts.h"
#include "ui/look/match_painting.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class SearchText {
    Q_DECLARE_TR_FUNCTIONS(SearchText)
};

constexpr int resultPadding = 10;
constexpr int lineGap = 2;
constexpr int textLines = 2;

/// Returns "Anna: the words", and shifts the matches accordingly.
MatchedText wordsOf(const SearchRow& row, bool withSender, const QFont& font, const Theme& theme)
{
    const QString sender =
        withSender ? SearchText::tr("%1: ", "who wrote what was found").arg(isolated(row.sender)) : QString();
    MatchedText words{sender + row.text, row.parts, font, theme.dim, theme.accent, textLines};
    for (TextPart& part : words.parts) {
        part.start += static_cast<int>(sender.size());
    }
    return words;
}

} // namespace

QSize SearchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    const int beside = m_isOneConversation ? 0 : metrics::avatar + metrics::gap;
    const auto row = index.data(SearchResultsModel::RowRole).value<SearchRow>();
    const QFont textFont = resized(option.font, -1);
    const MatchedText words = wordsOf(row, !m_isOneConversation, textFont, m_theme);
    const int lines = QFontMetrics(semibold(option.font)).height() + lineGap
                      + linesOf(words, width - 2 * metrics::gap - beside) * QFontMetrics(textFont).height();
    return {0, std::max(lines, beside > 0 ? metrics::avatar : 0) + 2 * resultPadding};
}

void SearchDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option) const
{
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    if (isChosen) {
        painter.fillRect(option.rect, m_theme.tint);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter.fillRect(option.rect, m_theme.hover);
    }
    if (isChosen && option.state.testFlag(QStyle::State_HasFocus)) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 6, 6);
    }
}

/// Draws the dot in the margin, where it takes no room from the words.
void SearchDelegate::paintUnreadDot(QPainter& painter, const QRect& row) const
{
    constexpr int side = 6;
    const QRectF dot((metrics::gap - side) / 2.0, row.center().y() - side / 2.0, side, side);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accent);
    painter.drawEllipse(dot.translated(row.left(), 0));
}

void SearchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const auto row = index.data(SearchResultsModel::RowRole).value<SearchRow>();
    painter->save();
    // Combining marks stacked on letters must not reach into other rows.
    painter->setClipRect(option.rect, Qt::IntersectClip);
    paintGround(*painter, option);
    QRect area = option.rect.adjusted(metrics::gap, resultPadding, -metrics::gap, -resultPadding);
    if (!m_isOneConversation) {
        const QRect avatar(area.left(), area.center().y() - metrics::avatar / 2 + 1, metrics::avatar,
                           metrics::avatar);
        paintAvatar(*painter, avatar, row.initials, m_theme.avatar(row.hue), option.font,
                    pictureOf(m_theme, row.conversation, *painter, avatar));
        area.setLeft(avatar.right() + 1 + metrics::gap);
    }
    const QFont titleFont = semibold(option.font);
    const QFont textFont = resized(option.font, -1);
    const QFont timeFont = resized(option.font, -2);
    const QFontMetrics titleMetrics(titleFont);
    const int timeWidth = QFontMetrics(timeFont).horizontalAdvance(row.time);
    const QRect line(area.topLeft(), QSize(area.width(), titleMetrics.height()));
    painter->setFont(timeFont);
    painter->setPen(m_theme.dim);
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.time);
    int beside = timeWidth + 8;
    if (!row.about.isEmpty()) {
        painter->setPen(row.isUnread ? m_theme.accent : m_theme.dim);
        painter->drawText(line.adjusted(0, 0, -beside, 0), Qt::AlignRight | Qt::AlignVCenter, row.about);
        beside += painter->fontMetrics().horizontalAdvance(row.about) + 8;
    }
    if (row.isUnread) {
        paintUnreadDot(*painter, option.rect);
    }
    painter->setFont(titleFont);
    painter->setPen(m_theme.text);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      titleMetrics.elidedText(m_isOneConversation ? row.sender : row.title, Qt::ElideRight,
                                              line.width() - beside));
    paintMatched(*painter, area.adjusted(0, titleMetrics.height() + lineGap, 0, 0),
                 wordsOf(row, !m_isOneConversation, textFont, m_theme));
    painter->restore();
}

} // namespace tidemark
