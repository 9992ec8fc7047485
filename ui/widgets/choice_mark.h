#pragma once

#include "ui/look/theme.h"

#include <QStyledItemDelegate>

class QPainter;
class QRectF;

namespace tidemark {

/// Paints the round mark of a row that can be chosen: a ring, and a tick if it is chosen.
void paintChoiceMark(QPainter& painter, const QRectF& place, const Theme& theme, bool isChosen);

/// Paints checkable items of a list with such a mark before the text. A click on any part of the row, or the
/// space bar, changes it.
class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    ChoiceDelegate(const Theme& theme, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    Theme m_theme;
};

} // namespace tidemark
