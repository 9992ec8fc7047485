#include "ui/timeline/reactions/timeline_reactions.h"

#include "core/models/words/reaction_text.h"
#include "ui/timeline/reactions/hover_bar.h"
#include "ui/timeline/row_stack_view.h"
#include "ui/widgets/plain_text.h"

#include <QCursor>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr int barOverlap = 10; ///< how far the bar reaches into its message
constexpr int barMargin = 4;   ///< from the edges of the viewport

} // namespace

TimelineReactions::TimelineReactions(RowStackView& view)
    : QObject(&view), m_view(view), m_bar(new HoverBar(view.viewport()))
{
    connect(m_bar, &HoverBar::emojiChosen, this, [this](const QString& emoji) {
        const QModelIndex index = barIndex();
        leaveBar();
        if (index.isValid()) {
            Q_EMIT toggled(index, emoji);
        }
    });
    connect(m_bar, &HoverBar::pickerWanted, this, [this] {
        const QRect place(m_bar->mapToGlobal(QPoint(0, 0)), m_bar->size());
        if (const QModelIndex index = barIndex(); index.isValid()) {
            Q_EMIT pickerWanted(index, place);
        }
    });
    connect(m_bar, &HoverBar::replyWanted, this, [this] {
        const QModelIndex index = barIndex();
        hideBar();
        if (index.isValid()) {
            Q_EMIT replyWanted(index);
        }
    });
    connect(m_bar, &HoverBar::menuWanted, this, [this] {
        if (const QModelIndex index = barIndex(); index.isValid()) {
            Q_EMIT menuWanted(index, m_bar->mapToGlobal(QPoint(0, m_bar->height())));
        }
    });
    connect(m_bar, &HoverBar::left, this, &TimelineReactions::leaveBar);
    connect(m_bar, &HoverBar::focusLost, this, [this] {
        if (!m_bar->hasFocusInside() && !m_bar->underMouse()) {
            hideBar();
        }
    });
}

void TimelineReactions::setTheme(const Theme& theme)
{
    m_bar->setTheme(theme);
}

void TimelineReactions::setScope(const ReactionScope& scope)
{
    if (scope == m_scope) {
        return;
    }
    m_scope = scope;
    m_bar->setOffers(scope.emoji, scope.canReply);
    if (!m_bar->isHidden()) {
        placeBar();
    }
}

QString TimelineReactions::tipOf(const TimelineRow& row, int chip) const
{
    return m_tips && chip >= 0 && chip < row.reactions.size() ? m_tips(row, chip) : QString();
}

void TimelineReactions::renewTip()
{
    if (!QToolTip::isVisible()) {
        return;
    }
    const QPoint at = m_view.viewport()->mapFromGlobal(QCursor::pos());
    const QModelIndex index = m_view.indexAt(at);
    const int chip = m_view.hitAt(at).chip;
    if (index.isValid() && chip >= 0) {
        showPlainTip(QCursor::pos(), tipOf(m_view.rowAt(index.row()), chip), m_view.viewport());
    }
}

// ---- the bar

bool TimelineReactions::hasBar(const TimelineRow& row) const
{
    return row.isMessage() && row.seq.isValid() && !row.isRecalled && !m_bar->isEmpty();
}

QModelIndex TimelineReactions::barIndex() const
{
    const int row = m_row ? m_view.rowOf(*m_row) : -1;
    return m_view.isLaidOut() && row >= 0 ? m_view.model()->index(row, 0) : QModelIndex();
}

void TimelineReactions::point(const QPoint& at)
{
    if (m_bar->hasFocusInside()) {
        return;
    }
    const QModelIndex index = m_view.indexAt(at);
    if (index.isValid() && hasBar(m_view.rowAt(index.row()))) {
        showBar(index.row());
    } else {
        hideBar();
    }
}

void TimelineReactions::endPointing()
{
    if (!m_bar->hasFocusInside()) {
        hideBar();
    }
}

