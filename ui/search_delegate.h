#pragma once

#include "ui/theme.h"

#include <QStyledItemDelegate>

namespace tidemark {

/// Paints what a search has found: conversation, time, and two lines of sender and text with the words that
/// were looked for.
class SearchDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    /// In a search of one conversation the sender stands where otherwise the conversation does.
    void setOneConversation(bool one) { m_isOneConversation = one; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintGround(QPainter& painter, const QStyleOptionViewItem& option) const;

    void paintUnreadDot(QPainter& painter, const QRect& row) const;

    Theme m_theme;
    bool m_isOneConversation = false;
};

} // namespace tidemark
