#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

/// Owners of objects that OpenSSL allocates.
namespace tidemark::server::openssl {

template <auto Free>
struct Freeing {
    template <typename T>
    void operator()(T* object) const
    {
        Free(object);
    }
};

using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Context = std::unique_ptr<SSL_CTX, Freeing<SSL_CTX_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freeing<X509_EXTENSION_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using Memory = std::unique_ptr<BIO, Freeing<BIO_free_all>>;

} // namespace tidemark::server::openssl