bool TimelineReactions::openBar()
{
    m_view.settleNow();
    const QModelIndex index = m_view.currentIndex();
    if (!index.isValid() || !m_view.hasRow(index.row()) || !hasBar(m_view.rowAt(index.row()))) {
        return false;
    }
    m_view.scrollTo(index);
    showBar(index.row());
    m_bar->focusFirst();
    return true;
}

void TimelineReactions::leaveBar()
{
    if (m_bar->hasFocusInside()) {
        m_view.setFocus(Qt::OtherFocusReason);
        hideBar();
    }
}

void TimelineReactions::showBar(int row)
{
    const TimelineRowKey& key = m_view.keyAt(row);
    if (m_row == key && !m_bar->isHidden()) {
        return;
    }
    m_row = key;
    placeBar();
    m_bar->show();
    m_bar->raise();
}

void TimelineReactions::hideBar()
{
    m_bar->hide();
    m_row.reset();
}

void TimelineReactions::follow()
{
    if (!m_bar->isHidden()) {
        placeBar();
    }
}

/// Puts the bar over the upper edge of its message, at the side that points into the column.
void TimelineReactions::placeBar()
{
    const QModelIndex index = barIndex();
    if (!index.isValid()) {
        hideBar();
        return;
    }
    const QRect row = m_view.optionFor(index.row()).rect;
    const QRect bubble = m_view.layoutFor(index.row())->bubble.translated(row.topLeft());
    const QRect room = m_view.viewport()->rect().adjusted(barMargin, barMargin, -barMargin, -barMargin);
    if (!room.intersects(row)) {
        hideBar();
        return;
    }
    const QSize size = m_bar->sizeHint();
    const bool isOwn = m_view.rowAt(index.row()).isOwn;
    const int atRight = bubble.right() + 1 - size.width();
    const int left = isOwn ? std::min(bubble.left(), atRight) : std::max(bubble.left(), atRight);
    QRect at(QPoint(left, bubble.top() - size.height() + barOverlap), size);
    at.moveLeft(std::clamp(at.left(), room.left(), std::max(room.left(), room.right() + 1 - size.width())));
    at.moveTop(std::clamp(at.top(), room.top(), std::max(room.top(), room.bottom() + 1 - size.height())));
    m_bar->setGeometry(at);
}

// ---- the reactions below messages

void TimelineReactions::toggleChip(const QModelIndex& index, int chip)
{
    const QList<ReactionCount> reactions = m_view.rowAt(index.row()).reactions;
    if (chip >= 0 && chip < reactions.size()) {
        Q_EMIT toggled(index, QString::fromStdString(reactions[chip].emoji));
    }
}

int TimelineReactions::chosenChip() const
{
    const QModelIndex current = m_view.currentIndex();
    if (m_chip < 0 || !current.isValid() || !m_view.hasRow(current.row())) {
        return -1;
    }
    return std::min(m_chip, static_cast<int>(m_view.rowAt(current.row()).reactions.size()) - 1);
}

bool TimelineReactions::chooseChip(int step)
{
    const QModelIndex current = m_view.currentIndex();
    if (!current.isValid() || !m_view.hasRow(current.row())) {
        return false;
    }
    const QList<ReactionCount> reactions = m_view.rowAt(current.row()).reactions;
    if (reactions.isEmpty()) {
        return false;
    }
    // From the first reaction, the choice goes back to the whole message.
    m_chip = std::clamp(chosenChip() + step, -1, static_cast<int>(reactions.size()) - 1);
    m_view.scrollTo(current);
    m_view.setAccessibleDescription(m_chip < 0 ? QString() : spokenReaction(reactions[m_chip]));
    m_view.viewport()->update();
    return true;
}

void TimelineReactions::endChoosing()
{
    if (std::exchange(m_chip, -1) >= 0) {
        m_view.setAccessibleDescription({});
    }
}

} // namespace tidemark
