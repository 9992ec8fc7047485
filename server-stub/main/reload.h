#pragma once

#include "server-stub/main/settings_reader.h"

namespace tidemark::server {

class Server;

/// What SIGHUP does: reads the settings once more and lets the server go on with them. What is wrong, and
/// what has to wait for a restart, is said in the log.
class Reload {
public:
    /// `given`: what `server` was started with. It must live longer.
    Reload(SettingsSources sources, GivenSettings given, Server& server);

    void run();

private:
    /// With what was read where that can be changed now, else with what was there.
    [[nodiscard]] GivenSettings merged(const GivenSettings& read) const;

    SettingsSources m_sources;
    GivenSettings m_given;
    Server& m_server;
};

} // namespace tidemark::server
