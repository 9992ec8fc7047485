#include "app/lab/running/library.h"

#include "app/lab/scenario/scenario_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace tidemark::lab {

namespace {

const QString folder = QStringLiteral(":/scenarios");
const QString suffix = QStringLiteral(".scenario");

} // namespace

std::optional<std::string> libraryText(const std::string& name)
{
    QFile file(folder + u'/' + QString::fromStdString(name) + suffix);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    return file.readAll().toStdString();
}

std::vector<std::string> libraryNames()
{
    std::vector<std::tuple<std::uint32_t, std::string>> names;
    for (const QString& file : QDir(folder).entryList(QDir::Files, QDir::Name)) {
        const std::string name = file.chopped(suffix.size()).toStdString();
        const auto scenario = readScenario(libraryText(name).value_or(std::string()));
        const bool isInWalk = scenario && scenario->walk > 0;
        names.emplace_back(isInWalk ? scenario->walk : UINT32_MAX, name);
    }
    std::ranges::sort(names);
    std::vector<std::string> sorted;
    sorted.reserve(names.size());
    for (const auto& [walk, name] : names) {
        sorted.push_back(name);
    }
    return sorted;
}

Expected<Scenario, std::string> scenarioNamed(const std::string& nameOrFile)
{
    std::string text;
    QFile file(QString::fromLocal8Bit(nameOrFile.data(), static_cast<qsizetype>(nameOrFile.size())));
    if (file.exists() && QFileInfo(file).isFile()) {
        if (file.size() > static_cast<qint64>(caps::fileBytes) || !file.open(QIODevice::ReadOnly)) {
            return Unexpected(nameOrFile + " cannot be read, or is larger than one megabyte");
        }
        text = file.readAll().toStdString();
    } else if (const auto built = libraryText(nameOrFile)) {
        text = *built;
    } else {
        return Unexpected("there is no scenario " + nameOrFile);
    }
    auto scenario = readScenario(text);
    if (!scenario) {
        return Unexpected(nameOrFile + ", line " + std::to_string(scenario.error().line) + ": "
                          + scenario.error().message);
    }
    return std::move(scenario).value();
}

} // namespace tidemark::lab
