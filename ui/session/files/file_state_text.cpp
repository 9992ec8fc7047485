#include "ui/session/files/file_state_text.h"

#include "core/models/words/file_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class FileStateText {
    Q_DECLARE_TR_FUNCTIONS(FileStateText)
};

/// Empty if there is nothing to say beside what the file is.
QString spokenState(const FileState& state, bool isSending)
{
    switch (state.step) {
    case FileState::Step::Held:
        return {};
    case FileState::Step::Absent:
        return FileStateText::tr("not downloaded");
    case FileState::Step::Waiting:
        return state.error == protocol::ErrorCode::Unavailable
                   ? FileStateText::tr("waiting for the server")
                   : FileStateText::tr("waiting", "a file waits to be sent or downloaded");
    case FileState::Step::Moving:
        return isSending ? FileStateText::tr("being sent") : FileStateText::tr("being downloaded");
    case FileState::Step::Paused:
        return FileStateText::tr("paused", "the sending of a file");
    case FileState::Step::Failed:
        return fileProblemText(state.error);
    }
    return {};
}

} // namespace

QString fileStateText(const FileState& state, const Attachment& file)
{
    switch (state.step) {
    case FileState::Step::Absent:
    case FileState::Step::Held:
        break;
    case FileState::Step::Waiting:
        return state.error == protocol::ErrorCode::Unavailable ? FileStateText::tr("Waiting for the server…")
                                                               : FileStateText::tr("Waiting…");
    case FileState::Step::Moving:
        return FileStateText::tr("%1 of %2", "sizes").arg(fileSizeText(state.done), fileSizeText(file.size));
    case FileState::Step::Paused:
        return FileStateText::tr("Paused");
    case FileState::Step::Failed:
        return fileProblemText(state.error);
    }
    return fileDetails(file);
}

QString spokenFile(const Attachment& file, const FileState& state, bool isSending,
                   std::optional<PictureProblem> problem)
{
    const QString about = problem ? pictureProblemText(*problem) : spokenState(state, isSending);
    return about.isEmpty() ? spokenFile(file)
                           : FileStateText::tr("%1, %2", "a file, its state").arg(spokenFile(file), about);
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
        return FileStateText::tr("Cannot be read or written");
    case ErrorCode::Unsupported:
        return FileStateText::tr("The server takes no files");
    case ErrorCode::BlobMissing:
    case ErrorCode::NoSuchUpload:
    case ErrorCode::HashMismatch:
        return FileStateText::tr("Arrived incomplete");
    case ErrorCode::NoSuchEntry:
    case ErrorCode::NoSuchConversation:
        return FileStateText::tr("No longer on the server");
    case ErrorCode::NotMember:
    case ErrorCode::NotAllowed:
        return FileStateText::tr("Not allowed here");
    default:
        return FileStateText::tr("Refused by the server");
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
