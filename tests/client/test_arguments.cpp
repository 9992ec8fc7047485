#include "app/cli/command_line.h"
#include "app/cli/commands/commands.h"
#include "app/cli/help.h"
#include "app/cli/parsing/global_options.h"
#include "core/servers/certificate.h"
#include "tests/main/suite.h"

#include <QSet>
#include <QTest>

#include <algorithm>

namespace tidemark::arguments_test {

using namespace tidemark::cli;

namespace {

QStringList words(const char* line)
{
    return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

/// The text that the program shows; empty if it runs a command or finds a mistake.
QString textFor(const QStringList& words)
{
    const auto parsed = parseArguments(words);
    const auto* shown = parsed ? std::get_if<ShowText>(&*parsed) : nullptr;
    return shown == nullptr ? QString() : shown->text;
}

/// The arguments of a command line without mistakes.
Arguments argumentsIn(const QStringList& words)
{
    auto parsed = parseArguments(words);
    return parsed ? std::get<Arguments>(*parsed) : Arguments();
}

// These are declared as `history` and `create-group` do.
constexpr Option after{.name = "after", .kind = ValueKind::Number};
constexpr Option before{.name = "before", .kind = ValueKind::Id};
constexpr Option limit{.name = "limit", .kind = ValueKind::Id};
constexpr Option inviteOnly{.name = "invite-only"};

} // namespace

/// The command line of tidemark-cli.
class TestArguments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesWhatEveryCommandNeeds()
    {
        const auto parsed =
            parseArguments(words("--server ws://127.0.0.1:8080 --user alice --profile=/p --timeout 1.5 "
                                 "--offline history 7 --after 3 --limit 20"));
        QVERIFY(parsed.has_value());
        const auto& arguments = std::get<Arguments>(*parsed);
        QCOMPARE(arguments.servers, ServerList(QUrl(QStringLiteral("ws://127.0.0.1:8080"))));
        QCOMPARE(arguments.user, QStringLiteral("alice"));
        QCOMPARE(arguments.profile, QStringLiteral("/p"));
        QVERIFY(arguments.timeout == std::chrono::milliseconds(1500));
        QVERIFY(arguments.offline);
        QCOMPARE(arguments.command, findCommand(QStringLiteral("history")));
        QVERIFY(arguments.conversation() == ConversationId(7));
        QCOMPARE(arguments.options.number(after, 0), 3U);
        QCOMPARE(arguments.options.number(before, 99), 99U);
        QCOMPARE(arguments.options.number(limit, 0), 20U);
    }

    void wordsAreWhatWasTyped()
    {
        const auto typed = wordsOf({"send", "\ufeff\ufeffmarked", ""});
        QVERIFY(typed.has_value());
        QCOMPARE(typed->size(), 3);
        QCOMPARE(typed->at(1).toStdString(), std::string("\ufeff\ufeffmarked"));
        const auto bad = wordsOf({"send", "7", "\xff"});
        QVERIFY(!bad.has_value());
        QCOMPARE(bad.error(), QStringLiteral("argument 3 is not UTF-8"));
    }

    void aTextMayLookLikeAnOption()
    {
        const auto parsed = parseArguments({QStringLiteral("send"), QStringLiteral("7"), QStringLiteral("--"),
                                            QStringLiteral("--not an option")});
        QVERIFY(parsed.has_value());
        QCOMPARE(std::get<Arguments>(*parsed).positionals.last(), QStringLiteral("--not an option"));
        const auto dash = parseArguments(words("send 7 -"));
        QVERIFY(dash.has_value());
        QCOMPARE(std::get<Arguments>(*dash).positionals.last(), QStringLiteral("-"));
    }

    void aTextMayBeginWithADash()
    {
        for (const char* text : {"-", "-1", "-hello", ":-)", "-=-"}) {
            const QString word = QLatin1String(text);
            QCOMPARE(argumentsIn({QStringLiteral("send"), QStringLiteral("7"), word}).positionals.value(1),
                     word);
            QCOMPARE(argumentsIn({QStringLiteral("--user"), word, QStringLiteral("unread")}).user, word);
        }
    }

