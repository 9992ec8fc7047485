#pragma once

#include "tests/support/postgres_server.h"

#include <QCoreApplication>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>

namespace tidemark::cluster {

/// The load runs this long before and after the fault. TIDEMARK_SECONDS sets another time.
inline double runSeconds()
{
    bool isSet = false;
    const int seconds = qEnvironmentVariableIntValue("TIDEMARK_SECONDS", &isSet);
    return isSet ? seconds : 2;
}

/// Runs the cases of a program and returns its exit status. The cases fail without a PostgreSQL.
inline int runCases(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    if (const QString obstacle = test::PostgresServer::obstacle(); !obstacle.isEmpty()) {
        std::printf("failed: %s\n", qPrintable(obstacle));
        return 1;
    }
    return doctest::Context(argc, argv).run();
}

} // namespace tidemark::cluster
