#pragma once

#include <QDateTimeEdit>

namespace tidemark {

/// A field for a date and a time, with a calendar, that looks like the program's other fields.
class DateTimeField : public QDateTimeEdit {
    Q_OBJECT
public:
    explicit DateTimeField(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark
