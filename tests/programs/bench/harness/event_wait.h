#pragma once

#include "tests/programs/bench/harness/workbench.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

namespace tidemark::bench {

/// Calls `start`, and runs the event loop until `sender` emits `signal`. Ends the program if that does not
/// happen.
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
