#include "ui/chat/composer/file_commands.h"

#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "ui/files/media_dialog.h"
#include "ui/files/picture_viewer.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/plain_text.h"

#include <QDrag>
#include <QMenu>
#include <QMimeData>

namespace tidemark {

using Step = FileState::Step;

FileCommands::FileCommands(ChatSession& session, TimelineView& timeline, const Theme& theme, QWidget& pane)
    : QObject(&pane), m_session(session), m_timeline(timeline), m_theme(theme), m_pane(pane),
      m_actions(new FileActions([&session]() -> PictureDecoder& { return session.pictureDecoder(); }, pane))
{
    const auto rowAt = [this](const QModelIndex& index) { return m_timeline.rowAt(index.row()); };
    connect(&timeline, &TimelineView::fileActivated, this,
            [this, rowAt](const QModelIndex& index, int file) { open(rowAt(index), file); });
    connect(&timeline, &TimelineView::fileButtonActivated, this,
            [this, rowAt](const QModelIndex& index, int file) { press(rowAt(index), file); });
    connect(&timeline, &TimelineView::fileDragged, this,
            [this, rowAt](const QModelIndex& index, int file) { drag(rowAt(index), file); });
    connect(&session.account(), &UserAccount::changed, m_actions, [this] {
        if (m_session.account().isSignedOut()) {
            m_actions->removeCopies();
        }
    });
}

QString FileCommands::pathOf(const TimelineRow& row, int file) const
{
    return QString::fromStdString(m_session.files().state(row, file).path);
}

void FileCommands::open(const TimelineRow& row, int file)
{
    const Attachment& attachment = row.files[file];
    const QString path = pathOf(row, file);
    if (isPicture(attachment)) {
        AttachmentItem item;
        item.key = m_session.files().keyOf(row, file);
        item.attachment = attachment;
        item.author = row.author;
        item.authorName = row.authorName.toStdString();
        item.isOwn = row.isOwn;
        item.at = row.at;
        view(item);
    } else if (path.isEmpty()) {
        press(row, file);
    } else {
        m_actions->open(attachment, path);
    }
}

void FileCommands::view(const AttachmentItem& item)
{
    auto* viewer = new PictureViewer(m_session, m_theme, *m_actions, item, m_pane.window());
    viewer->open();
}

void FileCommands::showMedia()
{
    auto* dialog = new MediaDialog(m_session, m_theme, m_pane.window());
    connect(dialog, &MediaDialog::chosen, this, [this](const AttachmentItem& item) {
        const FileState state = m_session.files().state(item.key, item.attachment, item.isHeld);
        if (isPicture(item.attachment)) {
            view(item);
        } else if (state.path.empty()) {
            m_session.files().fetch(item.key);
        } else {
            m_actions->open(item.attachment, QString::fromStdString(state.path));
        }
    });
    dialog->open();
}

void FileCommands::press(const TimelineRow& row, int file)
{
    const bool isPending = !row.seq.isValid();
    switch (m_session.files().state(row, file).step) {
    case Step::Held:
        open(row, file);
        return;
    case Step::Absent:
        m_session.files().fetch(m_session.files().keyOf(row, file));
        return;
    case Step::Waiting:
    case Step::Moving:
        cancel(row, file);
        return;
    case Step::Paused:
        m_session.commands().submit(input::PausePending{row.key.uuid, false});
        return;
    case Step::Failed:
        if (isPending) {
            m_session.writer().retry(row.key.uuid);
        } else {
            m_session.files().fetch(m_session.files().keyOf(row, file));
        }
        return;
    }
}

/// Ends a download, or takes the file out of a message that is not sent yet.
void FileCommands::cancel(const TimelineRow& row, int file)
{
    if (row.seq.isValid()) {
        m_session.files().cancel(m_session.files().keyOf(row, file));
    } else if (row.forwardedFrom.isValid()) {
        m_session.writer().deletePending(row.key.uuid); // its words are not the user's
    } else if (row.files.size() > 1) {
        remove(row, file);
    } else {
        m_session.writer().deletePending(row.key.uuid);
        if (!writtenPart(row).isEmpty()) {
            Q_EMIT textLeft(row);
        }
    }
}

void FileCommands::remove(const TimelineRow& row, int file)
{
    m_session.commands().submit(input::RemoveAttachment{row.key.uuid, std::uint32_t(file)});
}

/// The file that a menu is for: that under the pointer, or else the first one that was refused.
int FileCommands::chosenFile(const TimelineRow& row, int hit) const
{
    if (hit >= 0) {
        return hit;
    }
    for (int file = 0; file < row.files.size(); ++file) {
        if (m_session.files().state(row, file).step == Step::Failed) {
            return file;
        }
    }
    return 0;
}

void FileCommands::addTo(QMenu& menu, const TimelineRow& row, int file)
{
    if (row.files.isEmpty()) {
        if (waitsForFiles(row)) {
            menu.addSeparator();
            addSendNow(menu, row);
        }
        return;
    }
    file = chosenFile(row, file);
    const Attachment attachment = row.files[file];
    const Step step = m_session.files().state(row, file).step;
    const QString path = pathOf(row, file);
    menu.addSeparator();
    if (!path.isEmpty()) {
        withGlyph(menu.addAction(tr("Open"), this, [this, row, file] { open(row, file); }), Glyph::File);
        withGlyph(menu.addAction(tr("Save as…"), this,
                                 [this, attachment, path] { m_actions->saveAs(attachment, path); }),
                  Glyph::Save);
        if (isPicture(attachment)) {
            withGlyph(
                menu.addAction(tr("Copy picture"), this, [this, path] { m_actions->copyPicture(path); }),
                Glyph::Copy);
            menu.addAction(tr("Open with another program"), this,
                           [this, attachment, path] { m_actions->open(attachment, path); });
        }
    } else if (row.seq.isValid() && (step == Step::Absent || step == Step::Failed)) {
        withGlyph(menu.addAction(tr("Download"), this, [this, row, file] { press(row, file); }), Glyph::Save);
    } else if (row.seq.isValid()) {
        menu.addAction(tr("Cancel download"), this, [this, row, file] { cancel(row, file); });
    }
    if (row.forwardedFrom.isValid()) {
        return; // this device uploads nothing for it
    }
    if (row.delivery == Delivery::Pending && !row.seq.isValid()) {
        addPending(menu, row, file);
    } else if (row.delivery == Delivery::Failed) {
        addFailed(menu, row, file);
    }
}

/// Whether an earlier message has files that are not sent yet.
bool FileCommands::waitsForFiles(const TimelineRow& row) const
{
    if (row.delivery != Delivery::Pending || row.seq.isValid()) {
        return false;
    }
    for (const TimelineRow& other : m_session.chat().timeline().rows()) {
        if (other.key == row.key) {
            return false;
        }
        if (!other.files.isEmpty() && !other.forwardedFrom.isValid() && other.delivery == Delivery::Pending
            && !other.seq.isValid()) {
            return true;
        }
    }
    return false;
}

void FileCommands::addSendNow(QMenu& menu, const TimelineRow& row)
{
    menu.addAction(tr("Send now"), this,
                   [this, row] { m_session.commands().submit(input::SendNow{row.key.uuid}); });
}

void FileCommands::addRemove(QMenu& menu, const TimelineRow& row, int file)
{
    if (row.files.size() > 1) {
        menu.addAction(tr("Remove from message"), this, [this, row, file] { cancel(row, file); });
    }
}

/// Offers to send the message without `chosen`, or without a file that was refused.
void FileCommands::addFailed(QMenu& menu, const TimelineRow& row, int chosen)
{
    menu.addSeparator();
    if (row.files.size() == 1) {
        if (!writtenPart(row).isEmpty()) {
            menu.addAction(tr("Send without the file"), this, [this, row] { remove(row, 0); });
        }
        return;
    }
    for (int file = 0; file < row.files.size(); ++file) {
        if (file == chosen || m_session.files().state(row, file).step == Step::Failed) {
            const QString name = isolated(fileNameText(row.files[file]));
            menu.addAction(buttonText(tr("Remove “%1” and send").arg(name)), this,
                           [this, row, file] { remove(row, file); });
        }
    }
}

void FileCommands::addPending(QMenu& menu, const TimelineRow& row, int file)
{
    const auto submit = [this](const Input& input) { m_session.commands().submit(input); };
    menu.addSeparator();
    menu.addAction(row.isPaused ? tr("Resume") : tr("Pause"), this, [submit, row] {
        submit(input::PausePending{row.key.uuid, !row.isPaused});
    });
    addSendNow(menu, row);
    addRemove(menu, row, file);
}

/// Lets another program have a copy.
void FileCommands::drag(const TimelineRow& row, int file)
{
    const QString path = pathOf(row, file);
    std::unique_ptr<QMimeData> data =
        path.isEmpty() ? nullptr : m_actions->draggedCopy(row.files[file], path);
    if (!data) {
        return;
    }
    auto* drag = new QDrag(&m_timeline);
    drag->setMimeData(data.release());
    drag->exec(Qt::CopyAction);
}

} // namespace tidemark
