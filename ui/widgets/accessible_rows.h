#pragma once

#include <QAccessibleWidget>
#include <QHash>
#include <QList>
#include <QModelIndex>
#include <QPersistentModelIndex>

class QAbstractItemView;
class QLineEdit;

namespace tidemark {

/// An item view whose rows can be opened.
class OpensRows {
public:
    OpensRows() = default;
    OpensRows(const OpensRows&) = delete;
    OpensRows& operator=(const OpensRows&) = delete;
    /// Does what Enter does on a row.
    virtual void openRow(const QModelIndex& index) = 0;
    /// The part of the row that the user has chosen by keys, in words; empty: the whole row.
    [[nodiscard]] virtual QString chosenPart(const QModelIndex& /*index*/) const { return {}; }

protected:
    ~OpensRows() = default;
};

/// Shows a view of type OpensRows to screen readers as a list. Each row has the name of the model's
/// Qt::AccessibleTextRole, or that of its chosen part. Qt's own interface calls the view a table, cannot open
/// a row, and does not say that a list can have the keyboard focus.
class AccessibleRows : public QAccessibleWidget {
public:
    explicit AccessibleRows(QAbstractItemView& view);
    ~AccessibleRows() override;

    /// Makes Qt use this class for every view that is an OpensRows from now on.
    static void install();

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

private:
    [[nodiscard]] QAbstractItemView* view() const;
    void dropOld() const;

    mutable QHash<QPersistentModelIndex, QAccessible::Id> m_rows; ///< the interfaces created so far
};

/// Tells screen readers which row of `view` is current, if the view has the keyboard focus.
void announceCurrentRow(QAbstractItemView& view);
/// Does the same after the current event, so that the change of the keyboard focus is reported first.
void announceCurrentRowLater(QAbstractItemView& view);
/// Tells screen readers that another part of the current row is chosen.
void announceChosenPart(QAbstractItemView& view);
/// Tells screen readers that the names of these rows may have changed, if `roles` includes the name.
void announceNames(QAbstractItemView& view, int first, int last, const QList<int>& roles);
/// Describes `field` by the current row of `list`, which the user chooses by keys in the field. Clears the
/// description while no row is current.
void describeChoice(QLineEdit& field, const QAbstractItemView& list);

} // namespace tidemark
