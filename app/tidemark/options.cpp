#include "app/tidemark/options.h"

#include "core/base/expected.h"
#include "core/base/line_end.h"
#include "core/client/keys/token_text.h"
#include "ui/platform/tidemark_link.h"

#include <QCommandLineParser>
#include <QFile>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

template <typename T>
using Result = Expected<T, QString>; ///< the error is a sentence for the user

Result<QString> firstLineOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Unexpected(QString(u"cannot read %1: %2"_s.arg(path, file.errorString())));
    }
    const QString line = QString::fromStdString(withoutLineEnd(file.readLine().toStdString()));
    if (line.isEmpty()) {
        return Unexpected(QString(u"%1 is empty"_s.arg(path)));
    }
    return line;
}

/// Parses "WIDTHxHEIGHT". Returns an invalid size for any other text.
QSize sizeOf(const QString& text)
{
    static const QRegularExpression pattern(u"^(\\d{3,5})x(\\d{3,5})$"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    return match.hasMatch() ? QSize(match.captured(1).toInt(), match.captured(2).toInt()) : QSize();
}

QList<QCommandLineOption> known()
{
    return {
        {u"profile"_s,
         u"Use the data, account and window of profile NAME; several profiles can run side by side."_s,
         u"NAME"_s, u"default"_s},
        {u"server"_s,
         u"Connect to this server, for example ws://localhost:7000; or list several servers of one service, "
         "separated by commas: if one does not answer, another is used."_s,
         u"URL,..."_s},
        {u"theme"_s, u"Use the theme light, dark or system (default)."_s, u"THEME"_s, u"system"_s},
        {u"language"_s, u"Use en, zh-CN or system for this run, instead of the language in the settings."_s,
         u"LANGUAGE"_s},
        {u"user"_s, u"Sign in as NAME if no user is signed in yet."_s, u"NAME"_s},
        {u"password-file"_s, u"Read the password from the first line of FILE."_s, u"FILE"_s},
        {u"token-file"_s, u"Read a device token from the first line of FILE."_s, u"FILE"_s},
        {u"device"_s, u"Name this device NAME."_s, u"NAME"_s},
        {u"window-size"_s, u"Set the size of the window in pixels."_s, u"WxH"_s},
        {u"window-title-suffix"_s, u"Append TEXT to the window's title."_s, u"TEXT"_s},
        {u"open"_s, u"Open conversation NUMBER at startup."_s, u"NUMBER"_s},
        {u"quit"_s, u"Quit this profile's running instance."_s},
        {u"tray"_s, u"Start in the tray, without a window, if the desktop has a tray."_s},
        {u"screenshot"_s, u"Write a picture of the window to FILE on SIGUSR1."_s, u"FILE.png"_s},
        {u"dump-state"_s, u"Write the displayed state to FILE on SIGUSR1."_s, u"FILE.json"_s},
        {u"trace"_s, u"Record read-state events, ids and seqs only, in the new folder DIR."_s, u"DIR"_s},
    };
}

/// Returns the options that Qt itself handles.
QList<QCommandLineOption> knownToQt()
{
    QList<QCommandLineOption> options;
    for (const QString& name :
         {u"platform"_s, u"platformpluginpath"_s, u"platformtheme"_s, u"plugin"_s, u"qwindowgeometry"_s,
          u"qwindowicon"_s, u"display"_s, u"fontengine"_s, u"session"_s}) {
        options.append(QCommandLineOption(name, {}, u"VALUE"_s));
    }
    options.append(QCommandLineOption(u"reverse"_s));
    for (QCommandLineOption& option : options) {
        option.setFlags(QCommandLineOption::HiddenFromHelp);
    }
    return options;
}

/// Reads the user's password or token. Returns an error, or nothing.
std::optional<QString> readAccount(const QCommandLineParser& parser, Options& options)
{
    options.userName = parser.value(u"user"_s);
    const bool hasPassword = parser.isSet(u"password-file"_s);
    const bool hasToken = parser.isSet(u"token-file"_s);
    if ((hasPassword || hasToken) && options.userName.isEmpty()) {
        return u"--password-file and --token-file need --user"_s;
    }
    if (hasPassword) {
        const auto line = firstLineOf(parser.value(u"password-file"_s));
        if (!line) {
            return line.error();
        }
        options.password = *line;
    }
    if (hasToken) {
        const auto line = firstLineOf(parser.value(u"token-file"_s));
        if (!line) {
            return line.error();
        }
        const auto token = tokenFromText(*line);
        if (!token) {
            return u"the token must be 64 hexadecimal digits or base64url of 32 bytes"_s;
        }
        options.token = *token;
    }
    return std::nullopt;
}

std::optional<QString> readWindow(const QCommandLineParser& parser, Options& options)
{
    const auto theme = themeChoiceOf(parser.value(u"theme"_s));
    if (!theme) {
        return u"--theme must be light, dark or system"_s;
    }
    options.theme = *theme;
    options.language = languageOf(parser.value(u"language"_s));
    if (parser.isSet(u"language"_s) && !options.language) {
        return u"--language must be en, zh-CN or system"_s;
    }
    options.titleSuffix = parser.value(u"window-title-suffix"_s);
    options.openConversation = parser.value(u"open"_s).toULongLong();
    options.screenshotFile = parser.value(u"screenshot"_s);
    options.stateFile = parser.value(u"dump-state"_s);
    options.startsInTray = parser.isSet(u"tray"_s);
    options.windowSize = sizeOf(parser.value(u"window-size"_s));
    if (parser.isSet(u"window-size"_s) && !options.windowSize.isValid()) {
        return u"--window-size must be WIDTHxHEIGHT, for example 1100x720"_s;
    }
    if (parser.isSet(u"open"_s) && options.openConversation == 0) {
        return u"--open needs the number of a conversation"_s;
    }
    return std::nullopt;
}

/// Does not report an invalid link: the window does, because users do not see the output of a program that a
/// browser starts.
std::optional<QString> readLink(const QCommandLineParser& parser, Options& options)
{
    options.quits = parser.isSet(u"quit"_s);
    QStringList rest = parser.positionalArguments();
    if (!rest.isEmpty() && hasLinkScheme(rest.first())) {
        options.link = rest.takeFirst();
    }
    return rest.isEmpty() ? std::nullopt : std::optional<QString>(u"unexpected \"%1\""_s.arg(rest.first()));
}

std::optional<QString> readProfile(const QCommandLineParser& parser, Options& options)
{
    options.profile = parser.value(u"profile"_s);
    options.deviceName = parser.value(u"device"_s);
    options.traceFolder = parser.value(u"trace"_s);
    if (!isProfileName(options.profile)) {
        return u"--profile may contain only letters, digits, '-', '_' and '.'"_s;
    }
    if (!parser.isSet(u"server"_s)) {
        return std::nullopt;
    }
    const auto servers = serversOf(parser.value(u"server"_s));
    if (servers) {
        options.servers = *servers;
        return std::nullopt;
    }
    return u"--server: "_s + problemOf(servers.error());
}

} // namespace

