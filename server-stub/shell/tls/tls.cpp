#include "server-stub/shell/tls/tls.h"

#include "server-stub/shell/tls/openssl_handles.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslCipher>
#include <QSslKey>
#include <QSslSocket>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <array>

namespace tidemark::server {

using openssl::Certificate;
using openssl::Context;
using openssl::Key;
using openssl::Memory;

namespace {

Expected<QByteArray, QString> contentsOf(const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        return Unexpected(QStringLiteral("cannot read %1: %2").arg(name, file.errorString()));
    }
    return file.readAll();
}

QSslKey keyOf(const QByteArray& pem)
{
    for (const auto algorithm : std::array{QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(pem, algorithm);
        if (!key.isNull()) {
            return key;
        }
    }
    return {};
}

/// Accepts all ciphers of TLS 1.3, and those of TLS 1.2 that are as strong.
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

Memory memoryOf(const QByteArray& bytes)
{
    return Memory(BIO_new_mem_buf(bytes.constData(), int(bytes.size())));
}

/// Whether the TLS library accepts certificate and key, also as a pair. Qt would notice only when a client
/// connects.
enum class Fitness { Fit, BadCertificate, OtherKey };
Fitness fitnessOf(const QSslCertificate& own, const QByteArray& keyPem)
{
    const Context context(SSL_CTX_new(TLS_server_method()));
    const Certificate certificate(PEM_read_bio_X509(memoryOf(own.toPem()).get(), nullptr, nullptr, nullptr));
    if (!context || !certificate || SSL_CTX_use_certificate(context.get(), certificate.get()) != 1) {
        return Fitness::BadCertificate;
    }
    // Return an invalid passphrase, so that OpenSSL does not ask for one on the terminal.
    constexpr auto noPassphrase = [](char*, int, int, void*) { return -1; };
    const Key key(PEM_read_bio_PrivateKey(memoryOf(keyPem).get(), nullptr, noPassphrase, nullptr));
    const bool isPair = key && SSL_CTX_use_PrivateKey(context.get(), key.get()) == 1
                        && SSL_CTX_check_private_key(context.get()) == 1;
    return isPair ? Fitness::Fit : Fitness::OtherKey;
}

/// Returns the problem of the pair; empty if there is none.
QString misfit(const QSslCertificate& own, const QByteArray& keyPem, const QString& certificateFile,
               const QString& keyFile)
{
    ERR_clear_error();
    const Fitness fitness = fitnessOf(own, keyPem);
    const char* const reason = ERR_reason_error_string(ERR_get_error());
    ERR_clear_error();
    switch (fitness) {
    case Fitness::BadCertificate:
        return QStringLiteral("the TLS library refuses %1: %2")
            .arg(certificateFile, QString::fromLatin1(reason));
    case Fitness::OtherKey:
        return QStringLiteral("%1 is not the key of %2").arg(keyFile, certificateFile);
    default:
        return {};
    }
}

/// Fails if a certificate is cut off: a file that is being written may end anywhere. The error names the
/// file.
Expected<QList<QSslCertificate>, QString> chainOf(const QByteArray& pem, const QString& file)
{
    const QList<QSslCertificate> chain = QSslCertificate::fromData(pem);
    const qsizetype announced = pem.count("-----BEGIN CERTIFICATE-----");
    if (announced == 0) {
        return Unexpected(QStringLiteral("%1 holds no PEM certificate").arg(file));
    }
    if (chain.size() < announced) {
        return Unexpected(
            QStringLiteral("%1 has %2 certificates, but only %3 can be read: check that the file is complete")
                .arg(file)
                .arg(announced)
                .arg(chain.size()));
    }
    return chain;
}

} // namespace

QString fingerprintOf(const QSslCertificate& certificate)
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':')).toUpper();
}

Expected<QSslConfiguration, QString> loadTls(const QString& certificateFile, const QString& keyFile)
{
    const auto certificatePem = contentsOf(certificateFile);
    if (!certificatePem) {
        return Unexpected(certificatePem.error());
    }
    const auto keyPem = contentsOf(keyFile);
    if (!keyPem) {
        return Unexpected(keyPem.error());
    }

    const auto chain = chainOf(*certificatePem, certificateFile);
    if (!chain) {
        return Unexpected(chain.error());
    }
    const QSslKey key = keyOf(*keyPem);
    if (key.isNull()) {
        return Unexpected(QStringLiteral("%1 holds no unencrypted PEM key").arg(keyFile));
    }
    if (const QString wrong = misfit(chain->first(), *keyPem, certificateFile, keyFile); !wrong.isEmpty()) {
        return Unexpected(wrong);
    }

    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(key);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setCiphers(strongCiphers());
    return configuration;
}

} // namespace tidemark::server
