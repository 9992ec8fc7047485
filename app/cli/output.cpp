#include "app/cli/output.h"

#include "app/cli/result.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace tidemark::cli {

namespace {

bool write(std::FILE* stream, const QByteArray& line)
{
    return std::fwrite(line.constData(), 1, std::size_t(line.size()), stream) == std::size_t(line.size())
           && std::fputc('\n', stream) != EOF && std::fflush(stream) == 0;
}

/// Nobody can read the results any more. The profile is safe at any moment (I11), so this is the end.
[[noreturn]] void endWithoutOutput(int reason)
{
    if (reason != EPIPE) {
        write(stderr, "tidemark-cli: cannot write the results: " + qt_error_string(reason).toUtf8());
    }
    std::_Exit(int(ExitStatus::Refused));
}

} // namespace

void print(const JsonLine& line)
{
    if (!write(stdout, line.toJson())) {
        endWithoutOutput(errno);
    }
}

void tell(const QString& message)
{
    write(stderr, message.toUtf8());
}

} // namespace tidemark::cli
