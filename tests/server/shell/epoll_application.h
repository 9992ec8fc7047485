#pragma once

#include "server-stub/shell/sockets/epoll_dispatcher.h"

#include <QCoreApplication>

namespace tidemark::test {

/// An application on the event loop that the server runs on.
class EpollApplication {
public:
    EpollApplication(int& argc, char** argv) : m_application(withDispatcher(argc), argv) {}

private:
    static int& withDispatcher(int& argc)
    {
        QCoreApplication::setEventDispatcher(new server::EpollDispatcher);
        return argc;
    }

    QCoreApplication m_application;
};

} // namespace tidemark::test
