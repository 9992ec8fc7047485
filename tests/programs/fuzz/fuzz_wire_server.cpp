#include "core/wire/codec.h"
#include "tests/programs/fuzz/decoding.h"

/// What servers send: any bytes give an error, or a value that encodes to itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    tidemark::fuzz::decodeAndBack({bytes, size}, tidemark::wire::decodeServer);
    return 0;
}