bool isProfileName(const QString& name)
{
    static const QRegularExpression pattern(u"^[\\p{L}\\p{N}_-][\\p{L}\\p{N}._-]{0,63}$"_s);
    return pattern.match(name).hasMatch();
}

std::variant<Options, OptionsEnd> optionsOf(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Tidemark, a chat client whose unread counts are never wrong."_s);
    parser.addPositionalArgument(
        u"link"_s,
        u"Show this link: tidemark:conversation/NUMBER or tidemark:conversation/NUMBER/message/NUMBER."_s,
        u"[link]"_s);
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.addOptions(known());
    parser.addOptions(knownToQt());
    // Qt's own help option would also offer --help-all, which adds only Qt's options.
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Show this text."_s);
    parser.addOption(help);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Show the version."_s);
    parser.addOption(version);
    if (!parser.parse(arguments)) {
        return OptionsEnd{u"tidemark: %1\n"_s.arg(parser.errorText()), 2};
    }
    if (parser.isSet(help)) {
        // Without an application object, Qt does not know the program's name.
        QString text = parser.helpText();
        return OptionsEnd{text.replace(u"<executable_name>"_s, u"tidemark"_s), 0};
    }
    if (parser.isSet(version)) {
        return OptionsEnd{u"tidemark "_s + QCoreApplication::applicationVersion() + u'\n', 0};
    }
    Options options;
    for (const auto& read : {readLink, readProfile, readAccount, readWindow}) {
        if (const auto mistake = read(parser, options)) {
            return OptionsEnd{u"tidemark: %1\n"_s.arg(*mistake), 2};
        }
    }
    return options;
}

} // namespace tidemark
