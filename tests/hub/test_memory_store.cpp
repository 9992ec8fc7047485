#include "server-stub/hub/memory/memory_store.h"
#include "tests/support/blob_conformance.h"

namespace tidemark::server::conformance {

StoreUnderTest makeStore()
{
    auto store = std::make_unique<MemoryStore>();
    MemoryStore* memory = store.get();
    return {std::move(store), [memory] { memory->failNextCommit(); }};
}

} // namespace tidemark::server::conformance
