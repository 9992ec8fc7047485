#include "app/lab/window/lab_program.h"

#include "app/lab/playing/walk.h"
#include "app/lab/running/library.h"
#include "app/lab/window/lab_window.h"
#include "ui/look/painting.h"
#include "ui/platform/desktop_look.h"
#include "ui/platform/session_bus.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr int wrongUse = 2;
/// The window is made again, in another language.
constexpr int exitToRestart = 1000;

struct WindowOptions {
    std::string scenario; ///< a name or a file; empty: the first step of the walk
    std::optional<ThemeChoice> theme;
    std::optional<Language> language;
    sim::Defect defect = sim::Defect::None;
};

/// Returns why the option is wrong, or nothing.
std::optional<std::string> readOption(WindowOptions& options, const std::string& name,
                                      const std::string& value)
{
    const QString word = QString::fromLocal8Bit(value.data(), static_cast<qsizetype>(value.size()));
    if (name == "--theme") {
        options.theme = themeChoiceOf(word);
        return options.theme ? std::nullopt
                             : std::optional<std::string>("--theme must be light, dark or system");
    }
    if (name == "--language") {
        options.language = languageOf(word);
        return options.language ? std::nullopt
                                : std::optional<std::string>("--language must be en, zh-CN or system");
    }
    if (name == "--defect") {
        const auto found = std::ranges::find(sim::allDefects, value, &sim::NamedDefect::name);
        if (found != sim::allDefects.end()) {
            options.defect = found->defect;
            return std::nullopt;
        }
        return "unknown defect: " + value;
    }
    return "unknown option: " + name;
}

std::optional<std::string> readOptions(WindowOptions& options, const std::vector<std::string>& words)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!words[i].starts_with("--")) {
            if (!options.scenario.empty()) {
                return "name one scenario";
            }
            options.scenario = words[i];
        } else if (i + 1 == words.size()) {
            return words[i] + " needs a value";
        } else if (const auto mistake = readOption(options, words[i], words[i + 1])) {
            return mistake;
        } else {
            ++i;
        }
    }
    return std::nullopt;
}

QString dataFile(const QString& name)
{
    const QDir data(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return data.filePath(name);
}

QString settingsFile()
{
    return dataFile(u"laboratory.ini"_s);
}

void keep(const QString& key, const QString& word)
{
    QSettings(settingsFile(), QSettings::IniFormat).setValue(key, word);
}

ThemeChoice storedTheme()
{
    const QSettings settings(settingsFile(), QSettings::IniFormat);
    return themeChoiceOf(settings.value(u"theme"_s).toString()).value_or(ThemeChoice::System);
}

/// Before the first choice the language is that of Tidemark's own window.
Language storedLanguage()
{
    for (const QString& file : {settingsFile(), dataFile(u"profiles/default/window.ini"_s)}) {
        const QSettings settings(file, QSettings::IniFormat);
        if (const auto language = languageOf(settings.value(u"language"_s).toString())) {
            return *language;
        }
    }
    return Language::System;
}

/// Shows the window until it is closed, or is to be made again.
int showWindow(const WindowOptions& options, LabLook& look, Language language,
               std::optional<Scenario>& scenario)
{
    LabWindow window(look, language, options.defect);
    QObject::connect(&window, &LabWindow::themeChosen, qApp,
                     [](ThemeChoice choice) { keep(u"theme"_s, wordOf(choice)); });
    QObject::connect(&window, &LabWindow::languageChosen, qApp, [](Language chosen) {
        keep(u"language"_s, wordOf(chosen));
        QCoreApplication::exit(exitToRestart);
    });
    if (scenario) {
        window.load(*scenario);
    }
    window.show();
    const int status = QApplication::exec();
    if (window.controller().isLoaded()) {
        scenario = window.controller().savedScenario();
    }
    return status;
}

/// Enlarges Qt's default font, as the window of Tidemark does, if the desktop sets none.
void useReadableLabFont()
{
    constexpr double readablePoints = 10.5;
    QFont font = QApplication::font();
    if (qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") && font.pointSizeF() < readablePoints) {
        font.setPointSizeF(readablePoints);
    }
    QApplication::setFont(font);
}

int refuse(const std::string& why)
{
    std::fprintf(stderr, "tidemark-lab: %s\n", why.c_str());
    return wrongUse;
}

} // namespace

bool opensWindow(const std::vector<std::string_view>& words)
{
    return words.empty() || words.front() == "open";
}

int runWindow(int argc, char** argv)
{
    WindowOptions options;
    if (const auto mistake = readOptions(options, std::vector<std::string>(argv + 1, argv + argc))) {
        return refuse(*mistake);
    }
    auto first = scenarioNamed(options.scenario.empty() ? walkStep(1) : options.scenario);
    if (!first) {
        return refuse(first.error());
    }
    std::optional<Scenario> scenario = std::move(first).value();
    QCoreApplication::setApplicationName(u"tidemark"_s);
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    QApplication::setWindowIcon(programIcon());
    useReadableLabFont();
    LabLook look(options.theme.value_or(storedTheme()));
    DesktopLookWatch desktop(sessionBus());
    QObject::connect(&desktop, &DesktopLookWatch::changed, &look, &LabLook::setDesktopLook);
    for (;;) {
        const Language language = options.language.value_or(storedLanguage());
        const LanguageTexts texts(localeOf(language));
        const int status = showWindow(options, look, language, scenario);
        if (status != exitToRestart) {
            return status;
        }
        options.language.reset();
    }
}

} // namespace tidemark::lab
