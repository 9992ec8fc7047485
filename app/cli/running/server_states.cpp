#include "app/cli/running/server_states.h"

#include "app/cli/running/error_text.h"
#include "core/domain/protocol.h"
#include "core/wire/codec.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>
#include <utility>

namespace tidemark::cli {

namespace {

class StatesFetcher : public QObject {
public:
    StatesFetcher(std::unique_ptr<Transport> transport, const std::string& token, DeviceId device)
        : m_transport(std::move(transport))
    {
        protocol::Hello hello;
        hello.token = token;
        hello.device = device;
        hello.clientName = "tidemark-cli audit";
        m_hello = wire::encode(protocol::ClientEnvelope{RequestId(1), 0, hello});
        connect(m_transport.get(), &Transport::opened, this, [this] {
            m_transport->send(QByteArray::fromStdString(m_hello));
            m_transport->flush();
        });
        connect(m_transport.get(), &Transport::closed, this, [this](const QString& reason) {
            finish(Failure{ExitStatus::NoConnection, reason});
        });
        connect(m_transport.get(), &Transport::frameArrived, this, &StatesFetcher::onFrame);
    }

    Result<std::vector<ConversationState>> fetch(const Endpoint& server, std::chrono::milliseconds timeout)
    {
        QTimer::singleShot(timeout, &m_loop, &QEventLoop::quit);
        server.open(*m_transport);
        m_loop.exec();
        m_transport->close();
        if (m_failure) {
            return Unexpected(*m_failure);
        }
        return m_isComplete ? Result<std::vector<ConversationState>>(std::move(m_states))
                            : noConnection(QStringLiteral("The server does not answer."));
    }

private:
    void onFrame(const QByteArray& bytes)
    {
        const auto envelope = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
        if (!envelope || envelope->request != RequestId(1)) {
            return;
        }
        if (const auto* error = std::get_if<protocol::Error>(&envelope->frame)) {
            finish(Failure{ExitStatus::Refused, errorText(error->code)});
        } else if (const auto* welcome = std::get_if<protocol::Welcome>(&envelope->frame)) {
            m_isComplete = welcome->statesToCome == 0;
        } else if (const auto* states = std::get_if<protocol::States>(&envelope->frame)) {
            m_states.insert(m_states.end(), states->states.begin(), states->states.end());
            m_isComplete = states->remaining == 0;
        }
        if (m_isComplete) {
            m_loop.quit();
        }
    }

    void finish(const Failure& failure)
    {
        m_failure = failure;
        m_loop.quit();
    }

    std::unique_ptr<Transport> m_transport;
    QEventLoop m_loop;
    std::string m_hello;
    std::vector<ConversationState> m_states;
    std::optional<Failure> m_failure;
    bool m_isComplete = false;
};

} // namespace

Result<std::vector<ConversationState>> fetchServerStates(std::unique_ptr<Transport> transport,
                                                         const Endpoint& server, const std::string& token,
                                                         DeviceId device, std::chrono::milliseconds timeout)
{
    return StatesFetcher(std::move(transport), token, device).fetch(server, timeout);
}

} // namespace tidemark::cli
