#include "tests/programs/load/base/sha256.h"

#include "tests/programs/load/base/failure.h"

#include <openssl/evp.h>

namespace tidemark::load {

BlobHash sha256Of(std::string_view bytes)
{
    BlobHash hash;
    require(EVP_Digest(bytes.data(), bytes.size(), hash.bytes.data(), nullptr, EVP_sha256(), nullptr) == 1,
            "computing a hash");
    return hash;
}

} // namespace tidemark::load
