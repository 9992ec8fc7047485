#include "app/cli/error_text.h"

namespace tidemark::cli {

namespace {

const char* englishOf(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::Unknown:
        return "The server refused for a reason that this version does not know. Update tidemark-cli.";
    case ErrorCode::Malformed:
        return "The server did not understand the request.";
    case ErrorCode::Unsupported:
        return "The server does not support this.";
    case ErrorCode::ProtocolVersion:
        return "The server uses a different protocol version. Update tidemark-cli or the server.";
    case ErrorCode::NotSignedIn:
        return "Not signed in.";
    case ErrorCode::BadCredentials:
        return "The name or the password is wrong. Check both, including upper and lower case.";
    case ErrorCode::TokenRevoked:
        return "This device has been signed out. Sign in again.";
    case ErrorCode::NameTaken:
        return "This name or one that looks like it is taken. Choose another name.";
    case ErrorCode::NameInvalid:
        return "This name is not allowed: it is too long or contains characters such as invisible ones.";
    case ErrorCode::PasswordInvalid:
        return "This password is not allowed. Choose a longer one.";
    case ErrorCode::RegistrationClosed:
        return "The server does not accept new accounts. Ask its operator for one.";
    case ErrorCode::AccountDisabled:
        return "The account is disabled. Contact the server's operator.";
    case ErrorCode::NoSuchConversation:
        return "This conversation does not exist.";
    case ErrorCode::NoSuchUser:
        return "This user does not exist.";
    case ErrorCode::NoSuchEntry:
        return "This message does not exist.";
    case ErrorCode::NotMember:
        return "You are not a member of this conversation.";
    case ErrorCode::NotAllowed:
        return "You are not allowed to do this.";
    case ErrorCode::OldGeneration:
        return "You left and joined this conversation again in the meantime. Try again.";
    case ErrorCode::LogEpochChanged:
        return "The conversation was restored from a backup on the server. Try again.";
    case ErrorCode::UuidConflict:
        return "The server already has a different message with this UUID.";
    case ErrorCode::PredecessorMissing:
        return "An earlier message has not arrived yet.";
    case ErrorCode::TextTooLong:
        return "The text is too long. Shorten it or send it in parts.";
    case ErrorCode::TextEmpty:
        return "The text is empty.";
    case ErrorCode::TitleInvalid:
        return "This title is not allowed: it is too long or contains characters such as invisible ones.";
    case ErrorCode::AlreadyRecalled:
        return "The message was deleted.";
    case ErrorCode::CursorBeyondHead:
        return "This seq is beyond the newest message.";
    case ErrorCode::ListTooLong:
        return "The list is too long. Name fewer at once.";
    case ErrorCode::TooManyMemberships:
        return "You have reached the server's limit on conversations, including those you have left.";
    case ErrorCode::TooManyCreated:
        return "You have created as many groups and channels as the server allows.";
    case ErrorCode::PersonIsFull:
        return "One of these users is in too many conversations to join another one.";
    case ErrorCode::TooFast:
        return "Too many requests. Wait before you try again.";
    case ErrorCode::TooManyConnections:
        return "This user has too many connections. Close one of them.";
    case ErrorCode::FrameTooLarge:
        return "The request is too large. Send less at once.";
    case ErrorCode::Unavailable:
        return "The server or the local store cannot do this right now. Try again.";
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
        return QStringLiteral(
                   "not-encrypted: anyone on the network between here and %1 could read the password and the "
                   "messages. Nothing was sent.\nUse wss:// for a server that is not on this computer: "
                   "run the command again with --server wss://%2")
            .arg(certificate.server.toString(), certificate.server.authority());
    }
    const QString what =
        certificate.isChanged
            ? QStringLiteral(
                "certificate-changed: %1 shows another certificate than the one that was trusted. "
                "Someone may be intercepting the connection. Nothing was sent.")
            : QStringLiteral(
                "certificate-refused: no authority vouches for the certificate of %1. Nothing was "
                "sent.");
    const QString fix =
        certificate.fingerprint.isEmpty()
            ? QString()
            : QStringLiteral("\nSHA-256 fingerprint: %1\nOnly if the server's operator confirms this "
                             "fingerprint, run the command again with --trust-fingerprint %1")
                  .arg(certificate.fingerprint);
    const QString problems =
        certificate.problems.isEmpty()
            ? QStringLiteral("\nAn authority vouches for the new certificate. To trust such authorities "
                             "for this server again, use --trust-fingerprint none")
            : QStringLiteral("\nReasons: ") + certificate.problems.join(QLatin1String("; "));
    return what.arg(certificate.server.toString()) + problems + fix;
}

QString errorText(protocol::ErrorCode code, Milliseconds retryAfter)
{
    const QString text = QString::fromLatin1(englishOf(code));
    const auto seconds = (retryAfter.count() + 999) / 1000;
    return seconds > 0 ? text + QStringLiteral(" Try again in %1 s.").arg(seconds) : text;
}

} // namespace tidemark::cli
