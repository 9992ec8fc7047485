#pragma once

namespace tidemark::load {

/// A socket that listens on a free port of 127.0.0.1.
class Listener {
public:
    /// `inherited`: started programs inherit the socket.
    explicit Listener(bool inherited);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    [[nodiscard]] int port() const { return m_port; }

private:
    int m_descriptor = -1;
    int m_port = 0;
};

} // namespace tidemark::load