    void dashesEndTheOptions()
    {
        QCOMPARE(argumentsIn(words("send 7 -- --help")).positionals, words("7 --help"));
        QCOMPARE(argumentsIn(words("send -- 7 --")).positionals, words("7 --"));
        QCOMPARE(argumentsIn(words("--offline -- send 7 --x")).positionals, words("7 --x"));
    }

    void optionsStandAnywhereAfterTheCommand()
    {
        for (const char* line :
             {"history 7 --limit=5", "history --limit 5 7", "history --limit 9 7 --limit 5"}) {
            const Arguments arguments = argumentsIn(words(line));
            QCOMPARE(arguments.conversation(), ConversationId(7));
            QCOMPARE(arguments.options.number(limit, 0), 5U);
        }
        const Arguments group = argumentsIn(words("create-group title --invite-only bob"));
        QVERIFY(group.options.has(inviteOnly));
        QCOMPARE(group.positionals, words("title bob"));
    }

    void aFingerprintIsGivenOrTakenBack()
    {
        const QString digits = QStringLiteral("ab").repeated(32);
        const auto trusted = [](const QString& value) {
            const auto parsed =
                parseArguments({QStringLiteral("--trust-fingerprint"), value, QStringLiteral("unread")});
            return parsed ? std::get<Arguments>(*parsed).trustedFingerprint : std::nullopt;
        };
        QCOMPARE(trusted(digits), fingerprintFrom(digits));
        QCOMPARE(trusted(QStringLiteral("none")), std::optional(QString()));
        QVERIFY(
            !parseArguments({QStringLiteral("--trust-fingerprint"), QString(), QStringLiteral("unread")}));
        const auto without = parseArguments(words("unread"));
        QVERIFY(without && !std::get<Arguments>(*without).trustedFingerprint);
    }

    void aGroupHasAnyNumberOfMembers()
    {
        QVERIFY(parseArguments(words("create-group title")).has_value());
        QVERIFY(parseArguments(words("create-group title bob carol dave")).has_value());
    }

