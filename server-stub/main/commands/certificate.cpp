#include "server-stub/main/commands/certificate.h"

#include "server-stub/main/settings/exit_status.h"
#include "server-stub/shell/tls/self_signed.h"
#include "server-stub/shell/tls/tls.h"

#include <QDateTime>
#include <QSslCertificate>
#include <QSysInfo>

#include <cstdio>

namespace tidemark::server {
namespace {

QStringList ownHosts()
{
    QStringList hosts{QStringLiteral("localhost"), QStringLiteral("127.0.0.1"), QStringLiteral("::1")};
    const QString name = QSysInfo::machineHostName();
    if (!name.isEmpty() && !hosts.contains(name)) {
        hosts.prepend(name);
    }
    return hosts;
}

} // namespace

int certificate(const CertificateArguments& arguments)
{
    const QStringList hosts = arguments.hosts.isEmpty() ? ownHosts() : arguments.hosts;
    const auto pair = makeSelfSigned(hosts, int(arguments.days));
    if (!pair) {
        return fail(arguments.hosts.isEmpty() ? Failed : WrongUse, pair.error());
    }
    if (const auto written = writePair(*pair, arguments.certificate, arguments.key); !written) {
        return fail(Failed, written.error());
    }
    const QSslCertificate made(pair->certificate);
    std::printf("certificate %s for %s\nkey %s\nvalid until %s\nSHA-256 fingerprint %s\n",
                qPrintable(arguments.certificate), qPrintable(hosts.join(QStringLiteral(", "))),
                qPrintable(arguments.key), qPrintable(made.expiryDate().toUTC().toString(Qt::ISODate)),
                qPrintable(fingerprintOf(made)));
    return Success;
}

} // namespace tidemark::server
