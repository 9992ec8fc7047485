#pragma once

#include "app/lab/playing/event_model.h"
#include "ui/look/theme.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace tidemark::lab {

/// Paints one event: its time, and its words in one line. Events after the moment are dim.
class EventDelegate : public QStyledItemDelegate {
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

/// The strip of events. A click or Enter on an event goes to the moment after it.
class EventList : public QListView {
    Q_OBJECT
public:
    explicit EventList(LabController& controller, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void goTo(const QModelIndex& index);
    void follow();

    LabController& m_controller;
    EventModel m_model;
    EventDelegate m_delegate;
};

} // namespace tidemark::lab
