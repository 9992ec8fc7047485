#include "app/cli/parsing/option_parser.h"

#include <QCommandLineParser>

namespace tidemark::cli {

namespace {

/// QCommandLineParser takes every word that begins with a dash for an option. Here options begin with two
/// dashes, so that a text may be "-1". This character hides a single dash from the parser. No argument of a
/// program can contain it.
constexpr QChar guard(u'\0');

QStringList guarded(QStringList words)
{
    for (QString& word : words) {
        if (word.startsWith(QLatin1Char('-')) && !word.startsWith(QLatin1String("--"))) {
            word.prepend(guard);
        }
    }
    return words;
}

QString unguarded(const QString& word)
{
    return word.startsWith(guard) ? word.mid(1) : word;
}

void add(QCommandLineParser& parser, const Option& option)
{
    parser.addOption(QCommandLineOption(QLatin1String(option.name), QString(), QLatin1String(option.value)));
}

/// Says why parse() failed.
QString problemOf(const QCommandLineParser& parser)
{
    if (!parser.unknownOptionNames().isEmpty()) {
        return QStringLiteral("option --%1 is not valid here").arg(parser.unknownOptionNames().first());
    }
    QString text = parser.errorText();
    text.chop(text.endsWith(QLatin1Char('.')) ? 1 : 0);
    return text;
}

} // namespace

Expected<ParsedWords, QString> parseOptions(const std::vector<Option>& options, const QStringList& words,
                                            OptionsPlace place)
{
    QCommandLineParser parser;
    parser.setOptionsAfterPositionalArgumentsMode(place == OptionsPlace::Anywhere
                                                      ? QCommandLineParser::ParseAsOptions
                                                      : QCommandLineParser::ParseAsPositionalArguments);
    add(parser, helpOption);
    for (const Option& option : options) {
        add(parser, option);
    }
    const bool isParsed = parser.parse(QStringList(QStringLiteral("tidemark-cli")) + guarded(words));
    ParsedWords result;
    if (parser.isSet(QLatin1String(helpOption.name))) {
        result.options.insert(helpOption, {});
        return result;
    }
    if (!isParsed) {
        return Unexpected(problemOf(parser));
    }
    for (const Option& option : options) {
        const QLatin1String name(option.name);
        if (!parser.isSet(name)) {
            continue;
        }
        // A flag has no value.
        QStringList values = parser.values(name);
        for (const QString& one : values.isEmpty() ? QStringList(QString()) : values) {
            const QString value = unguarded(one);
            const QString problem = problemOf(option.kind, QLatin1String("--") + name, value);
            if (!problem.isEmpty()) {
                return Unexpected(problem);
            }
            result.options.insert(option, value);
        }
    }
    for (const QString& word : parser.positionalArguments()) {
        result.others.append(unguarded(word));
    }
    return result;
}

} // namespace tidemark::cli
