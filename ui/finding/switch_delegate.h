#pragma once

#include "ui/look/theme.h"

#include <QStyledItemDelegate>

namespace tidemark {

/// Paints the rows of the quick switcher: avatar, title with the matches emphasised, badge.
class SwitchDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme m_theme;
};

} // namespace tidemark
