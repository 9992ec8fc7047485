#include "core/wire/codec.h"
#include "tests/programs/fuzz/decoding.h"

/// Decodes frames of clients. Any bytes must give an error, or a value that survives encoding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    tidemark::fuzz::decodeAndBack({bytes, size}, tidemark::wire::decodeClient);
    return 0;
}
