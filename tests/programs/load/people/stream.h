#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace tidemark::load {

struct SslContextEnd {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct SslEnd {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
};
using SslContext = std::unique_ptr<SSL_CTX, SslContextEnd>;

/// For clients that accept any certificate, because they do not measure security.
[[nodiscard]] SslContext clientTls();

/// Bytes to and from 127.0.0.1, plain or by TLS, without waiting.
class Stream {
public:
    enum class Result : std::uint8_t { Done, Blocked, Ended };

    /// Begins to connect. `tls` is null for plain bytes, and must outlive this object.
    Stream(int port, SSL_CTX* tls);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Continues the TLS handshake once the socket is connected.
    [[nodiscard]] Result shakeHands();
    /// `count` gets the number of bytes.
    [[nodiscard]] Result read(std::span<char> into, std::size_t& count);
    [[nodiscard]] Result write(std::string_view bytes, std::size_t& count);
    /// Whether read() has not returned all decrypted bytes yet. The descriptor does not report these.
    [[nodiscard]] bool hasMore() const { return m_ssl != nullptr && SSL_has_pending(m_ssl.get()) == 1; }
    /// Ends the connection without notifying the server.
    void close();

private:
    [[nodiscard]] Result resultOf(int status);

    int m_descriptor = -1;
    std::unique_ptr<SSL, SslEnd> m_ssl;
};

} // namespace tidemark::load
