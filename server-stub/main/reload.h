#pragma once

#include "server-stub/main/settings_reader.h"
#include "server-stub/shell/certificate_files.h"

#include <optional>

namespace tidemark::server {

class Server;

/// What SIGHUP does: reads the settings, certificate and key once more and lets the server go on with them.
/// What is wrong, and what has to wait for a restart, is said in the log.
class Reload {
public:
    /// `given`: what `server` was started with. It must live longer. `certificate`: none without TLS.
    Reload(SettingsSources sources, GivenSettings given, std::optional<CertificateFiles> certificate,
           Server& server);

    void run();

private:
    void readAgain();
    /// With what was read where that can be changed now, else with what was there.
    [[nodiscard]] GivenSettings merged(const GivenSettings& read) const;

    SettingsSources m_sources;
    GivenSettings m_given;
    std::optional<CertificateFiles> m_certificate;
    Server& m_server;
};

} // namespace tidemark::server
