#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <optional>

namespace tidemark {

/// A server that was not believed: no authority of this system vouches for its certificate and the user has
/// not accepted it, or it is not the one that was accepted. Or nothing could be encrypted. Nothing was sent.
struct RefusedCertificate {
    QUrl server;
    QString fingerprint; ///< as in fingerprintFrom(); empty: the server has shown none
    /// What is wrong with it, for people; empty: an authority vouches for it, but it is not the accepted one.
    QStringList problems;
    bool isChanged = false;     ///< another one has been accepted for this server before
    bool isUnencrypted = false; ///< the address wants a connection that others can read; see isSafeServer()
    friend bool operator==(const RefusedCertificate&, const RefusedCertificate&) = default;
};

/// The SHA-256 of a certificate as it is shown and kept, "AB:CD:…", from 64 hexadecimal digits with or
/// without colons; nothing when it is something else.
[[nodiscard]] std::optional<QString> fingerprintFrom(const QString& text);

/// Under what the profile keeps the fingerprint that was accepted for a server.
[[nodiscard]] QString certificateSetting(const QUrl& server);

} // namespace tidemark
