#include "core/system/sha256.h"

#include <openssl/evp.h>

namespace tidemark {

Sha256::Sha256() : m_context(EVP_MD_CTX_new())
{
    EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::string_view bytes)
{
    EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size());
}

std::array<std::uint8_t, 32> Sha256::result()
{
    std::array<std::uint8_t, 32> hash{};
    EVP_DigestFinal_ex(m_context.get(), hash.data(), nullptr);
    return hash;
}

void Sha256::Free::operator()(evp_md_ctx_st* context) const
{
    EVP_MD_CTX_free(context);
}

} // namespace tidemark
