#include "app/cli/arguments.h"
#include "app/cli/command_specs.h"
#include "core/transport/certificate.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::arguments_test {

using namespace tidemark::cli;

namespace {

QStringList words(const char* line)
{
    return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

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
        QCOMPARE(arguments.command, QStringLiteral("history"));
        QVERIFY(arguments.conversation() == ConversationId(7));
        QCOMPARE(arguments.number("after", 0), 3U);
        QCOMPARE(arguments.number("before", 99), 99U);
        QCOMPARE(arguments.number("limit", 0), 20U);
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
        row("--frob unread", "option --frob does not exist here");
        row("unread --frob", "option --frob does not exist here");
        row("--user", "--user needs a value");
        row("--timeout soon unread", "--timeout must be a number above 0");
        row("--timeout 0 unread", "--timeout must be a number above 0");
        row("--token abc unread", "--token is neither");
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
        row("receipts private 7 8", "unexpected argument '8'");
        row("reading by-hand 7", "unexpected argument '7'");
        row("read 7 --up-to x", "--up-to must be a whole number from 1");
        row("mark-unread 7", "--from is missing");
        row("edit 7 3", "TEXT is missing");
        row("import log.jsonl", "--as-participants is missing");
        row("import log.jsonl --as-participants --speed -1", "--speed must be a number above 0");
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
        const auto parsed = parseArguments(words("--help"));
        QVERIFY(parsed.has_value());
        const QString help = std::get<ShowText>(*parsed).text;
        for (const CommandSpec& command : commandSpecs()) {
            QVERIFY2(help.contains(usageOf(command)), command.name);
            const auto own = parseArguments({QLatin1String(command.name), QStringLiteral("--help")});
            QVERIFY2(own.has_value() && std::holds_alternative<ShowText>(*own), command.name);
            for (const OptionSpec& option : command.options) {
                QVERIFY2(std::get<ShowText>(*own).text.contains(QLatin1String(option.name)), option.name);
            }
        }
        for (const OptionSpec& option : globalOptions()) {
            QVERIFY2(help.contains(QStringLiteral("--") + QLatin1String(option.name)), option.name);
        }
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
