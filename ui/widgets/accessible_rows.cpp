#include "ui/widgets/accessible_rows.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QLineEdit>
#include <QLocale>
#include <QPointer>

#include <utility>

namespace tidemark {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(AccessibleRows)
};

QString nameOf(const QModelIndex& index)
{
    const QString spoken = index.data(Qt::AccessibleTextRole).toString();
    return spoken.isEmpty() ? index.data(Qt::DisplayRole).toString() : spoken;
}

QString chosenPartOf(const QAbstractItemView& view, const QModelIndex& index)
{
    const auto* opener = dynamic_cast<const OpensRows*>(&view);
    return opener == nullptr ? QString() : opener->chosenPart(index);
}

/// Represents one row. It follows its model index until the row is removed.
class AccessibleRow : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleRow(QAbstractItemView& view, const QModelIndex& index) : m_view(&view), m_index(index) {}

    [[nodiscard]] bool isValid() const override { return m_view != nullptr && m_index.isValid(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override
    {
        return isValid() ? m_view->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (!isValid() || kind != QAccessible::Name) {
            return {};
        }
        const QString part = chosenPartOf(*m_view, m_index);
        return part.isEmpty() ? nameOf(m_index) : part;
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override;
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*name*/) const override { return {}; }

    [[nodiscard]] int row() const { return m_index.row(); }

private:
    QPointer<QAbstractItemView> m_view;
    QPersistentModelIndex m_index;
};

QRect AccessibleRow::rect() const
{
    if (!isValid()) {
        return {};
    }
    const QRect area = m_view->visualRect(m_index);
    return {m_view->viewport()->mapToGlobal(area.topLeft()), area.size()};
}

QAccessible::State AccessibleRow::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    const bool isCurrent = m_view->currentIndex() == m_index;
    state.invisible = !m_view->isVisible();
    state.offscreen = !m_view->viewport()->rect().intersects(m_view->visualRect(m_index));
    state.focusable = true;
    state.focused = isCurrent && m_view->hasFocus();
    state.selectable = true;
    state.selected = m_view->selectionModel()->isSelected(m_index);
    return state;
}

void AccessibleRow::doAction(const QString& name)
{
    if (!isValid()) {
        return;
    }
    if (name == setFocusAction()) {
        m_view->setFocus(Qt::OtherFocusReason);
        m_view->setCurrentIndex(m_index);
    } else if (name == pressAction()) {
        // Queued: opening the row may take long, and the screen reader must get its answer first.
        QMetaObject::invokeMethod(
            m_view,
            [view = m_view.data(), index = m_index] {
                if (auto* opener = dynamic_cast<OpensRows*>(view); opener != nullptr && index.isValid()) {
                    opener->openRow(index);
                }
            },
            Qt::QueuedConnection);
    }
}

QAccessibleInterface* rowsOf(const QString& /*className*/, QObject* object)
{
    auto* view = qobject_cast<QAbstractItemView*>(object);
    return dynamic_cast<OpensRows*>(view) == nullptr ? nullptr : new AccessibleRows(*view);
}

void sendRowEvent(QAbstractItemView& view, QAccessible::Event what, int row)
{
    QAccessibleEvent event(&view, what);
    event.setChild(row);
    QAccessible::updateAccessibility(&event);
}

} // namespace

AccessibleRows::AccessibleRows(QAbstractItemView& view) : QAccessibleWidget(&view, QAccessible::List) {}

AccessibleRows::~AccessibleRows()
{
    for (const QAccessible::Id id : std::as_const(m_rows)) {
        QAccessible::deleteAccessibleInterface(id);
    }
}

void AccessibleRows::install()
{
    QAccessible::installFactory(rowsOf);
}

QAbstractItemView* AccessibleRows::view() const
{
    return static_cast<QAbstractItemView*>(widget());
}

int AccessibleRows::childCount() const
{
    return view()->model() == nullptr ? 0 : view()->model()->rowCount();
}

QAccessibleInterface* AccessibleRows::child(int index) const
{
    if (index < 0 || index >= childCount()) {
        return nullptr;
    }
    const QPersistentModelIndex row = view()->model()->index(index, 0);
    if (const auto known = m_rows.constFind(row); known != m_rows.constEnd()) {
        return QAccessible::accessibleInterface(*known);
    }
    dropOld();
    auto* made = new AccessibleRow(*view(), row);
    m_rows.insert(row, QAccessible::registerAccessibleInterface(made));
    return made;
}

/// Drops the interfaces of removed rows.
void AccessibleRows::dropOld() const
{
    m_rows.removeIf([](const std::pair<const QPersistentModelIndex&, QAccessible::Id&>& one) {
        if (!one.first.isValid()) {
            QAccessible::deleteAccessibleInterface(one.second);
        }
        return !one.first.isValid();
    });
}

int AccessibleRows::indexOfChild(const QAccessibleInterface* child) const
{
    const auto* row = dynamic_cast<const AccessibleRow*>(child);
    return row == nullptr ? -1 : row->row();
}

QAccessibleInterface* AccessibleRows::childAt(int x, int y) const
{
    const QModelIndex index = view()->indexAt(view()->viewport()->mapFromGlobal(QPoint(x, y)));
    return index.isValid() ? child(index.row()) : nullptr;
}

QAccessibleInterface* AccessibleRows::focusChild() const
{
    const QModelIndex current = view()->currentIndex();
    return view()->hasFocus() && current.isValid() ? child(current.row()) : nullptr;
}

void announceCurrentRow(QAbstractItemView& view)
{
    if (QAccessible::isActive() && view.hasFocus() && view.currentIndex().isValid()) {
        sendRowEvent(view, QAccessible::Focus, view.currentIndex().row());
    }
}

void announceCurrentRowLater(QAbstractItemView& view)
{
    if (QAccessible::isActive()) {
        QMetaObject::invokeMethod(
            &view, [&view] { announceCurrentRow(view); }, Qt::QueuedConnection);
    }
}

void announceChosenPart(QAbstractItemView& view)
{
    const int row = view.currentIndex().row();
    announceNames(view, row, row, {});
    announceCurrentRow(view);
}

void announceNames(QAbstractItemView& view, int first, int last, const QList<int>& roles)
{
    if (!QAccessible::isActive() || !(roles.isEmpty() || roles.contains(Qt::AccessibleTextRole))) {
        return;
    }
    for (int row = first; row <= last; ++row) {
        sendRowEvent(view, QAccessible::NameChanged, row);
    }
}

void describeChoice(QLineEdit& field, const QAbstractItemView& list)
{
    const QModelIndex index = list.currentIndex();
    field.setAccessibleDescription(!index.isValid()
                                       ? QString()
                                       : Words::tr("%1, %L2 of %L3", "a row, its number")
                                             .arg(nameOf(index), QLocale().toString(index.row() + 1),
                                                  QLocale().toString(list.model()->rowCount())));
}

} // namespace tidemark