    void wrongUse_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* line, const char* said) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(said);
        };
        row("", "a command is missing");
        row("frob", "'frob' is not a command");
        row("--frob unread", "option --frob is not valid here");
        row("unread --frob", "option --frob is not valid here");
        row("--user", "Missing value after '--user'");
        row("history 7 --limit", "Missing value after '--limit'");
        row("--offline=no unread", "Unexpected value after '--offline'");
        row("unread --offline", "option --offline is not valid here");
        row("--timeout soon unread", "--timeout must be a number above 0");
        row("--timeout 0 unread", "--timeout must be a number above 0");
        row("--timeout inf unread", "--timeout must be a number above 0 and at most 1000000, not 'inf'");
        row("--timeout nan unread", "--timeout must be a number above 0");
        row("watch --for 1e300", "--for must be a number above 0 and at most 1000000, not '1e300'");
        row("--token abc unread", "--token must be");
        row("--server http://example.org unread", "--server: give an address like");
        row("--server ws://example.org unread", "use wss:// for a server that is not on this computer");
        row("--server ws://127.evil.example unread", "use wss:// for a server that is not on this computer");
        row("--server wss://a.example,ftp://b.example unread",
            "several separated by commas, not 'ftp://b.example'");
        row("--server wss://a.example,ws://b.example unread", "on this computer, not 'ws://b.example'");
        row("read", "CONV is missing");
        row("read seven", "CONV must be a whole number from 1");
        row("read 0", "CONV must be a whole number from 1");
        row("read 7 8", "unexpected argument '8'");
        row("react 7 8", "EMOJI");
        row("react 7 x !", "SEQ");
        row("react 7 8 ! --off=1", "Unexpected value after '--off'");
        row("reactions 7", "SEQ");
        row("see-reactions", "CONV");
        row("ignore", "USER");
        row("block", "USER");
        row("receipts private 7 8", "unexpected argument '8'");
        row("reading by-hand 7", "unexpected argument '7'");
        row("read 7 --up-to x", "--up-to must be a whole number from 1");
        row("mark-unread 7", "--from is missing");
        row("edit 7 3", "TEXT is missing");
        row("import log.jsonl", "--as-participants is missing");
        row("import log.jsonl --as-participants --speed -1", "--speed must be a number above 0");
        row("history 7 --after -5", "--after must be a whole number, not '-5'");
        row("attachments", "CONV is missing");
        row("attachments 7 --limit 0", "--limit must be a whole number from 1");
        row("attachments 7 --after 3", "option --after is not valid here");
        row("send 7 x --attach", "Missing value after '--attach'");
        row("send 7 x --as-picture=yes", "Unexpected value after '--as-picture'");
        row("avatar x", "CONV must be a whole number from 1");
        row("avatar --set", "Missing value after '--set'");
        row("avatar --remove=7", "Unexpected value after '--remove'");
        row("fetch 7 3", "--output is missing");
        row("fetch 7 --output new", "SEQ is missing");
        row("fetch 7 3 --output new --index x", "--index must be a whole number");
        row("history 7 --limit 0", "--limit must be a whole number from 1");
    }

    void wrongUse()
    {
        QFETCH(QString, line);
        QFETCH(QString, said);
        const auto parsed = parseArguments(line.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QVERIFY(!parsed.has_value());
        QVERIFY2(parsed.error().contains(said), qPrintable(parsed.error()));
    }

    void safeServers_data()
    {
        QTest::addColumn<QString>("server");
        for (const char* server :
             {"ws://localhost:1", "ws://127.0.0.1:8080", "ws://[::1]:8080", "wss://example.org"}) {
            QTest::newRow(server) << QString::fromLatin1(server);
        }
    }

    void safeServers()
    {
        QFETCH(QString, server);
        QVERIFY(parseArguments({QStringLiteral("--server"), server, QStringLiteral("unread")}).has_value());
    }

    void helpNamesEveryCommandAndOption()
    {
        const QString help = textFor(words("--help"));
        for (const Command* command : allCommands()) {
            QVERIFY2(help.contains(usageOf(*command)), command->name);
            const QString own = textFor({QLatin1String(command->name), QStringLiteral("--help")});
            QVERIFY2(own.contains(usageOf(*command)), command->name);
            for (const Option& option : command->options) {
                QVERIFY2(own.contains(QLatin1String(option.help)), option.name);
            }
        }
        for (const Option& option : globalOptions()) {
            QVERIFY2(help.contains(QStringLiteral("--") + QLatin1String(option.name)), option.name);
        }
        QVERIFY(help.contains(QStringLiteral("--help ")));
    }

    void helpIsShownForAnUnfinishedCommand()
    {
        for (const char* line :
             {"history --help", "history seven --frob --help", "--user alice --frob --help"}) {
            QVERIFY2(textFor(words(line)).contains(QStringLiteral("tidemark-cli [options]")), line);
        }
    }

    void declarationsAreWhole()
    {
        QSet<QString> names;
        for (const Command* command : allCommands()) {
            QVERIFY2(command->run != nullptr && *command->help != '\0', command->name);
            names.insert(QLatin1String(command->name));
            QVERIFY2(std::is_sorted(command->arguments.begin(), command->arguments.end(),
                                    [](const Argument& one, const Argument& other) {
                                        return one.occurs < other.occurs;
                                    }),
                     "an argument that may be missing is followed by one that may not");
            for (const Option& option : command->options) {
                QVERIFY2((option.kind == ValueKind::None) == (*option.value == '\0'), option.name);
            }
            QVERIFY2(command->needsServer || command->start == Start::CaughtUp,
                     "a command that is not signed in has nothing to work on without a server");
        }
        QCOMPARE(names.size(), qsizetype(allCommands().size()));
    }

    void version()
    {
        const auto parsed = parseArguments(words("--version"));
        QVERIFY(parsed.has_value());
        QVERIFY(std::get<ShowText>(*parsed).text.startsWith(QStringLiteral("tidemark-cli ")));
    }
};

TIDEMARK_SUITE(TestArguments, test::NoApplication)

} // namespace tidemark::arguments_test

#include "test_arguments.moc"
