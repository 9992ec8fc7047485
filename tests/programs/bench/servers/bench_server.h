#pragma once

#include "tests/support/server_process.h"

#include <QString>

namespace tidemark::bench {

/// A real server for a benchmark: a new database in `folder`, no rate limits.
class BenchServer {
public:
    BenchServer(const QString& folder, const QString& name);

    [[nodiscard]] int port() const;
    [[nodiscard]] QString url() const { return m_process.url(); }

private:
    test::ServerProcess m_process;
};

} // namespace tidemark::bench
