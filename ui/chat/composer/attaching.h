#pragma once

#include "core/models/timeline/timeline_row.h"
#include "ui/files/attach_sheet.h"
#include "ui/session/chat_session.h"

#include <QObject>
#include <QPointer>

namespace tidemark {

class Composer;
class DraftKeeper;
class Screenshots;

/// Lets the user send files: by the button beside the field, by pasting and by dropping.
class Attaching : public QObject {
    Q_OBJECT
public:
    /// Dialogs stand over `pane`.
    Attaching(ChatSession& session, Composer& composer, DraftKeeper& drafts, const Theme& theme,
              QWidget& pane);
    ~Attaching() override;

    /// Offers screenshots as long as the desktop does; `screenshots` must live as long.
    void setScreenshots(Screenshots& screenshots);
    /// Lets the user choose files.
    void choose();
    /// Shows the sheet with these files for the open conversation.
    void attach(const FileOffer& offer);
    /// Shows the sheet with the files and the text of a message that was not sent. The message goes when the
    /// new one is stored.
    void editUnsent(const TimelineRow& row);

private:
    /// The message for which the sheet was opened.
    struct Task {
        ConversationId conversation;
        bool hasDraft = false; ///< the caption began as the conversation's draft
        MessageUuid unsent;    ///< the message that the new one replaces; 0: none
        Seq replyTo;           ///< of `unsent`
    };

    void openSheet(const Task& task, const QString& caption);
    void send(const std::vector<OutgoingFile>& files, const QString& caption);
    void finish();
    void endDraft();
    void keepCaption();
    void say(const QString& words);
    void takeScreenshot(Screenshots& screenshots);
    void attachScreenshot(const QString& path);
    /// Whether the conversation of the sheet is still open.
    [[nodiscard]] bool isHere() const;
    void prepare(const ChosenFile& file, PicturePreparer::Answer answer);

    ChatSession& m_session;
    Composer& m_composer;
    DraftKeeper& m_drafts;
    const Theme& m_theme;
    QWidget& m_pane;
    PicturePreparer* m_preparer = nullptr; ///< made when it is first needed
    QPointer<AttachSheet> m_sheet;
    Task m_task; ///< of the sheet
    MessageUuid m_sent;
    ConversationId m_screenshotFor;
};

} // namespace tidemark
