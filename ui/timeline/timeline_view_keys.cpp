// TimelineView: what the keys do.
#include "ui/timeline/reactions/timeline_reactions.h"
#include "ui/timeline/selection_controller.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/typing.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace tidemark {

bool TimelineView::scrollByKey(const QKeyEvent& event)
{
    // The composer uses the same keys for scrolling.
    const std::optional<KeyCommand> command = commandOf(event, KeyPlace::Timeline);
    if (!command || !scrollBy(*command)) {
        return false;
    }
    Q_EMIT touched();
    return true;
}

bool TimelineView::scrollBy(KeyCommand command)
{
    QScrollBar* bar = verticalScrollBar();
    // Keep one line of the previous page visible.
    const int page = std::max(bar->singleStep(), bar->pageStep() - bar->singleStep());
    switch (command) {
    case KeyCommand::PageUp:
        bar->setValue(bar->value() - page);
        return true;
    case KeyCommand::PageDown:
        bar->setValue(bar->value() + page);
        return true;
    case KeyCommand::FirstMessage:
        bar->setValue(0);
        return true;
    case KeyCommand::LastMessage:
        Q_EMIT endWanted();
        return true;
    default:
        return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (scrollByKey(*event)) {
        return;
    }
    const std::optional<KeyCommand> command = commandOf(*event, KeyPlace::Timeline);
    if (command && doByKey(*command)) {
        Q_EMIT touched();
    } else if (isTyping(*event)) {
        Q_EMIT typed(event);
    } else {
        event->ignore();
    }
}

bool TimelineView::doByKey(KeyCommand command)
{
    switch (command) {
    case KeyCommand::MessageAbove:
    case KeyCommand::MessageBelow:
        choose(command == KeyCommand::MessageAbove ? -1 : 1);
        return true;
    case KeyCommand::PartBefore:
    case KeyCommand::PartAfter:
        choosePart(command == KeyCommand::PartBefore ? -1 : 1);
        return true;
    case KeyCommand::OpenMessage:
        openRow(currentIndex());
        return true;
    default:
        return m_selection->perform(command);
    }
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::WindowDeactivate) {
        viewport()->update(); // animated pictures go on, or stand still
    }
    // If something is selected, take the key before the window does.
    if (event->type() == QEvent::ShortcutOverride && !m_selection->value().isEmpty()
        && commandOf(*static_cast<QKeyEvent*>(event), KeyPlace::Timeline) == KeyCommand::ClearSelection) {
        event->accept();
        return true;
    }
    return PlaceKeepingView::event(event);
}

void TimelineView::choosePart(int step)
{
    const bool hadChip = m_reactions->chosenChip() >= 0;
    if (!hadChip && chooseFile(step)) {
        return;
    }
    if (hadChip || step > 0) {
        m_reactions->chooseChip(step);
    }
    if (m_reactions->chosenChip() >= 0) {
        m_chosenFile = -1;
    } else if (hadChip) {
        chooseFile(step);
    }
}

bool TimelineView::chooseFile(int step)
{
    const QModelIndex index = currentIndex();
    const QList<TimelineLayout::File> files =
        index.isValid() ? layoutFor(index.row())->files : QList<TimelineLayout::File>();
    int place = step > 0 ? -1 : int(files.size());
    for (int i = 0; i < files.size(); ++i) {
        place = files[i].index == m_chosenFile ? i : place;
    }
    if (files.isEmpty() || place + step >= files.size()) {
        return false;
    }
    m_chosenFile = files[std::max(place + step, 0)].index;
    viewport()->update();
    announceChosenPart(*this);
    return true;
}

void TimelineView::choose(int step)
{
    const QModelIndex index = neighbour(step);
    if (!index.isValid()) {
        return;
    }
    setCurrentIndex(index);
    scrollTo(index);
    viewport()->update();
    Q_EMIT touched();
}

} // namespace tidemark
