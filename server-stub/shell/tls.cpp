#include "server-stub/shell/tls.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslCipher>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>

#include <array>

namespace tidemark::server {
namespace {

Expected<QByteArray, QString> contentsOf(const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return Unexpected(QStringLiteral("cannot read %1: %2").arg(name, file.errorString()));
    return file.readAll();
}

QSslKey keyOf(const QByteArray& pem)
{
    for (const auto algorithm : std::array{QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    return {};
}

/// Those of TLS 1.3, and of TLS 1.2 what is as good.
bool isStrong(const QSslCipher& cipher)
{
    const QString name = cipher.name();
    return name.startsWith(QLatin1String("TLS_"))
           || (name.startsWith(QLatin1String("ECDHE-")) && !name.contains(QLatin1String("-PSK-"))
               && (name.contains(QLatin1String("-GCM-")) || name.contains(QLatin1String("CHACHA20"))));
}

QList<QSslCipher> strongCiphers()
{
    QList<QSslCipher> ciphers = QSslConfiguration::supportedCiphers();
    ciphers.removeIf([](const QSslCipher& cipher) { return !isStrong(cipher); });
    return ciphers;
}

/// Whether the TLS library takes certificate and key as a pair; it says so only when a handshake begins.
bool fit(const QSslConfiguration& configuration)
{
    QTcpServer listener;
    QSslSocket socket;
    socket.setSslConfiguration(configuration);
    if (!listener.listen(QHostAddress::LocalHost))
        return true;
    socket.connectToHost(listener.serverAddress(), listener.serverPort());
    if (!socket.waitForConnected())
        return true;
    socket.startServerEncryption();
    return socket.error() == QAbstractSocket::UnknownSocketError;
}

} // namespace

QString fingerprintOf(const QSslCertificate& certificate)
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':')).toUpper();
}

Expected<QSslConfiguration, QString> loadTls(const QString& certificateFile, const QString& keyFile)
{
    const auto certificatePem = contentsOf(certificateFile);
    if (!certificatePem)
        return Unexpected(certificatePem.error());
    const auto keyPem = contentsOf(keyFile);
    if (!keyPem)
        return Unexpected(keyPem.error());

    const QList<QSslCertificate> chain = QSslCertificate::fromData(*certificatePem);
    if (chain.isEmpty())
        return Unexpected(QStringLiteral("%1 holds no PEM certificate").arg(certificateFile));
    const QSslKey key = keyOf(*keyPem);
    if (key.isNull())
        return Unexpected(QStringLiteral("%1 holds no unencrypted PEM key").arg(keyFile));

    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setCiphers(strongCiphers());
    if (!fit(configuration))
        return Unexpected(QStringLiteral("%1 is not the key of %2").arg(keyFile, certificateFile));
    return configuration;
}

} // namespace tidemark::server
