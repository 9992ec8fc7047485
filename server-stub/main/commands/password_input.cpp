#include "server-stub/main/commands/password_input.h"

#include "core/base/line_end.h"
#include "server-stub/hub/contract/text_rules.h"
#include "server-stub/shell/passwords/password_hash.h"

#include <QFile>

#include <sodium.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <utility>

namespace tidemark::server {
namespace {

/// While this object lives, the terminal at standard input, if there is one, does not show the typed text.
class HiddenTyping {
public:
    HiddenTyping()
    {
        termios state{};
        if (::tcgetattr(STDIN_FILENO, &state) != 0) {
            return;
        }
        m_before = state;
        state.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        std::fputs("Password: ", stderr);
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &state);
    }
    ~HiddenTyping()
    {
        if (!m_before) {
            return;
        }
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &*m_before);
        std::fputs("\n", stderr);
    }
    HiddenTyping(const HiddenTyping&) = delete;
    HiddenTyping& operator=(const HiddenTyping&) = delete;

private:
    std::optional<termios> m_before;
};

Expected<std::string, QString> firstLine(QFile& file)
{
    // Allow one byte more than a valid password, and the line end.
    return withoutLineEnd(file.readLine(static_cast<qint64>(maxPasswordBytes) + 3).toStdString());
}

Expected<std::string, QString> passwordIn(const QString& name)
{
    if (name.isEmpty() || name == QLatin1String("-")) {
        const HiddenTyping hidden;
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly)) {
            return Unexpected(QStringLiteral("cannot read standard input"));
        }
        return firstLine(input);
    }
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        return Unexpected(QStringLiteral("cannot read %1: %2").arg(name, file.errorString()));
    }
    return firstLine(file);
}

std::string hashAndForget(std::string password)
{
    std::string hash = hashOf(password, PasswordCost{});
    sodium_memzero(password.data(), password.size());
    return hash;
}

} // namespace

Expected<std::string, QString> hashOfPasswordIn(const QString& file)
{
    auto password = passwordIn(file);
    if (!password) {
        return Unexpected(password.error());
    }
    if (!isValidPassword(*password)) {
        return Unexpected(
            QStringLiteral("a password has %1 to %2 bytes").arg(minPasswordBytes).arg(maxPasswordBytes));
    }
    std::string hash = hashAndForget(*std::move(password));
    if (hash.empty()) {
        return Unexpected(QStringLiteral("not enough memory to hash a password"));
    }
    return hash;
}

} // namespace tidemark::server
