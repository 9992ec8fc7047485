#pragma once

#include "core/domain/ids.h"

#include <QDialog>
#include <QString>

class QDateTimeEdit;

namespace tidemark {

class PlainTextEdit;

/// Asks when a message is to be sent, and, if it is changed, for its text. Open it with open(); it deletes
/// itself.
class ScheduleDialog : public QDialog {
    Q_OBJECT
public:
    struct Words {
        QString title;
        QString label; ///< of the time
        QString button;
        QString text = {}; ///< null: only the time is asked for
    };
    ScheduleDialog(const Words& words, UnixMs due, QWidget* parent);

Q_SIGNALS:
    /// `text` is empty if only the time was asked for.
    void answered(tidemark::UnixMs due, const QString& text);

private:
    PlainTextEdit* m_text = nullptr;
    QDateTimeEdit* m_time;
};

} // namespace tidemark
