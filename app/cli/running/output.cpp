#include "app/cli/running/output.h"

#include "app/cli/parsing/result.h"

#include <cerrno>
#include <cstdio>

namespace tidemark::cli {

namespace {

/// Returns whether the character changes the writing direction.
bool isDirectionMark(QChar unit)
{
    const char16_t code = unit.unicode();
    return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
           || (code >= 0x2066 && code <= 0x2069);
}

bool write(std::FILE* stream, const QByteArray& line)
{
    return std::fwrite(line.constData(), 1, std::size_t(line.size()), stream) == std::size_t(line.size())
           && std::fputc('\n', stream) != EOF && std::fflush(stream) == 0;
}

/// Ends the program, because its output cannot be written. The profile is consistent at any moment (I11).
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

void printMessage(const QString& message)
{
    write(stderr, forTerminal(message).toUtf8());
}

QString forTerminal(const QString& message)
{
    QString safe;
    safe.reserve(message.size());
    for (const QChar unit : message) {
        const bool isLayout = unit == u'\n' || unit == u'\t';
        const bool isHidden = unit.category() == QChar::Other_Control || isDirectionMark(unit)
                              || unit == QChar::LineSeparator || unit == QChar::ParagraphSeparator;
        safe += isLayout || !isHidden
                    ? QString(unit)
                    : QStringLiteral("\\u") + QString::number(unit.unicode(), 16).rightJustified(4, u'0');
    }
    return safe;
}

} // namespace tidemark::cli
