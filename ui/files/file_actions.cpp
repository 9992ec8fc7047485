#include "ui/files/file_actions.h"

#include "core/domain/file_name.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/pictures/picture_decoder.h"
#include "core/pictures/picture_source.h"
#include "ui/files/copied_file.h"
#include "ui/files/dragged_file.h"
#include "ui/files/program_files.h"
#include "ui/widgets/message_box.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QGuiApplication>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>
#include <QUrl>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QByteArray beginningOf(const QString& path)
{
    constexpr qint64 enough = 64;
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.read(enough) : QByteArray();
}

QString nameOf(const Attachment& file)
{
    return QString::fromStdString(safeFileName(file.name));
}

} // namespace

FileActions::FileActions(std::function<PictureDecoder&()> decoder, QWidget& window)
    : QObject(&window), m_decoder(std::move(decoder)), m_window(window), m_copies(QDir::tempPath())
{
    // A program that was killed has left its copies.
    QThreadPool::globalInstance()->start([] { OpenedCopies::sweep(QDir::tempPath()); });
}

void FileActions::removeCopies()
{
    m_copies.clear();
}

void FileActions::saveAs(const Attachment& file, const QString& path)
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DownloadLocation));
    auto* dialog = new QFileDialog(m_window.window(), tr("Save file"), folder.path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(nameOf(file));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path](const QString& chosen) { copy(path, chosen, {}); });
    dialog->open();
}

void FileActions::open(const Attachment& file, const QString& path)
{
    const auto openCopy = [this, file, path] {
        const QString place = m_copies.placeFor(nameOf(file));
        copy(path, place, [place] {
            QFile::setPermissions(place, QFile::ReadOwner);
            QDesktopServices::openUrl(QUrl::fromLocalFile(place));
        });
    };
    if (!isProgram(nameOf(file), beginningOf(path))) {
        openCopy();
        return;
    }
    auto* question =
        new MessageBox(tr("“%1” is a program or a script.").arg(isolated(fileNameText(file))),
                       tr("Programs from other people can do harm. Open it only if you know what it does."),
                       MessageBox::Open | MessageBox::Cancel, m_window.window());
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setDefaultButton(MessageBox::Cancel);
    connect(question, &MessageBox::finished, this, [openCopy](int answer) {
        if (answer == MessageBox::Open) {
            openCopy();
        }
    });
    question->open();
}

void FileActions::copyPicture(const QString& path)
{
    constexpr QSize most(4096, 4096);
    m_decoder().decode(openPicture(path), most, 0,
                       [](const Expected<DecodedPicture, PictureProblem>& result) {
                           if (result) {
                               QGuiApplication::clipboard()->setImage(result->image.copy());
                           }
                       });
}

std::unique_ptr<QMimeData> FileActions::draggedCopy(const Attachment& file, const QString& path)
{
    const QString place = m_copies.placeFor(nameOf(file));
    return place.isEmpty() ? nullptr : std::make_unique<DraggedFile>(path, place);
}

void FileActions::copy(const QString& from, const QString& to, std::function<void()> then)
{
    auto* watcher = new QFutureWatcher<QString>(this);
    connect(watcher, &QFutureWatcher<QString>::finished, this, [this, watcher, then = std::move(then)] {
        const QString problem = watcher->result();
        watcher->deleteLater();
        if (problem.isEmpty()) {
            if (then) {
                then();
            }
            return;
        }
        auto* box = new MessageBox(tr("The file could not be saved: %1").arg(problem), {}, MessageBox::Ok,
                                   m_window.window());
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    watcher->setFuture(beginCopy(from, to));
}

} // namespace tidemark
