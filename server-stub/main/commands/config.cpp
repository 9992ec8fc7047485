#include "server-stub/main/commands/config.h"

#include "server-stub/main/settings/exit_status.h"
#include "server-stub/main/settings/serve_options.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/shell/tls/tls.h"

#include <QFileInfo>

#include <cstdio>

namespace tidemark::server {
namespace {

/// Finds problems that would keep a server from starting, although each setting by itself is valid.
QStringList obstacles(const ServeSettings& settings, ServerOptions options)
{
    QStringList obstacles;
    if (!settings.tlsCertificate.isEmpty()) {
        if (const auto tls = loadTls(settings.tlsCertificate, settings.tlsKey)) {
            options.tls = *tls;
        } else {
            return {tls.error()};
        }
    }
    if (const auto reason = refusal(options)) {
        obstacles.append(*reason);
    }
    if (isDatabaseUrl(settings.database)) {
        if (const auto url = DatabaseUrl::parse(settings.database); !url) {
            obstacles.append(url.error());
        }
    } else if (const QFileInfo folder(QFileInfo(settings.database).absolutePath()); !folder.isDir()) {
        obstacles.append(
            QStringLiteral("the folder %1 of the database does not exist").arg(folder.filePath()));
    }
    return obstacles;
}

int say(const QStringList& problems)
{
    for (const QString& problem : problems) {
        std::fprintf(stderr, "tidemark-server: %s\n", qPrintable(problem));
    }
    return problems.isEmpty() ? Success : Failed;
}

} // namespace

int configCheck(const ConfigCheckArguments& arguments)
{
    const GivenSettings given = readSettings(arguments.sources);
    if (!given.problems.isEmpty()) {
        return say(given.problems);
    }
    const ServeSettings settings = settingsOf(given);
    const ServerOptions options = optionsOf(settings);
    for (std::size_t place = 0; place < allSettings().size(); ++place) {
        const Setting& setting = allSettings().at(place);
        const auto& value = given.values.at(place);
        std::printf("%-24s %-28s %s\n", setting.name, qPrintable(setting.effective(settings, options)),
                    value ? qPrintable(value->origin) : "default");
    }
    return say(obstacles(settings, options));
}

int configManual(const ConfigManualArguments& /*arguments*/)
{
    for (const Setting& setting : allSettings()) {
        QString value = QString::fromLatin1(setting.value).toLower();
        value = value.contains(QLatin1Char('|'))
                    ? QStringLiteral("Cm ") + value.replace(QLatin1Char('|'), QStringLiteral(" | "))
                    : QStringLiteral("Ar ") + value;
        const QString text =
            QString::fromLatin1(setting.text).replace(QStringLiteral(". "), QStringLiteral(".\n"));
        std::printf(".It Fl -%s %s\n%s\n", setting.name, qPrintable(value), qPrintable(text));
    }
    return Success;
}

} // namespace tidemark::server
