#include "tests/e2e/operating/talker.h"

#include <QDir>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tidemark::test {

Talker::Talker(int number, const QString& folder, const ServerList& servers)
    : m_name(QStringLiteral("person%1").arg(number))
{
    ClientOptions options;
    options.profileDirectory = QDir(folder).filePath(m_name);
    options.servers = servers;
    options.deviceName = QStringLiteral("desk");
    m_client = std::make_unique<Client>(std::move(options));
    watch();
    m_client->open();
}

void Talker::watch()
{
    const Client* client = m_client.get();
    connect(client, &Client::opened, this, &Talker::signUp);
    connect(client, &Client::connectionChanged, this, &Talker::noteConnection);
    connect(client, &Client::messageAcked, this,
            [this](ConversationId, MessageUuid uuid, Seq seq) { m_acked.emplace(uuid, seq); });
    connect(client, &Client::messageFailed, this,
            [this](ConversationId, MessageUuid, protocol::ErrorCode error) { note("message", error); });
    connect(client, &Client::storeNotice, this, [this](const QString& text) { m_failures.append(text); });
    connect(client, &Client::mismatch, this,
            [this](ConversationId, const QString& detail) { m_failures.append(detail); });
    connect(client, &Client::commandDone, this, [this](const change::CommandDone& done) {
        if (done.error) {
            note("command", *done.error);
        } else if (done.command == m_join) {
            m_timer.start(std::chrono::milliseconds(150));
        }
    });
    connect(client, &Client::quiescentChanged, this, [this](bool quiescent) { m_isQuiescent = quiescent; });
    connect(&m_timer, &QTimer::timeout, this, &Talker::sendOne);
}

void Talker::talkIn(ConversationId conversation)
{
    m_conversation = conversation;
    m_join = m_client->newCommand();
    m_client->submit(input::Join{m_join, conversation});
}

void Talker::signUp()
{
    m_client->submit(
        input::RegisterAccount{m_client->newCommand(), m_name.toStdString(), {}, Client::newToken()});
}

void Talker::noteConnection(const ConnectionStatus& status)
{
    // Only the first plan after being online counts: later ones are for a server that is not back yet.
    if (isOnline() && status.phase == ConnectionPhase::Waiting) {
        m_comeBacks.push_back(status.retryAt.value_or(Instant()).time_since_epoch());
    }
    if (status.error) {
        note("connection", *status.error);
    }
    m_status = status;
}

void Talker::note(const char* what, protocol::ErrorCode error)
{
    m_failures.append(QStringLiteral("%1: %2").arg(QLatin1String(what)).arg(static_cast<int>(error)));
}

void Talker::sendOne()
{
    const QString text = QStringLiteral("%1 says %2").arg(m_name).arg(m_texts.size());
    m_texts.insert(text);
    content::Message content;
    content.text = text.toStdString();
    m_client->submit(input::Send{m_conversation, Client::newUuid(), std::move(content)});
}

bool all(const Talkers& talkers, bool (Talker::*holds)() const)
{
    return std::all_of(talkers.begin(), talkers.end(),
                       [holds](const auto& talker) { return (talker.get()->*holds)(); });
}

std::size_t fewestAcked(const Talkers& talkers)
{
    std::size_t fewest = ~std::size_t{0};
    for (const auto& talker : talkers) {
        fewest = std::min(fewest, talker->acked());
    }
    return fewest;
}

bool isAllOnce(const Talkers& talkers, QStringList log)
{
    QStringList said;
    for (const auto& talker : talkers) {
        said.append(QStringList(talker->texts().begin(), talker->texts().end()));
    }
    std::sort(log.begin(), log.end());
    std::sort(said.begin(), said.end());
    return log == said;
}

} // namespace tidemark::test
