#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace tidemark::server {

/// Reads the options of one command, and --help. Reports the first error in one line.
class OptionReader {
public:
    /// `names`: options that take a value.
    OptionReader(std::initializer_list<const char*> names);

    void addOption(const char* name);
    void addFlag(const char* name);

    /// `arguments` begins with the command; at most `operands` of them are not options.
    [[nodiscard]] bool read(const QStringList& arguments, qsizetype operands = 0);

    [[nodiscard]] bool isSet(const char* name) const { return m_parser.isSet(QString::fromLatin1(name)); }
    [[nodiscard]] bool wantsHelp() const { return isSet("help"); }
    /// The first argument that is not an option; empty if there is none.
    [[nodiscard]] QString operand() const { return m_parser.positionalArguments().value(0); }
    /// Empty if the option was not given.
    [[nodiscard]] QString text(const char* name) const { return m_parser.value(QString::fromLatin1(name)); }
    [[nodiscard]] QString required(const char* name);
    /// A number of at least 1.
    [[nodiscard]] std::optional<std::uint32_t> number(const char* name);

    [[nodiscard]] const QString& error() const { return m_error; }
    void fail(const QString& error);

private:
    QCommandLineParser m_parser;
    QString m_error;
};

} // namespace tidemark::server
