#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <optional>

namespace tidemark {

/// A server that was not trusted: no authority of this system vouches for its certificate and the user has
/// not accepted it, or it differs from the accepted certificate. Or the address is unencrypted. Nothing was
/// sent.
struct RefusedCertificate {
    QUrl server = {};
    QString fingerprint = {}; ///< as in fingerprintFrom(); empty: the server showed no certificate
    /// For the user: the problems of the certificate. Empty: an authority vouches for it, but it is not the
    /// accepted one.
    QStringList problems = {};
    bool isChanged = false;     ///< the user has accepted another certificate for this server
    bool isUnencrypted = false; ///< the address asks for an unencrypted connection; see isSafeServer()
    friend bool operator==(const RefusedCertificate&, const RefusedCertificate&) = default;
};

/// Returns the SHA-256 of a certificate as it is shown and stored, "AB:CD:…", from 64 hexadecimal digits with
/// or without colons; nullopt if `text` is anything else.
[[nodiscard]] std::optional<QString> fingerprintFrom(const QString& text);

/// Returns the key under which the profile stores the accepted fingerprint of a server.
[[nodiscard]] QString certificateSetting(const QUrl& server);

} // namespace tidemark
