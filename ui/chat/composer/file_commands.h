#pragma once

#include "ui/files/file_actions.h"
#include "ui/look/theme.h"
#include "ui/session/chat_session.h"

#include <QObject>

class QMenu;

namespace tidemark {

class TimelineView;

/// The actions on the files of messages in the timeline: open, save and download them, and pause or cancel
/// transfers.
class FileCommands : public QObject {
    Q_OBJECT
public:
    /// Dialogs stand over `pane`.
    FileCommands(ChatSession& session, TimelineView& timeline, const Theme& theme, QWidget& pane);

    /// Shows a picture large, or opens another file. Downloads it if it is not there.
    void open(const TimelineRow& row, int file);
    /// Does what the button on a file shows: downloads, cancels, resumes or tries again.
    void press(const TimelineRow& row, int file);
    /// Adds what can be done with the file, and with a message that is not sent yet.
    void addTo(QMenu& menu, const TimelineRow& row, int file);
    void view(const AttachmentItem& item);
    /// Shows all pictures and files of the open conversation.
    void showMedia();

Q_SIGNALS:
    /// The only file of a message that was not sent was taken out, and the message with it: its text is left.
    void textLeft(const tidemark::TimelineRow& row);

private:
    void cancel(const TimelineRow& row, int file);
    [[nodiscard]] bool waitsForFiles(const TimelineRow& row) const;
    void addSendNow(QMenu& menu, const TimelineRow& row);
    void addRemove(QMenu& menu, const TimelineRow& row, int file);
    void addFailed(QMenu& menu, const TimelineRow& row, int chosen);
    void remove(const TimelineRow& row, int file);
    void addPending(QMenu& menu, const TimelineRow& row, int file);
    void drag(const TimelineRow& row, int file);
    [[nodiscard]] int chosenFile(const TimelineRow& row, int hit) const;
    [[nodiscard]] QString pathOf(const TimelineRow& row, int file) const;

    ChatSession& m_session;
    TimelineView& m_timeline;
    const Theme& m_theme;
    QWidget& m_pane;
    FileActions* m_actions;
};

} // namespace tidemark
