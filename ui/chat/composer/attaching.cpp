#include "ui/chat/composer/attaching.h"

#include "core/models/words/isolated_text.h"
#include "core/pictures/picture_source.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/platform/screenshots.h"
#include "ui/session/files/file_state_text.h"
#include "ui/widgets/message_box.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QStandardPaths>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

Attaching::Attaching(ChatSession& session, Composer& composer, DraftKeeper& drafts, const Theme& theme,
                     QWidget& pane)
    : QObject(&pane), m_session(session), m_composer(composer), m_drafts(drafts), m_theme(theme), m_pane(pane)
{
    connect(&composer, &Composer::attachWanted, this, &Attaching::choose);
    connect(&composer.field(), &ComposerField::filesInserted, this, &Attaching::attach);
    connect(&session.writer(), &MessageWriter::filesStored, this, [this](const MessageUuid& uuid) {
        if (m_sheet && uuid == m_sent) {
            m_sheet->accept();
            if (isHere()) {
                m_session.chat().showSent();
            }
        }
    });
    connect(&session.writer(), &MessageWriter::filesRefused, this,
            [this](const MessageUuid& uuid, const QString& problem) {
                if (m_sheet && uuid == m_sent) {
                    m_sheet->showProblem(problem);
                }
            });
}

Attaching::~Attaching() = default;

void Attaching::setScreenshots(Screenshots& screenshots)
{
    const auto offer = [this, &screenshots] { m_composer.setScreenshotOffered(screenshots.isOffered()); };
    connect(&screenshots, &Screenshots::offeredChanged, this, offer);
    connect(&screenshots, &Screenshots::taken, this, &Attaching::attachScreenshot);
    connect(&screenshots, &Screenshots::failed, this,
            [this] { say(tr("The screenshot could not be taken.")); });
    connect(&m_composer, &Composer::screenshotWanted, &screenshots,
            [this, &screenshots] { takeScreenshot(screenshots); });
    offer();
}

void Attaching::takeScreenshot(Screenshots& screenshots)
{
    m_screenshotFor = m_session.chat().current();
    const bool isX11 = QGuiApplication::platformName() == u"xcb";
    screenshots.take(isX11 ? u"x11:"_s + QString::number(m_pane.window()->winId(), 16) : QString());
}

/// The user may have gone elsewhere meanwhile; nothing goes to a conversation that was not meant.
void Attaching::attachScreenshot(const QString& path)
{
    if (m_screenshotFor == m_session.chat().current()) {
        attach(filesAt({path}));
    } else {
        say(tr("The screenshot is in “%1”.").arg(isolatedLine(path)));
    }
}

void Attaching::choose()
{
    if (!m_session.chat().mayWrite()) {
        return;
    }
    QWidget* parent = m_sheet ? static_cast<QWidget*>(m_sheet) : m_pane.window();
    auto* dialog = new QFileDialog(parent, tr("Attach files"),
                                   QStandardPaths::writableLocation(QStandardPaths::HomeLocation));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this](const QStringList& paths) { attach(filesAt(paths)); });
    dialog->open();
}

void Attaching::attach(const FileOffer& offer)
{
    if (!m_session.chat().mayWrite()) {
        return;
    }
    if (!m_sheet && offer.files.isEmpty()) {
        if (!offer.skipped.isEmpty()) {
            say(skippedText(offer.skipped));
        }
        return;
    }
    if (!m_sheet) {
        const bool hasDraft = !m_composer.isEditing();
        openSheet({m_session.chat().current(), hasDraft, {}, {}}, hasDraft ? m_composer.text() : QString());
    }
    m_sheet->add(offer);
}

