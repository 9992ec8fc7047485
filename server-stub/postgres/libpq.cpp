#include "server-stub/postgres/libpq.h"

#include <QLibrary>
#include <QMetaType>
#include <QSqlDriver>
#include <QString>
#include <QVariant>

namespace tidemark::server::postgres {

namespace {

/// Null if there is no such function.
template <typename Function>
Function* libpqFunction(const char* name)
{
    return reinterpret_cast<Function*>(QLibrary::resolve(QStringLiteral("pq"), 5, name));
}

/// libpq's handle of the connection; null if it is unknown.
void* handleOf(const QSqlDriver& driver)
{
    const QVariant handle = driver.handle();
    const bool isPointer = handle.metaType().flags().testFlag(QMetaType::IsPointer);
    return isPointer ? *static_cast<void* const*>(handle.constData()) : nullptr;
}

} // namespace

int socketOf(const QSqlDriver& driver)
{
    auto* const socket = libpqFunction<int(const void*)>("PQsocket");
    const void* handle = handleOf(driver);
    return socket != nullptr && handle != nullptr ? socket(handle) : -1;
}

void silence(const QSqlDriver& driver)
{
    using Processor = void (*)(void*, const char*);
    auto* const setProcessor = libpqFunction<Processor(void*, Processor, void*)>("PQsetNoticeProcessor");
    void* handle = handleOf(driver);
    if (setProcessor != nullptr && handle != nullptr) {
        setProcessor(
            handle, [](void*, const char*) {}, nullptr);
    }
}

} // namespace tidemark::server::postgres
