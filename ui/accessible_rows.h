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
    /// What Enter does with a row.
    virtual void openRow(const QModelIndex& index) = 0;

protected:
    ~OpensRows() = default;
};

/// An item view that opens rows, as screen readers see it: a list of its rows, called what the model says
/// under Qt::AccessibleTextRole. Qt's own says "table" of views that it does not know, cannot open a row, and
/// does not say that a list can have the keyboard.
class AccessibleRows : public QAccessibleWidget {
public:
    explicit AccessibleRows(QAbstractItemView& view);
    ~AccessibleRows() override;

    /// From now on views that are OpensRows are seen so.
    static void install();

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

private:
    [[nodiscard]] QAbstractItemView* view() const;
    void dropOld() const;

    mutable QHash<QPersistentModelIndex, QAccessible::Id> m_rows; ///< that were asked for
};

/// Tells screen readers which row of `view` is current, if the view has the keyboard.
void tellCurrentRow(QAbstractItemView& view);
/// The same when whoever gave it the keyboard has told of that.
void tellCurrentRowLater(QAbstractItemView& view);
/// Tells them of rows that are called otherwise now, if `roles` says that they may be.
void tellNames(QAbstractItemView& view, int first, int last, const QList<int>& roles);
/// Describes `field` by the current row of `list`, which the keyboard chooses from it; by nothing while there
/// is none.
void describeChoice(QLineEdit& field, const QAbstractItemView& list);

} // namespace tidemark
