#include "core/models/error_text.h"

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
        return ErrorText::tr("The name or the password is wrong. Check both, also capital letters.");
    case ErrorCode::NameTaken:
        return ErrorText::tr(
            "This name, or one that looks like it, is taken. Choose another one, or sign in if it is "
            "yours.");
    case ErrorCode::NameInvalid:
        return ErrorText::tr("This name cannot be used: it is too long, or has characters in it that a name "
                             "cannot have, such as "
                             "invisible ones.");
    case ErrorCode::PasswordInvalid:
        return ErrorText::tr("This password cannot be used: choose a longer one.");
    case ErrorCode::RegistrationClosed:
        return ErrorText::tr("This server does not accept new accounts. Ask whoever runs it for one.");
    case ErrorCode::AccountDisabled:
        return ErrorText::tr("This account has been disabled. Ask whoever runs the server.");
    case ErrorCode::TokenRevoked:
    case ErrorCode::NotSignedIn:
        return ErrorText::tr("This device has been signed out. Sign in again.");
    case ErrorCode::ProtocolVersion:
        return ErrorText::tr(
            "The server speaks another version of the protocol: update Tidemark or the server.");
    case ErrorCode::NoSuchConversation:
        return ErrorText::tr("There is no such conversation.");
    case ErrorCode::NoSuchUser:
        return ErrorText::tr("There is nobody of that name here.");
    case ErrorCode::NoSuchEntry:
        return ErrorText::tr("This message no longer exists.");
    case ErrorCode::NotMember:
        return ErrorText::tr("You are not a member of this conversation.");
    case ErrorCode::NotAllowed:
        return ErrorText::tr("You may not do this here.");
    case ErrorCode::OldGeneration:
        return ErrorText::tr("You have left and joined again since; try once more.");
    case ErrorCode::LogEpochChanged:
        return ErrorText::tr("The conversation has been restored from a backup; try once more.");
    case ErrorCode::UuidConflict:
        return ErrorText::tr("The server already has another message under this one's number.");
    case ErrorCode::TextTooLong:
        return ErrorText::tr("The server refuses a message of this length. Shorten it or send it in parts.");
    case ErrorCode::TextEmpty:
        return ErrorText::tr("The text is empty.");
    case ErrorCode::TitleInvalid:
        return ErrorText::tr("The server refuses this title: it is too long, or has characters in it that a "
                             "title cannot have, such as invisible ones.");
    case ErrorCode::AlreadyRecalled:
        return ErrorText::tr("This message has been taken back.");
    case ErrorCode::ListTooLong:
        return ErrorText::tr("These are too many at once. Name fewer now and the others later.");
    case ErrorCode::TooManyMemberships:
        return ErrorText::tr(
            "You are in as many conversations as this server allows, those that you have left "
            "included. Ask whoever runs it.");
    case ErrorCode::TooManyCreated:
        return ErrorText::tr(
            "You have made as many groups and channels as this server allows. Ask whoever runs it.");
    case ErrorCode::PersonIsFull:
        return ErrorText::tr(
            "Somebody among them is in too many conversations to be brought into another one.");
    case ErrorCode::TooFast:
        return ErrorText::tr("Too many requests at once. Wait a moment, then try again.");
    case ErrorCode::TooManyConnections:
        return ErrorText::tr(
            "Too many devices of this account are connected. Close Tidemark on one of them.");
    case ErrorCode::FrameTooLarge:
        return ErrorText::tr("This is too large to be sent. Shorten it or send it in parts.");
    case ErrorCode::Unavailable:
        return ErrorText::tr("The server cannot be reached or cannot answer now. Try again.");
    case ErrorCode::CertificateRefused:
        return ErrorText::tr(
            "The server’s certificate is not trusted or has changed, or its address does not begin with "
            "wss://, so nothing was sent. Check the address, or ask whoever runs the server.");
    case ErrorCode::PredecessorMissing:
    case ErrorCode::CursorBeyondHead:
    case ErrorCode::Malformed:
    case ErrorCode::Unsupported:
    case ErrorCode::Unknown:
        break;
    }
    return ErrorText::tr("The server refused this.");
}

} // namespace tidemark
