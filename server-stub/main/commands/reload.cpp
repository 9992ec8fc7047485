#include "server-stub/main/commands/reload.h"

#include "server-stub/main/settings/serve_options.h"
#include "server-stub/shell/base/log.h"
#include "server-stub/shell/server.h"

#include <utility>

namespace tidemark::server {

Reload::Reload(SettingsSources sources, GivenSettings given, std::optional<CertificateFiles> certificate,
               Server& server)
    : m_sources(std::move(sources)), m_given(std::move(given)), m_certificate(std::move(certificate)),
      m_server(server)
{
}

void Reload::run()
{
    readAgain();
    if (m_certificate) {
        m_certificate->reload(m_server);
    }
}

void Reload::readAgain()
{
    const GivenSettings read = readSettings(m_sources);
    if (!read.problems.isEmpty()) {
        for (const QString& problem : read.problems) {
            qCWarning(serverLog).noquote() << problem;
        }
        qCWarning(serverLog)
            << "keeping the old settings because of these errors; correct them and send SIGHUP again";
        return;
    }
    m_given = merged(read);
    const ServeSettings settings = settingsOf(m_given);
    installLogHandler(settings.logLevel, settings.logFormat);
    m_server.reconfigure(optionsOf(settings));
    qCInfo(serverLog) << "settings reloaded";
}

GivenSettings Reload::merged(const GivenSettings& read) const
{
    GivenSettings merged = m_given;
    for (std::size_t place = 0; place < allSettings().size(); ++place) {
        const Setting& setting = allSettings().at(place);
        const auto& before = m_given.values.at(place);
        const auto& now = read.values.at(place);
        const bool isSame = before.has_value() == now.has_value() && (!now || before->text == now->text);
        if (isSame) {
            continue;
        }
        if (setting.isReloaded) {
            merged.values.at(place) = now;
        }
        qCInfo(serverLog).noquote() << setting.name
                                    << (setting.isReloaded ? "changed"
                                                           : "changed and takes effect after a restart");
    }
    return merged;
}

} // namespace tidemark::server
