#include "core/client/keys/token_vault.h"

#include "core/client/keys/token_text.h"

#include <QFile>
#include <QSaveFile>

#include <chrono>
#include <utility>

namespace tidemark {

namespace {

/// Shorter than any token, so it cannot be mistaken for one.
const std::string mark = "kept elsewhere";
constexpr std::chrono::seconds askAgainAfter(30);

QByteArray bytesOf(const std::string& token)
{
    return QByteArray::fromStdString(token);
}

} // namespace

TokenVault::TokenVault(QString file, std::unique_ptr<Keyring> keyring, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_keyring(std::move(keyring)), m_again(this)
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &TokenVault::askKeyring);
}

bool TokenVault::isMark(const std::string& stored)
{
    return stored == mark;
}

const std::string& TokenVault::awaited()
{
    static const std::string none(tokenBytes, '\0');
    return none;
}

std::string TokenVault::open(const std::string& stored)
{
    if (stored.empty()) {
        if (QFile::exists(m_file)) {
            erase(); // the program died after the commit of a sign-out
        }
        return {};
    }
    if (isMark(stored) && !m_token.empty()) {
        return m_token;
    }
    if (!isMark(stored)) {
        m_token = stored;
        m_isInDatabase = true;
        return stored;
    }
    m_token = readFile();
    if (m_token.empty()) {
        m_isAwaiting = true;
        askKeyring();
        return awaited();
    }
    moveToKeyring();
    return m_token;
}

std::string TokenVault::keep(const std::string& token)
{
    if (token == awaited()) {
        return mark;
    }
    if (token.empty()) {
        if (m_keyring && (m_isAwaiting || !m_token.empty())) {
            // An empty file says that the keyring has something to erase, should the program die before it
            // does.
            static_cast<void>(QFile(m_file).open(QFile::WriteOnly | QFile::Append));
        }
        return {};
    }
    m_again.stop();
    m_isAwaiting = false;
    if (token == m_token && !m_isInDatabase) {
        return mark;
    }
    m_token = token;
    m_isInDatabase = !writeFile(token);
    if (m_isInDatabase) {
        return token;
    }
    moveToKeyring();
    return mark;
}

void TokenVault::erase()
{
    m_again.stop();
    m_isAwaiting = false;
    m_isInDatabase = false;
    m_token.clear();
    QFile::remove(m_file);
    if (m_keyring) {
        m_keyring->erase(m_key);
    }
}

std::string TokenVault::readFile() const
{
    QFile file(m_file);
    const QByteArray line = file.open(QFile::ReadOnly) ? file.readLine().trimmed() : QByteArray();
    return tokenFromText(QString::fromLatin1(line)).value_or(std::string());
}

bool TokenVault::writeFile(const std::string& token) const
{
    QSaveFile file(m_file);
    // Set the mode before the secret is written.
    return file.open(QFile::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
           && file.write(bytesOf(token).toHex() + '\n') > 0 && file.commit();
}

void TokenVault::askKeyring()
{
    const auto fail = [this](const QString& why) {
        if (!std::exchange(m_hasReported, true)) {
            Q_EMIT unavailable(tr("The desktop’s keyring does not provide this device’s sign-in token: %1. "
                                  "You can read what is on this device; your messages are sent when the "
                                  "keyring opens. Or sign out and sign in again.")
                                   .arg(why));
        }
    };
    if (!m_keyring) {
        QMetaObject::invokeMethod(
            this, [fail] { fail(tr("this session has no keyring")); }, Qt::QueuedConnection);
        return;
    }
    m_keyring->read(m_key, [this, fail](const Expected<QByteArray, QString>& found) {
        if (!m_isAwaiting) {
            return;
        }
        if (found && std::size_t(found->size()) == tokenBytes) {
            m_token = found->toStdString();
            m_isAwaiting = false;
            Q_EMIT arrived(*found);
            return;
        }
        m_again.start(askAgainAfter);
        fail(found ? tr("its entry is not a token") : found.error());
    });
}

void TokenVault::moveToKeyring()
{
    if (!m_keyring) {
        return;
    }
    m_keyring->write(m_key, bytesOf(m_token), [this, token = m_token](bool isKept) {
        // A newer token may have arrived meanwhile.
        if (isKept && token == m_token) {
            QFile::remove(m_file);
        }
    });
}

} // namespace tidemark
