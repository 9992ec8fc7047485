#pragma once

#include "tests/programs/bench/workbench.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

namespace tidemark::bench {

/// Runs the event loop until `signal` of `sender` comes; `start` is called first. Ends the program when it
/// does not come.
template <typename Sender, typename Signal, typename Start>
void waitFor(Sender* sender, Signal signal, const char* what, Start start)
{
    constexpr int timeoutMs = 60000;
    QEventLoop loop;
    bool came = false;
    QObject::connect(sender, signal, &loop, [&] {
        came = true;
        loop.quit();
    });
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    start();
    if (!came) {
        loop.exec();
    }
    require(came, what);
}

} // namespace tidemark::bench
