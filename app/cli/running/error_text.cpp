#include "app/cli/running/error_text.h"

#include "core/models/words/error_text.h"

namespace tidemark::cli {

namespace {

/// Returns the text of an error whose text in the window does not suit the command line; else an empty text.
QString ownText(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::Unknown:
        return QStringLiteral(
            "The server refused for a reason that this version does not know. Update tidemark-cli.");
    case ErrorCode::Malformed:
        return QStringLiteral("The server did not understand the request.");
    case ErrorCode::Unsupported:
        return QStringLiteral("The server does not support this.");
    case ErrorCode::ProtocolVersion:
        return QStringLiteral(
            "The server uses a different protocol version. Update tidemark-cli or the server.");
    case ErrorCode::NoSuchEntry:
        return QStringLiteral("This message does not exist.");
    case ErrorCode::PredecessorMissing:
        return QStringLiteral("An earlier message has not arrived yet.");
    case ErrorCode::CursorBeyondHead:
        return QStringLiteral("This seq is beyond the newest message.");
    case ErrorCode::Unavailable:
        return QStringLiteral("The server or the local store cannot do this right now. Try again.");
    default:
        return {};
    }
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
            ? QStringLiteral("certificate-changed: %1 does not show the trusted certificate any more. "
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
    const QString own = ownText(code);
    const QString text = own.isEmpty() ? tidemark::errorText(code) : own;
    const auto seconds = (retryAfter.count() + 999) / 1000;
    return seconds > 0 ? text + QStringLiteral(" Try again in %1 s.").arg(seconds) : text;
}

} // namespace tidemark::cli
