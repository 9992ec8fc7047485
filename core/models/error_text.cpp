#include "core/models/error_text.h"

using namespace Qt::StringLiterals;

namespace tidemark {

QString errorText(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::BadCredentials:
        return u"The name or the password is wrong."_s;
    case ErrorCode::NameTaken:
        return u"This name is taken. Choose another one, or sign in if it is yours."_s;
    case ErrorCode::NameInvalid:
        return u"This name cannot be used."_s;
    case ErrorCode::PasswordInvalid:
        return u"This password cannot be used: choose a longer one."_s;
    case ErrorCode::RegistrationClosed:
        return u"This server does not accept new accounts."_s;
    case ErrorCode::AccountDisabled:
        return u"This account has been disabled."_s;
    case ErrorCode::TokenRevoked:
    case ErrorCode::NotSignedIn:
        return u"This device has been signed out. Sign in again."_s;
    case ErrorCode::ProtocolVersion:
        return u"The server speaks another version of the protocol: update Tidemark or the server."_s;
    case ErrorCode::NoSuchConversation:
        return u"There is no such conversation."_s;
    case ErrorCode::NoSuchUser:
        return u"There is nobody of that name here."_s;
    case ErrorCode::NoSuchEntry:
        return u"This message no longer exists."_s;
    case ErrorCode::NotMember:
        return u"You are not a member of this conversation."_s;
    case ErrorCode::NotAllowed:
        return u"You may not do this here."_s;
    case ErrorCode::OldGeneration:
        return u"You have left and joined again since; try once more."_s;
    case ErrorCode::LogEpochChanged:
        return u"The conversation has been restored from a backup; try once more."_s;
    case ErrorCode::UuidConflict:
        return u"The server already has another message under this one's number."_s;
    case ErrorCode::TextTooLong:
        return u"The text is too long."_s;
    case ErrorCode::TextEmpty:
        return u"The text is empty."_s;
    case ErrorCode::TitleInvalid:
        return u"This title cannot be used."_s;
    case ErrorCode::AlreadyRecalled:
        return u"This message has been taken back."_s;
    case ErrorCode::TooFast:
        return u"Too many requests at once. Wait a moment."_s;
    case ErrorCode::TooManyConnections:
        return u"Too many devices of this account are connected."_s;
    case ErrorCode::FrameTooLarge:
        return u"This is too large to be sent."_s;
    case ErrorCode::Unavailable:
        return u"The server cannot be reached or cannot answer now. Try again."_s;
    case ErrorCode::PredecessorMissing:
    case ErrorCode::CursorBeyondHead:
    case ErrorCode::Malformed:
    case ErrorCode::Unsupported:
    case ErrorCode::Unknown:
        break;
    }
    return u"The server refused this."_s;
}

} // namespace tidemark
