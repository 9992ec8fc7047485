#pragma once

#include "core/models/timeline_row.h"

#include <QMenu>

namespace tidemark {

/// Whether the user may edit or take back the message: an own one that is in the log and was not taken back.
[[nodiscard]] bool canBeChanged(const TimelineRow& row);

/// Whether one can answer it: a message that is in the log and was not taken back.
[[nodiscard]] bool canBeAnswered(const TimelineRow& row);

/// What one can do with a message. Deletes itself when it is closed. Copying it does by itself.
class MessageMenu : public QMenu {
    Q_OBJECT
public:
    explicit MessageMenu(const TimelineRow& row, QWidget* parent = nullptr);

    /// Whether the menu has a place for who has read the message.
    [[nodiscard]] bool hasReaders() const { return m_readers != nullptr; }
    /// "Read by 5 of 7", once that is known.
    void setReaders(const QString& words);

Q_SIGNALS:
    void replyWanted();
    void editWanted();
    /// The message that failed goes back to where it was written.
    void writeAgainWanted();
    void recallWanted();
    void markUnreadWanted();
    void readersWanted();
    void retryWanted();
    void deleteWanted();

private:
    QAction* m_readers = nullptr;
};

} // namespace tidemark
