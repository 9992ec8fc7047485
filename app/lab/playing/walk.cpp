#include "app/lab/playing/walk.h"

#include "app/lab/running/library.h"
#include "app/lab/scenario/scenario_text.h"

#include <QFile>
#include <QHash>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

/// Sentences of the built-in scenarios in the language of the window; see resources/scenarios.
QHash<QString, QString> readTexts(const QString& language)
{
    QHash<QString, QString> texts;
    QFile file(u":/scenario-texts/%1.tsv"_s.arg(language));
    if (!file.open(QIODevice::ReadOnly)) {
        return texts;
    }
    const QString all = QString::fromUtf8(file.readAll());
    for (const QStringView line : QStringView(all).split(u'\n')) {
        if (const qsizetype tab = line.indexOf(u'\t'); tab > 0) {
            texts.insert(line.left(tab).toString(), line.mid(tab + 1).toString());
        }
    }
    return texts;
}

std::uint32_t stepOf(const std::string& name)
{
    const auto scenario = readScenario(libraryText(name).value_or(std::string()));
    return scenario ? scenario->walk : 0;
}

} // namespace

std::uint32_t walkSteps()
{
    std::uint32_t steps = 0;
    for (const std::string& name : libraryNames()) {
        steps = std::max(steps, stepOf(name));
    }
    return steps;
}

std::string walkStep(std::uint32_t step)
{
    const std::vector<std::string> names = libraryNames();
    const auto found = std::ranges::find(names, step, stepOf);
    return found == names.end() ? std::string() : *found;
}

QString scenarioText(const std::string& sentence)
{
    const QString text = QString::fromStdString(sentence);
    if (QLocale().language() != QLocale::Chinese) {
        return text;
    }
    static const QHash<QString, QString> texts = readTexts(u"zh_CN"_s);
    return texts.value(text, text);
}

} // namespace tidemark::lab
