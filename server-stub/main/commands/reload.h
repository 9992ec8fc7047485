#pragma once

#include "server-stub/main/settings/settings_reader.h"
#include "server-stub/shell/certificate_files.h"

#include <optional>

namespace tidemark::server {

class Server;

/// Handles SIGHUP: reads the settings, certificate and key again and applies them to the running server. The
/// log names the problems, and the settings that need a restart.
class Reload {
public:
    /// `given`: the settings that `server` was started with. `server` must outlive this object.
    /// `certificate`: empty without TLS.
    Reload(SettingsSources sources, GivenSettings given, std::optional<CertificateFiles> certificate,
           Server& server);

    void run();

private:
    void readAgain();
    /// The present settings, with the values from `read` for those that can be changed now.
    [[nodiscard]] GivenSettings merged(const GivenSettings& read) const;

    SettingsSources m_sources;
    GivenSettings m_given;
    std::optional<CertificateFiles> m_certificate;
    Server& m_server;
};

} // namespace tidemark::server
