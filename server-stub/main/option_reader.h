#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace tidemark::server {

/// The options of one command, and --help; says what is wrong in one line, and of several things the first.
class OptionReader {
public:
    /// Of options that take a value.
    OptionReader(std::initializer_list<const char*> names);

    void addOption(const char* name);
    void addFlag(const char* name);

    /// `arguments` with the command first; at most `operands` of them are no options.
    [[nodiscard]] bool read(const QStringList& arguments, qsizetype operands = 0);

    [[nodiscard]] bool isSet(const char* name) const { return m_parser.isSet(QString::fromLatin1(name)); }
    [[nodiscard]] bool wantsHelp() const { return isSet("help"); }
    /// The first argument that is no option; empty when there is none.
    [[nodiscard]] QString operand() const { return m_parser.positionalArguments().value(0); }
    /// Empty when it was not given.
    [[nodiscard]] QString text(const char* name) const { return m_parser.value(QString::fromLatin1(name)); }
    [[nodiscard]] QString required(const char* name);
    /// From 1.
    [[nodiscard]] std::optional<std::uint32_t> number(const char* name);

    [[nodiscard]] const QString& error() const { return m_error; }
    void fail(const QString& error);

private:
    QCommandLineParser m_parser;
    QString m_error;
};

} // namespace tidemark::server
