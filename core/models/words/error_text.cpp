#include "core/models/words/error_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class ErrorText {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

} // namespace

QString errorText(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::BadCredentials:
        return ErrorText::tr(
            "The username or the password is wrong. Check both, including upper and lower case.");
    case ErrorCode::NameTaken:
        return ErrorText::tr("This username, or one that looks like it, is taken. Choose another one, or "
                             "sign in if it is yours.");
    case ErrorCode::NameInvalid:
        return ErrorText::tr(
            "You cannot use this username: it is too long or contains characters that are not "
            "allowed, such as invisible ones. Choose another one.");
    case ErrorCode::PasswordInvalid:
        return ErrorText::tr("You cannot use this password. Choose one with 8 to 1024 characters.");
    case ErrorCode::RegistrationClosed:
        return ErrorText::tr("This server does not accept new accounts. Ask its operator for one.");
    case ErrorCode::AccountDisabled:
        return ErrorText::tr("This account has been disabled. Contact the server’s operator.");
    case ErrorCode::AccountDeleted:
        return ErrorText::tr("This account was deleted.");
    case ErrorCode::TokenRevoked:
    case ErrorCode::NotSignedIn:
        return ErrorText::tr("This device has been signed out. Sign in again.");
    case ErrorCode::ProtocolVersion:
        return ErrorText::tr("The server uses a different protocol version. Update Tidemark, or ask the "
                             "server’s operator to update the server.");
    case ErrorCode::NoSuchConversation:
        return ErrorText::tr("This conversation does not exist.");
    case ErrorCode::NoSuchUser:
        return ErrorText::tr("No user on this server has this name. Check the spelling.");
    case ErrorCode::NoSuchEntry:
        return ErrorText::tr("This message no longer exists.");
    case ErrorCode::NotMember:
        return ErrorText::tr("You are not a member of this conversation.");
    case ErrorCode::NotAllowed:
        return ErrorText::tr("You are not allowed to do this here.");
    case ErrorCode::OldGeneration:
        return ErrorText::tr("You have left and joined again in the meantime. Try again.");
    case ErrorCode::LogEpochChanged:
        return ErrorText::tr("The conversation has been restored from a backup. Try again.");
    case ErrorCode::UuidConflict:
        return ErrorText::tr("The server already has a different message with the same identifier. Send the "
                             "text as a new message.");
    case ErrorCode::TextTooLong:
        return ErrorText::tr("This message is too long for the server. Shorten it or send it in parts.");
    case ErrorCode::TextEmpty:
        return ErrorText::tr("The text is empty.");
    case ErrorCode::TitleInvalid:
        return ErrorText::tr("The server refuses this title: it is too long or contains characters that are "
                             "not allowed, such as invisible ones. Choose another title.");
    case ErrorCode::AlreadyRecalled:
        return ErrorText::tr("This message was deleted.");
    case ErrorCode::AlreadyPinned:
        return ErrorText::tr("This message is pinned already.");
    case ErrorCode::NotPinned:
        return ErrorText::tr("This message is not pinned.");
    case ErrorCode::TooManyPinned:
        return ErrorText::tr("This conversation has too many pinned messages. Unpin some of them.");
    case ErrorCode::TooManyHidden:
        return ErrorText::tr("You cannot delete any more messages of this conversation just for you.");
    case ErrorCode::TooManyFolders:
        return ErrorText::tr("You cannot have any more folders. Delete one first.");
    case ErrorCode::ForwardingForbidden:
        return ErrorText::tr("Messages of this conversation cannot be forwarded.");
    case ErrorCode::ListTooLong:
        return ErrorText::tr("You cannot add so many people at once. Add some now and the others later.");
    case ErrorCode::TooManyMemberships:
        return ErrorText::tr("You have reached this server’s limit on conversations, including those you "
                             "have left. Contact its operator.");
    case ErrorCode::TooManyCreated:
        return ErrorText::tr(
            "You have created as many groups and channels as this server allows. Contact its operator.");
    case ErrorCode::PersonIsFull:
        return ErrorText::tr("One of these people is in too many conversations to join another one.");
    case ErrorCode::DraftConflict:
        return ErrorText::tr("Another device has changed this draft. Both texts are kept.");
    case ErrorCode::TooManyDrafts:
        return ErrorText::tr("You have too many drafts. Send or clear some of them.");
    case ErrorCode::TooManyScheduled:
        return ErrorText::tr("You have too many scheduled messages. Send or cancel some of them.");
    case ErrorCode::DueTooFar:
        return ErrorText::tr(
            "A message can be scheduled for at most a year from now. Choose an earlier time.");
    case ErrorCode::ScheduleConflict:
        return ErrorText::tr("Another device has changed this scheduled message. Your text is kept.");
    case ErrorCode::AlreadySent:
        return ErrorText::tr("This message was already sent. Your change came too late; its text is kept.");
    case ErrorCode::AlreadyCancelled:
        return ErrorText::tr("Another device has cancelled this scheduled message. Your text is kept.");
    case ErrorCode::TooFast:
        return ErrorText::tr("Too many requests at once. Wait a moment, then try again.");
    case ErrorCode::TooManyConnections:
        return ErrorText::tr(
            "Too many devices of this account are connected. Close Tidemark on one of them.");
    case ErrorCode::FrameTooLarge:
        return ErrorText::tr("This is too large to send. Shorten it or send it in parts.");
    case ErrorCode::Unavailable:
        return ErrorText::tr("The server cannot be reached or cannot answer right now. Try again.");
    case ErrorCode::CertificateRefused:
        return ErrorText::tr(
            "The server’s certificate is not trusted or has changed, or its address does not begin with "
            "wss://, so nothing was sent. Check the address, or ask the server’s operator.");
    case ErrorCode::BlobMissing:
    case ErrorCode::NoSuchUpload:
    case ErrorCode::HashMismatch:
        return ErrorText::tr("The file did not arrive completely. Send it again.");
    case ErrorCode::FileTooLarge:
        return ErrorText::tr("This file is too large for the server.");
    case ErrorCode::UserStorageFull:
        return ErrorText::tr("Your storage on this server is full. Delete messages with files that you no "
                             "longer need, then try again.");
    case ErrorCode::ServerStorageFull:
        return ErrorText::tr("The server’s storage is full. Contact its operator.");
    case ErrorCode::FileUnreadable:
        return ErrorText::tr("The file in Tidemark’s folder cannot be read or written.");
    case ErrorCode::DeviceStorageFull:
        return ErrorText::tr("The disk has no room for this file. Free some space, then try again.");
    case ErrorCode::AttachmentInvalid:
        return ErrorText::tr("The server refuses this file because of its name. Rename it, then try again.");
    case ErrorCode::AvatarInvalid:
        return ErrorText::tr("The server does not take this picture. Choose another one.");
    case ErrorCode::EmojiInvalid:
        return ErrorText::tr("Choose one emoji.");
    case ErrorCode::TooManyReactions:
        return ErrorText::tr("This message cannot have any more different reactions.");
    case ErrorCode::TooManyIgnored:
        return ErrorText::tr("You cannot ignore any more people. Stop ignoring someone first.");
    case ErrorCode::NoSuchInvitation:
        return ErrorText::tr("This invitation has ended.");
    case ErrorCode::PredecessorMissing:
    case ErrorCode::CursorBeyondHead:
    case ErrorCode::Malformed:
    case ErrorCode::Unsupported:
    case ErrorCode::Unknown:
        break;
    }
    return ErrorText::tr("The server refused this request.");
}

} // namespace tidemark
