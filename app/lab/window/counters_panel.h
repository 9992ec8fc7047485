#pragma once

#include "app/lab/playing/numbers_model.h"
#include "ui/look/theme.h"

#include <QStyledItemDelegate>
#include <QWidget>

class QComboBox;
class QTableView;

namespace tidemark::lab {

/// Paints a number in the colour of its state; sign and words are in the text.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    Theme m_theme;
};

/// The numbers of Tidemark and of stored counters beside each other, and the choice of the counters' way.
class CountersPanel : public QWidget {
    Q_OBJECT
public:
    explicit CountersPanel(LabController& controller, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] QComboBox& ways() { return *m_ways; }

private:
    NumbersModel m_model;
    NumberDelegate m_delegate;
    QComboBox* m_ways;
    QTableView* m_table;
};

} // namespace tidemark::lab
