#pragma once

#include "tests/support/postgres_server.h"

#include <QCoreApplication>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>

namespace tidemark::cluster {

/// How long the load goes on before and after what fails; TIDEMARK_SECONDS makes it longer.
inline double runSeconds()
{
    bool isSet = false;
    const int seconds = qEnvironmentVariableIntValue("TIDEMARK_SECONDS", &isSet);
    return isSet ? seconds : 2;
}

/// Runs the cases of a program; its exit status. Without a PostgreSQL they fail.
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
