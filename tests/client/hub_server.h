#pragma once

#include "core/client/client.h"
#include "core/transport/transport.h"
#include "server-stub/hub/hub.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/client/fake_transport.h"

#include <QObject>
#include <QUrl>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::test {

/// The real hub on the test's thread, without sockets. Clients reach it by a FakeTransport, the test by
/// request().
class HubServer : public QObject {
    Q_OBJECT
public:
    HubServer();
    ~HubServer() override;

    /// The transports for ClientOptions. The server must outlive the client.
    [[nodiscard]] std::function<std::unique_ptr<Transport>()> transports();

    /// Options of a client of this server that connects again at once.
    [[nodiscard]] ClientOptions clientOptions(const QString& profile);

    /// Refuses connections from now on, and cuts the existing ones.
    void goDown();
    void comeUp() { m_isUp = true; }
    void cutAll();
    /// After each `frames` frames all connections are cut, and the answer to the last frame is lost.
    void cutEvery(int frames) { m_cutEvery = frames; }
    void sendGarbageToAll();
    /// While true, answers are held back.
    void setMute(bool mute) { m_isMute = mute; }

    /// A user of the test's own, signed in without pushes. The name must be free.
    [[nodiscard]] server::ConnectionId addPeer(const std::string& name);
    /// Another device of a user, signed in like a peer.
    [[nodiscard]] server::ConnectionId addDevice(UserId user, DeviceId device);
    /// Sends one frame for a peer and gives the answer.
    protocol::ServerFrame request(server::ConnectionId peer, const protocol::ClientFrame& frame);
    /// Sends several frames in one turn of the server.
    void requestAll(server::ConnectionId peer, const std::vector<protocol::ClientFrame>& frames);

    [[nodiscard]] server::Store& store() { return m_store; }
    [[nodiscard]] const QUrl& lastUrl() const { return m_lastUrl; }
    [[nodiscard]] int connectionsMade() const { return m_connectionsMade; }

Q_SIGNALS:
    void accepted(quint64 transport, int generation);
    void delivered(quint64 transport, int generation, const QByteArray& frame);
    void garbled(quint64 transport, int generation);
    void lost(quint64 transport, int generation);

private:
    class FixedSecrets;
    /// A connection of a transport. A transport may be destroyed at any time, so it is reached by signals
    /// alone.
    struct Link {
        quint64 transport = 0;
        int generation = 0;
    };

    [[nodiscard]] server::ConnectionId enter(const std::string& token, DeviceId device);
    void adopt(FakeTransport* transport);
    void onOpen(quint64 transport, const QUrl& url, int generation);
    void onClose(quint64 transport, int generation);
    void onFrame(quint64 transport, const QByteArray& frame, int generation);
    void step(const std::vector<server::Input>& inputs);
    void carryOut(const server::Effect& effect, std::vector<server::Input>& answers);
    void deliver(server::ConnectionId connection, const protocol::ServerEnvelope& envelope);
    [[nodiscard]] std::map<server::ConnectionId, Link>::iterator find(quint64 transport, int generation);

    server::MemoryStore m_store;
    server::MemoryBlobStore m_files;
    std::unique_ptr<server::Secrets> m_secrets;
    std::unique_ptr<server::Hub> m_hub;
    std::map<server::ConnectionId, Link> m_links;
    std::map<server::ConnectionId, protocol::ServerFrame> m_lastReplies; ///< the last answers to peers
    std::atomic<quint64> m_lastTransport{0}; ///< transports are made on other threads
    std::uint64_t m_lastConnection = 0;
    std::uint64_t m_lastRequest = 0;
    std::int64_t m_nowMs = 1;
    bool m_isUp = true;
    bool m_isMute = false;
    int m_cutEvery = 0;
    int m_frames = 0;
    QUrl m_lastUrl;
    int m_connectionsMade = 0;
};

} // namespace tidemark::test
