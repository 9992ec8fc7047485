#include "ui/widgets/date_time_field.h"

#include "ui/widgets/combo_box.h"

#include <QCalendarWidget>
#include <QTextCharFormat>

namespace tidemark {

DateTimeField::DateTimeField(QWidget* parent) : QDateTimeEdit(parent)
{
    setCalendarPopup(true);
    // Red days would be hard to read in the dark theme.
    QCalendarWidget* calendar = calendarWidget();
    const QTextCharFormat plain = calendar->weekdayTextFormat(Qt::Wednesday);
    calendar->setWeekdayTextFormat(Qt::Saturday, plain);
    calendar->setWeekdayTextFormat(Qt::Sunday, plain);
    calendar->setVerticalHeaderFormat(QCalendarWidget::NoVerticalHeader);
}

void DateTimeField::paintEvent(QPaintEvent* event)
{
    QDateTimeEdit::paintEvent(event);
    paintDropDownMark(*this);
}

} // namespace tidemark
