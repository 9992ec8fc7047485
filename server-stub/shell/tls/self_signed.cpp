#include "server-stub/shell/tls/self_signed.h"

#include "server-stub/shell/tls/openssl_handles.h"

#include <QFile>
#include <QHostAddress>
#include <QRegularExpression>

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tidemark::server {

using openssl::Certificate;
using openssl::Extension;
using openssl::Key;
using openssl::Memory;

namespace {

Unexpected<QString> opensslError()
{
    return Unexpected(QStringLiteral("the TLS library cannot create a certificate: %1")
                          .arg(QString::fromLatin1(ERR_error_string(ERR_get_error(), nullptr))));
}

bool isAddress(const QString& host)
{
    // Text without a dot or a colon is a name, although QHostAddress may read it as a number.
    return (host.contains(QLatin1Char('.')) || host.contains(QLatin1Char(':')))
           && !QHostAddress(host).isNull();
}

bool isHost(const QString& host)
{
    static const QRegularExpression name(
        QStringLiteral("^(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$"));
    return isAddress(host) || name.match(host).hasMatch();
}

bool addExtension(X509* certificate, int kind, const QByteArray& value)
{
    X509V3_CTX context{};
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.constData()));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

/// In the syntax in which OpenSSL reads alternative names.
QByteArray alternativeNames(const QStringList& hosts)
{
    QStringList names;
    for (const QString& host : hosts) {
        names.append((isAddress(host) ? QStringLiteral("IP:") : QStringLiteral("DNS:")) + host);
    }
    return names.join(QLatin1Char(',')).toLatin1();
}

bool setNumberAndTime(X509* certificate, int days)
{
    constexpr long hour = 3600;
    constexpr long day = 24 * hour;
    ASN1_INTEGER* number = X509_get_serialNumber(certificate);
    std::uint64_t random = 0;
    return RAND_bytes(reinterpret_cast<unsigned char*>(&random), sizeof random)
               == 1 // NOLINT: bytes are bytes
           && ASN1_INTEGER_set_uint64(number, random >> 1U) == 1
           && X509_gmtime_adj(X509_getm_notBefore(certificate), -hour) != nullptr
           && X509_gmtime_adj(X509_getm_notAfter(certificate), days * day) != nullptr;
}

bool setName(X509* certificate, const QString& host)
{
    // The field takes 64 characters. Clients ignore it if there are alternative names.
    const QByteArray name = host.toUtf8().left(64);
    X509_NAME* subject = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(name.constData()), // NOLINT
                                      int(name.size()), -1, 0)
               == 1
           && X509_set_issuer_name(certificate, subject) == 1;
}

/// Sets no key usage: the key signs the certificate as well as the handshakes.
bool addExtensions(X509* certificate, const QStringList& hosts)
{
    return addExtension(certificate, NID_basic_constraints, "critical,CA:FALSE")
           && addExtension(certificate, NID_ext_key_usage, "serverAuth")
           && addExtension(certificate, NID_subject_key_identifier, "hash")
           && addExtension(certificate, NID_subject_alt_name, alternativeNames(hosts));
}

QByteArray contentsOf(BIO* memory)
{
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(memory, &bytes);
    return {bytes, qsizetype(size)};
}

/// Writes a new file; fails if the file exists. Returns the human-readable error; empty if it has succeeded.
QString writeNew(const QString& name, const QByteArray& contents, mode_t mode)
{
    const int descriptor =
        ::open(QFile::encodeName(name).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) {
        return errno == EEXIST ? QStringLiteral("%1 already exists and is not replaced").arg(name)
                               : QStringLiteral("cannot write %1: %2")
                                     .arg(name, QString::fromLocal8Bit(std::strerror(errno)));
    }
    QFile file;
    const bool isWritten = file.open(descriptor, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle)
                           && file.write(contents) == contents.size() && file.flush()
                           && ::fsync(descriptor) == 0;
    if (isWritten) {
        return {};
    }
    QFile::remove(name);
    return QStringLiteral("cannot write %1: %2").arg(name, file.errorString());
}

} // namespace

Expected<SelfSigned, QString> makeSelfSigned(const QStringList& hosts, int days)
{
    for (const QString& host : hosts) {
        if (!isHost(host)) {
            return Unexpected(QStringLiteral("'%1' is neither a host name nor an address").arg(host));
        }
    }
    constexpr long version3 = 2;
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate(X509_new());
    if (!key || !certificate || X509_set_version(certificate.get(), version3) != 1
        || !setNumberAndTime(certificate.get(), days) || !setName(certificate.get(), hosts.constFirst())
        || X509_set_pubkey(certificate.get(), key.get()) != 1 || !addExtensions(certificate.get(), hosts)) {
        return opensslError();
    }
    const Memory certificatePem(BIO_new(BIO_s_mem()));
    const Memory keyPem(BIO_new(BIO_s_secmem()));
    if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0 || !certificatePem || !keyPem
        || PEM_write_bio_X509(certificatePem.get(), certificate.get()) != 1
        || PEM_write_bio_PrivateKey(keyPem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
        return opensslError();
    }
    return SelfSigned{contentsOf(certificatePem.get()), contentsOf(keyPem.get())};
}

Expected<std::monostate, QString> writePair(const SelfSigned& pair, const QString& certificateFile,
                                            const QString& keyFile)
{
    if (const QString error = writeNew(keyFile, pair.key, S_IRUSR | S_IWUSR); !error.isEmpty()) {
        return Unexpected(error);
    }
    const QString error = writeNew(certificateFile, pair.certificate, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    if (!error.isEmpty()) {
        QFile::remove(keyFile);
        return Unexpected(error);
    }
    return std::monostate{};
}

} // namespace tidemark::server
