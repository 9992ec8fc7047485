#pragma once

#include "core/models/conversations/conversation_row.h"
#include "ui/look/theme.h"

#include <QStyledItemDelegate>

namespace tidemark {

/// The places of the parts of a conversation row, in the coordinates of the option's rectangle. A part with
/// an empty rectangle is not shown.
struct ConversationLayout {
    QRect avatar;
    QRect title;
    QRect mutedGlyph; ///< after the title
    QRect time;
    QRect ticks;
    QRect preview;
    QRect mention;
    QRect badge;
    QRect reactions; ///< a heart, then the number of unread reactions
    QRect unsynced;
    QRect pin; ///< shown only if this end of the line is otherwise empty

    friend bool operator==(const ConversationLayout&, const ConversationLayout&) = default;
};

/// Pure: the same option and row give the same layout.
[[nodiscard]] ConversationLayout layoutOf(const QStyleOptionViewItem& option, const ConversationRow& row);

/// Paints the rows of the conversation list.
class ConversationDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ConversationDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = theme; }
    /// Sets whether the current row gets a focus ring while the list has the keyboard focus.
    void setFocusShown(bool shown) { m_isFocusShown = shown; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintBackground(QPainter& painter, const QStyleOptionViewItem& option) const;
    void paintFirstLine(QPainter& painter, const QStyleOptionViewItem& option, const ConversationRow& row,
                        const ConversationLayout& layout) const;
    void paintSecondLine(QPainter& painter, const QStyleOptionViewItem& option, const ConversationRow& row,
                         const ConversationLayout& layout) const;
    void paintBadges(QPainter& painter, const QStyleOptionViewItem& option, const ConversationRow& row,
                     const ConversationLayout& layout) const;

    Theme m_theme;
    bool m_isFocusShown = false;
};

} // namespace tidemark
