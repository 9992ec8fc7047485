#pragma once

#include "core/models/timeline_row.h"

#include <QMenu>

namespace tidemark {

/// Whether the user may edit or take back the message: an own one that is in the log and was not taken back.
[[nodiscard]] bool canBeChanged(const TimelineRow& row);

/// Whether one can answer it: a message that is in the log and was not taken back.
[[nodiscard]] bool canBeAnswered(const TimelineRow& row);

/// What of the timeline a menu is about beside its message.
struct MessageMenuScope {
    QList<QUrl> links;        ///< that are pointed at, or all of the message
    QString selectedText;     ///< what copying the selection gives; empty: nothing is selected
    int selectedMessages = 0; ///< as a whole; 0 with a text: some characters of one
    bool isInSelection = false;
    bool canWrite = true; ///< in this conversation
};

/// Where a link leads, short enough for a menu, in which "&" would be a key.
[[nodiscard]] QString menuWords(const QUrl& link);

/// What one can do with a message, or with the messages that are selected. Deletes itself when it is closed.
/// Copying it does by itself.
class MessageMenu : public QMenu {
    Q_OBJECT
public:
    explicit MessageMenu(const TimelineRow& row, const MessageMenuScope& scope = {},
                         QWidget* parent = nullptr);

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
    void openWanted(const QUrl& link);
    void selectWanted();
    void clearSelectionWanted();
    /// What is selected was copied by the menu.
    void selectionCopied();

private:
    void addSelection(const MessageMenuScope& scope);
    void copySelection(const QString& text);
    void addFailed(const TimelineRow& row);
    void addWaiting();
    void addCopies(const TimelineRow& row, const MessageMenuScope& scope);
    void addLinks(const QList<QUrl>& links);
    void addChanges(const TimelineRow& row);

    QAction* m_readers = nullptr;
};

} // namespace tidemark
