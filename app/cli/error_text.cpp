#include "app/cli/error_text.h"

namespace tidemark::cli {

namespace {

const char* englishOf(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::Unknown:
        return "The server refused for a reason that this version does not know.";
    case ErrorCode::Malformed:
        return "The server did not understand the request.";
    case ErrorCode::Unsupported:
        return "The server does not support this.";
    case ErrorCode::ProtocolVersion:
        return "The server speaks another version of the protocol.";
    case ErrorCode::NotSignedIn:
        return "Not signed in.";
    case ErrorCode::BadCredentials:
        return "The name or the password is wrong.";
    case ErrorCode::TokenRevoked:
        return "This device has been signed out. Sign in again.";
    case ErrorCode::NameTaken:
        return "That name, or one that looks like it, is taken.";
    case ErrorCode::NameInvalid:
        return "That name is not allowed: it is too long, or has characters such as invisible ones.";
    case ErrorCode::PasswordInvalid:
        return "That password is not allowed.";
    case ErrorCode::RegistrationClosed:
        return "The server does not take new accounts.";
    case ErrorCode::AccountDisabled:
        return "The account is disabled.";
    case ErrorCode::NoSuchConversation:
        return "There is no such conversation.";
    case ErrorCode::NoSuchUser:
        return "There is no such user.";
    case ErrorCode::NoSuchEntry:
        return "There is no such message.";
    case ErrorCode::NotMember:
        return "You are not a member of this conversation.";
    case ErrorCode::NotAllowed:
        return "You may not do that.";
    case ErrorCode::OldGeneration:
        return "You have left and joined this conversation since.";
    case ErrorCode::LogEpochChanged:
        return "The conversation was restored on the server.";
    case ErrorCode::UuidConflict:
        return "Another message was sent under the same identity.";
    case ErrorCode::PredecessorMissing:
        return "An earlier message has not arrived yet.";
    case ErrorCode::TextTooLong:
        return "The text is too long.";
    case ErrorCode::TextEmpty:
        return "The text is empty.";
    case ErrorCode::TitleInvalid:
        return "That title is not allowed: it is too long, or has characters such as invisible ones.";
    case ErrorCode::AlreadyRecalled:
        return "The message has been recalled.";
    case ErrorCode::CursorBeyondHead:
        return "That is beyond the newest message.";
    case ErrorCode::ListTooLong:
        return "Too many at once: name fewer.";
    case ErrorCode::TooManyMemberships:
        return "You are in as many conversations as the server allows, those that you have left included.";
    case ErrorCode::TooManyCreated:
        return "You have made as many groups and channels as the server allows.";
    case ErrorCode::PersonIsFull:
        return "Somebody among them is in too many conversations to be brought into another one.";
    case ErrorCode::TooFast:
        return "Too fast: the server wants a pause.";
    case ErrorCode::TooManyConnections:
        return "Too many connections of this user.";
    case ErrorCode::FrameTooLarge:
        return "The request is too large.";
    case ErrorCode::Unavailable:
        return "The server or the local store could not do it now; try again.";
    case ErrorCode::CertificateRefused:
        return "The server's certificate is not trusted or has changed, or its address does not begin with "
               "wss://; nothing was sent.";
    }
    return "The server refused.";
}

} // namespace

QString certificateText(const RefusedCertificate& certificate)
{
    if (certificate.isUnencrypted) {
        return QStringLiteral("not-encrypted: anybody on the way to %1 could read the password and the "
                              "messages. Nothing was sent.\nOutside this computer an address begins with "
                              "wss://: run the command again with --server wss://%2")
            .arg(certificate.server.toString(), certificate.server.authority());
    }
    const QString what =
        certificate.isChanged
            ? QStringLiteral(
                "certificate-changed: %1 shows another certificate than the one that was trusted. "
                "Somebody may be in between. Nothing was sent.")
            : QStringLiteral(
                "certificate-refused: no authority vouches for the certificate of %1. Nothing was "
                "sent.");
    const QString fix =
        certificate.fingerprint.isEmpty()
            ? QString()
            : QStringLiteral("\nSHA-256 fingerprint: %1\nOnly if whoever runs the server says that it is "
                             "this one: run the command again with --trust-fingerprint %1")
                  .arg(certificate.fingerprint);
    const QString problems =
        certificate.problems.isEmpty()
            ? QStringLiteral("\nAn authority vouches for this one. To believe those "
                             "again for this server: --trust-fingerprint none")
            : QStringLiteral("\nWhat is wrong: ") + certificate.problems.join(QLatin1String("; "));
    return what.arg(certificate.server.toString()) + problems + fix;
}

QString errorText(protocol::ErrorCode code, Milliseconds retryAfter)
{
    const QString text = QString::fromLatin1(englishOf(code));
    const auto seconds = (retryAfter.count() + 999) / 1000;
    return seconds > 0 ? text + QStringLiteral(" Try again in %1 s.").arg(seconds) : text;
}

} // namespace tidemark::cli
