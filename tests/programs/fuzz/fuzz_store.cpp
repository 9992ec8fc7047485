#include "tests/programs/fuzz/damaged_store.h"

#include <QCoreApplication>

/// Damages the files of a client's store in any way. The store must be refused with a reason, or open and
/// work.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    static int count = 1;
    static char name[] = "fuzz_store";
    static char* arguments[] = {name, nullptr};
    static const QCoreApplication application(count, arguments); // Qt's database driver needs it
    static tidemark::fuzz::DamagedStore store;
    store.open(tidemark::fuzz::ByteSource({bytes, size}));
    return 0;
}
