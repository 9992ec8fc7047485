#include "server-stub/main/settings/option_reader.h"

namespace tidemark::server {

OptionReader::OptionReader(std::initializer_list<const char*> names)
{
    m_parser.addOption(QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}));
    for (const char* name : names) {
        addOption(name);
    }
}

void OptionReader::addOption(const char* name)
{
    m_parser.addOption(QCommandLineOption(QString::fromLatin1(name), QString(), QStringLiteral("value")));
}

void OptionReader::addFlag(const char* name)
{
    m_parser.addOption(QCommandLineOption(QString::fromLatin1(name)));
}

bool OptionReader::read(const QStringList& arguments, qsizetype operands)
{
    if (!m_parser.parse(arguments)) {
        m_error = m_parser.errorText();
        m_error.chop(m_error.endsWith(QLatin1Char('.')) ? 1 : 0);
    } else if (m_parser.positionalArguments().size() > operands) {
        m_error = QStringLiteral("unexpected argument '%1'").arg(m_parser.positionalArguments().at(operands));
    }
    return m_error.isEmpty();
}

QString OptionReader::required(const char* name)
{
    if (text(name).isEmpty()) {
        fail(QStringLiteral("--%1 is missing").arg(QString::fromLatin1(name)));
    }
    return text(name);
}

std::optional<std::uint32_t> OptionReader::number(const char* name)
{
    if (!isSet(name)) {
        return std::nullopt;
    }
    bool isNumber = false;
    const uint value = text(name).toUInt(&isNumber);
    if (!isNumber || value == 0) {
        fail(QStringLiteral("--%1 needs a whole number from 1, not '%2'")
                 .arg(QString::fromLatin1(name), text(name)));
    }
    return value;
}

void OptionReader::fail(const QString& error)
{
    if (m_error.isEmpty()) {
        m_error = error;
    }
}

} // namespace tidemark::server
