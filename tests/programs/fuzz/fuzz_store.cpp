#include "tests/programs/fuzz/damaged_store.h"

#include <QCoreApplication>

/// Damage of any kind to the files of a client's store: it is opened or refused with a reason, and works.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    static int count = 1;
    static char name[] = "fuzz_store";
    static char* arguments[] = {name, nullptr};
    static const QCoreApplication application(count, arguments); // for Qt's database driver
    static tidemark::fuzz::DamagedStore store;
    store.open(tidemark::fuzz::ByteSource({bytes, size}));
    return 0;
}
