#include "server-stub/main/settings/settings_reader.h"

#include <QFile>

#include <algorithm>

namespace tidemark::server {
namespace {

std::optional<std::size_t> settingPlaceOf(const QString& name)
{
    const auto& all = allSettings();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Setting& one) { return name == QLatin1String(one.name); });
    return found == all.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - all.begin()));
}

/// Takes values one after the other and finds the problems of each.
class Reading {
public:
    void file(const QString& name);
    void environment(const SettingsSources::Values& variables);
    void options(const SettingsSources::Values& options);
    [[nodiscard]] GivenSettings end();

private:
    void line(const QString& text, const QString& origin, GivenSettings& ofFile);
    /// `subject`: the beginning of a problem if the origin does not name the setting.
    void put(std::size_t place, const QString& text, const QString& origin, const QString& subject = {});
    void checkTogether();
    void problem(const QString& origin, const QString& what)
    {
        m_given.problems.append(QStringLiteral("%1: %2").arg(origin, what));
    }

    GivenSettings m_given;
    std::vector<bool> m_wereTried = std::vector<bool>(allSettings().size()); ///< also set by a wrong value
};

void Reading::file(const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        return problem(name, QStringLiteral("cannot be read: %1").arg(file.errorString()));
    }
    GivenSettings ofFile;
    for (int number = 1; !file.atEnd(); ++number) {
        const QString text = QString::fromUtf8(file.readLine()).trimmed();
        if (!text.isEmpty() && !text.startsWith(QLatin1Char('#'))) {
            line(text, QStringLiteral("%1:%2").arg(name).arg(number), ofFile);
        }
    }
}

void Reading::line(const QString& text, const QString& origin, GivenSettings& ofFile)
{
    const qsizetype sign = text.indexOf(QLatin1Char('='));
    const QString name = text.left(std::max<qsizetype>(sign, 0)).trimmed();
    const QString value = text.mid(sign + 1).trimmed();
    if (name.isEmpty()) {
        return problem(origin, QStringLiteral("'%1' is not 'SETTING = VALUE'").arg(text));
    }
    const auto place = settingPlaceOf(name);
    if (!place) {
        return problem(origin, QStringLiteral("unknown setting '%1'").arg(name));
    }
    if (value.isEmpty()) {
        return problem(origin, QStringLiteral("%1 has no value").arg(name));
    }
    if (auto& earlier = ofFile.values.at(*place); earlier.has_value()) {
        return problem(origin, QStringLiteral("%1 is already set in %2").arg(name, earlier->origin));
    }
    ofFile.values.at(*place) = {value, origin};
    put(*place, value, origin, name + QLatin1Char(' '));
}

void Reading::environment(const SettingsSources::Values& variables)
{
    const auto& all = allSettings();
    for (const auto& [name, value] : variables) {
        const auto found = std::find_if(all.begin(), all.end(), [&variable = name](const Setting& one) {
            return variable == variableOf(one);
        });
        if (found == all.end()) {
            problem(name, QStringLiteral("unknown setting"));
        } else {
            put(static_cast<std::size_t>(found - all.begin()), value, name);
        }
    }
}

void Reading::options(const SettingsSources::Values& options)
{
    for (const auto& [name, value] : options) {
        if (const auto place = settingPlaceOf(name)) {
            put(*place, value, QStringLiteral("--") + name);
        }
    }
}

void Reading::put(std::size_t place, const QString& text, const QString& origin, const QString& subject)
{
    ServeSettings unused;
    m_wereTried.at(place) = true;
    if (const QString wrong = allSettings().at(place).put(unused, text); !wrong.isEmpty()) {
        return problem(origin, subject + wrong);
    }
    m_given.values.at(place) = {text, origin};
}

void Reading::checkTogether()
{
    for (std::size_t place = 0; place < allSettings().size(); ++place) {
        const Setting& setting = allSettings().at(place);
        if (setting.isRequired && !m_wereTried.at(place)) {
            problem(QString::fromLatin1(setting.name),
                    QStringLiteral("is missing: give --%1, %2, or a line of the configuration file")
                        .arg(QString::fromLatin1(setting.name), variableOf(setting)));
        }
    }
    if (givenText(m_given, "tls-certificate").isEmpty() != givenText(m_given, "tls-key").isEmpty()) {
        m_given.problems.append(QStringLiteral("give tls-certificate and tls-key together"));
    }
}

GivenSettings Reading::end()
{
    checkTogether();
    return std::move(m_given);
}

} // namespace

SettingsSources sourcesIn(const QStringList& environment)
{
    SettingsSources sources;
    for (const QString& line : environment) {
        const qsizetype sign = line.indexOf(QLatin1Char('='));
        const QString name = line.left(sign);
        if (name == QLatin1String(fileVariable)) {
            sources.file = line.mid(sign + 1);
        } else if (name.startsWith(QLatin1String(variablePrefix))) {
            sources.environment.append({name, line.mid(sign + 1)});
        }
    }
    std::sort(sources.environment.begin(), sources.environment.end());
    return sources;
}

GivenSettings readSettings(const SettingsSources& sources)
{
    Reading reading;
    if (!sources.file.isEmpty()) {
        reading.file(sources.file);
    }
    reading.environment(sources.environment);
    reading.options(sources.options);
    return reading.end();
}

QString givenText(const GivenSettings& given, const char* name)
{
    const auto place = settingPlaceOf(QString::fromLatin1(name));
    const auto& value = given.values.at(place.value_or(0));
    return place && value ? value->text : QString();
}

ServeSettings settingsOf(const GivenSettings& given)
{
    ServeSettings settings;
    for (std::size_t place = 0; place < given.values.size(); ++place) {
        if (const auto& value = given.values.at(place)) {
            static_cast<void>(allSettings().at(place).put(settings, value->text));
        }
    }
    return settings;
}

} // namespace tidemark::server
