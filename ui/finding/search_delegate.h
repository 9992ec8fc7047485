#pragma once

#include "ui/look/theme.h"

#include <QStyledItemDelegate>

namespace tidemark {

/// Paints a search result: conversation, time, and two lines of sender and text with the matches emphasised.
class SearchDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    /// In a search of one conversation, the sender takes the place of the conversation.
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
