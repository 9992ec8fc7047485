#include "server-stub/shell/base/system_secrets.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

#include <algorithm>

namespace tidemark::server {

TokenHash SystemSecrets::hashOf(const std::string& token)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(token.data(), static_cast<qsizetype>(token.size())));
    const QByteArray digest = hash.result();
    TokenHash result{};
    std::copy(digest.begin(), digest.end(), result.begin());
    return result;
}

std::uint64_t SystemSecrets::random64()
{
    return QRandomGenerator::system()->generate64();
}

} // namespace tidemark::server