void Attaching::editUnsent(const TimelineRow& row)
{
    FileOffer offer;
    for (int i = 0; i < row.files.size(); ++i) {
        const FileState state = m_session.files().state(row, i);
        ChosenFile file;
        file.path = QString::fromStdString(state.path);
        file.name = QString::fromStdString(row.files[i].name);
        file.size = row.files[i].size;
        file.unsent = row.files[i];
        file.fault = state.step == FileState::Step::Failed ? fileProblemText(state.error) : QString();
        (QFileInfo(file.path).isFile() ? offer.files.append(file) : offer.skipped.append(file.name));
    }
    if (m_sheet || offer.files.isEmpty()) {
        return;
    }
    openSheet({m_session.chat().current(), false, row.key.uuid, row.replyTo}, commandText(row));
    m_sheet->add(offer);
}

void Attaching::openSheet(const Task& task, const QString& caption)
{
    m_task = task;
    m_sheet = new AttachSheet(m_theme,
                              {caption, m_session.preferences().sendKey(),
                               [this](const ChosenFile& file, PicturePreparer::Answer answer) {
                                   prepare(file, std::move(answer));
                               }},
                              m_pane.window());
    connect(m_sheet, &AttachSheet::addWanted, this, &Attaching::choose);
    connect(m_sheet, &AttachSheet::sendWanted, this, &Attaching::send);
    connect(m_sheet, &AttachSheet::sendCancelled, this, [this] { m_session.writer().cancelSend(m_sent); });
    connect(m_sheet, &QDialog::accepted, this, &Attaching::finish);
    connect(m_sheet, &QDialog::rejected, this, &Attaching::keepCaption);
    m_sheet->open();
}

void Attaching::send(const std::vector<OutgoingFile>& files, const QString& caption)
{
    const Seq replyTo = m_task.unsent.isValid() ? m_task.replyTo
                        : isHere()              ? m_composer.reply().target
                                                : Seq();
    const auto draft =
        m_task.hasDraft ? std::optional(m_drafts.versionOf(m_task.conversation)) : std::nullopt;
    m_sent = m_session.writer().sendFiles(m_task.conversation, files, caption, replyTo, draft);
}

void Attaching::finish()
{
    if (m_task.unsent.isValid()) {
        m_session.writer().deletePending(m_task.unsent);
    } else if (m_task.hasDraft) {
        endDraft();
    }
}

/// Removes the draft, which was the caption, also if another conversation is open by now.
void Attaching::endDraft()
{
    if (!isHere()) {
        m_session.writer().setDraft(m_task.conversation, {});
    } else if (!m_composer.isEditing()) {
        m_composer.endReply();
        m_composer.clear();
        m_drafts.flush();
    }
}

/// The user does not send the files: what was typed beside them becomes the draft. The text of a message that
/// was not sent is still there.
void Attaching::keepCaption()
{
    const QString caption = m_sheet->caption();
    if (m_task.unsent.isValid()) {
        return;
    }
    if (!m_task.hasDraft) {
        m_drafts.putBack(m_task.conversation, caption);
    } else if (!isHere()) {
        m_session.writer().setDraft(m_task.conversation, caption);
    } else if (caption != m_composer.text()) {
        m_composer.replaceText(caption);
        m_drafts.flush();
    }
}

void Attaching::say(const QString& words)
{
    auto* box = new MessageBox(words, {}, MessageBox::Ok, m_pane.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

bool Attaching::isHere() const
{
    return m_task.conversation == m_session.chat().current();
}

void Attaching::prepare(const ChosenFile& file, PicturePreparer::Answer answer)
{
    if (m_preparer == nullptr) {
        m_preparer = new PicturePreparer(m_session.pictureDecoder(), this);
    }
    if (!file.path.isEmpty()) {
        const auto as = file.unsent ? PicturePreparer::As::File : PicturePreparer::As::Picture;
        m_preparer->prepare(file.path, as, std::move(answer));
    } else if (!file.bytes.isEmpty()) {
        m_preparer->prepare(pictureInMemory(file.bytes), PicturePreparer::As::Picture, std::move(answer));
    } else {
        m_preparer->prepare(file.image, std::move(answer));
    }
}

} // namespace tidemark
