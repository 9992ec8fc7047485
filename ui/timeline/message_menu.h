#pragma once

#include "core/models/timeline/timeline_row.h"
#include "ui/widgets/menu.h"

namespace tidemark {

/// Returns whether the user may edit or delete the message: their own, in the log, and not deleted.
[[nodiscard]] bool canBeChanged(const TimelineRow& row);

/// Returns whether the user can reply to the message: it is in the log and not deleted.
[[nodiscard]] bool canBeAnswered(const TimelineRow& row);

/// The context of a menu, besides its message.
struct MessageMenuScope {
    QList<QUrl> links;        ///< the links under the pointer, or all links of the message
    QString selectedText;     ///< the text that copying the selection gives; empty: no selection
    int selectedMessages = 0; ///< whole messages; 0 if only some text of one message is selected
    bool isInSelection = false;
    bool canWrite = true; ///< the user may write in the conversation
};

/// The target of a link, shortened for a menu, with "&" escaped.
[[nodiscard]] QString menuWords(const QUrl& link);

/// The menu of a message, or of the selected messages. It copies by itself, and deletes itself when it is
/// closed.
class MessageMenu : public Menu {
    Q_OBJECT
public:
    explicit MessageMenu(const TimelineRow& row, const MessageMenuScope& scope = {},
                         QWidget* parent = nullptr);

    /// Returns whether the menu has an entry for the readers of the message.
    [[nodiscard]] bool hasReaders() const { return m_readers != nullptr; }
    /// The entry below "Delete for everyone"; nullptr if the menu does not have that.
    [[nodiscard]] QAction* afterRecall() const { return m_afterRecall; }
    /// Shows "Read by 5 of 7" once the readers are known.
    void setReaders(const QString& words);

Q_SIGNALS:
    void replyWanted();
    void editWanted();
    /// Puts the failed message back into the composer.
    void writeAgainWanted();
    void recallWanted();
    void markUnreadWanted();
    void readersWanted();
    void retryWanted();
    void deleteWanted();
    void openWanted(const QUrl& link);
    void selectWanted();
    void clearSelectionWanted();
    /// The menu has copied the selection.
    void selectionCopied();

protected:
    /// Stays on the screen when an entry gets longer words while the menu is open.
    void resizeEvent(QResizeEvent* event) override;

private:
    void addSelection(const MessageMenuScope& scope);
    void copySelection(const QString& text);
    void addFailed(const TimelineRow& row, const MessageMenuScope& scope);
    void addWaiting();
    void addCopies(const TimelineRow& row, const MessageMenuScope& scope);
    void addLinks(const QList<QUrl>& links);
    void addChanges(const TimelineRow& row, const MessageMenuScope& scope);

    QAction* m_afterRecall = nullptr;
    QAction* m_readers = nullptr;
};

} // namespace tidemark
