#include "ui/session/files/file_state_text.h"

#include "core/models/words/file_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class FileStateText {
    Q_DECLARE_TR_FUNCTIONS(FileStateText)
};

} // namespace

QString fileStateText(const FileState& state, const Attachment& file)
{
    switch (state.step) {
    case FileState::Step::Absent:
    case FileState::Step::Held:
        break;
    case FileState::Step::Waiting:
        return FileStateText::tr("Waiting…");
    case FileState::Step::Moving:
        return FileStateText::tr("%1 of %2", "sizes").arg(fileSizeText(state.done), fileSizeText(file.size));
    case FileState::Step::Paused:
        return FileStateText::tr("Paused");
    case FileState::Step::Failed:
        return fileProblemText(state.error);
    }
    return fileDetails(file);
}

QString fileProblemText(protocol::ErrorCode error)
{
    using protocol::ErrorCode;
    switch (error) {
    case ErrorCode::FileTooLarge:
        return FileStateText::tr("Too large for the server");
    case ErrorCode::UserStorageFull:
        return FileStateText::tr("No room for your files");
    case ErrorCode::ServerStorageFull:
        return FileStateText::tr("The server is full");
    case ErrorCode::DeviceStorageFull:
        return FileStateText::tr("The disk is full");
    case ErrorCode::AttachmentInvalid:
        return FileStateText::tr("The name is refused");
    case ErrorCode::FileUnreadable:
        return FileStateText::tr("Cannot be read");
    case ErrorCode::Unsupported:
        return FileStateText::tr("The server takes no files");
    case ErrorCode::BlobMissing:
    case ErrorCode::NoSuchUpload:
    case ErrorCode::HashMismatch:
        return FileStateText::tr("Arrived incomplete");
    default:
        return FileStateText::tr("Failed");
    }
}

QString pictureProblemText(PictureProblem problem)
{
    switch (problem) {
    case PictureProblem::NotAPicture:
        return FileStateText::tr("This is not a picture that can be shown");
    case PictureProblem::Damaged:
        return FileStateText::tr("The picture is damaged");
    case PictureProblem::TooLarge:
        return FileStateText::tr("The picture is too large to be shown");
    case PictureProblem::TookTooLong:
        return FileStateText::tr("The picture takes too long to be shown");
    case PictureProblem::NoHelper:
        return FileStateText::tr("Pictures cannot be shown on this computer");
    case PictureProblem::NoSuchFrame:
    case PictureProblem::Unreadable:
    case PictureProblem::HelperDied:
        break;
    }
    return FileStateText::tr("The picture cannot be shown");
}

} // namespace tidemark
