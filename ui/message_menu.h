#pragma once

#include "core/models/timeline_row.h"

#include <QMenu>

namespace tidemark {

/// Whether the user may edit or take back the message: an own one that is in the log and was not taken back.
[[nodiscard]] bool canBeChanged(const TimelineRow& row);

/// What one can do with a message. Deletes itself when it is closed. Copying it does by itself.
class MessageMenu : public QMenu {
    Q_OBJECT
public:
    explicit MessageMenu(const TimelineRow& row, QWidget* parent = nullptr);

Q_SIGNALS:
    void editWanted();
    /// The message that failed goes back to where it was written.
    void writeAgainWanted();
    void recallWanted();
    void markUnreadWanted();
    void retryWanted();
    void deleteWanted();
};

} // namespace tidemark
