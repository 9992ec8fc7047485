#pragma once

#include "core/client/client.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace tidemark::test {

/// One of many clients that send again and again. It records what its user would see.
class Talker : public QObject {
public:
    /// Creates an account of its own. `folder` holds its profile.
    Talker(int number, const QString& folder, const ServerList& servers);

    void talkIn(ConversationId conversation);
    void fallSilent() { m_timer.stop(); }

    [[nodiscard]] Client& client() { return *m_client; }
    [[nodiscard]] bool isOnline() const { return m_status.phase == ConnectionPhase::Online; }
    [[nodiscard]] bool isQuiescent() const { return m_isQuiescent; }
    /// The place in the list of the server to which it is, or was last, connected.
    [[nodiscard]] std::uint32_t server() const { return m_status.server; }
    [[nodiscard]] QString failures() const { return m_failures.join(QStringLiteral(", ")); }
    [[nodiscard]] std::size_t sent() const { return m_texts.size(); }
    [[nodiscard]] std::size_t acked() const { return m_acked.size(); }
    [[nodiscard]] const std::set<QString>& texts() const { return m_texts; }
    /// For each restart, when it planned to come back after GoAway.
    [[nodiscard]] const std::vector<Milliseconds>& comeBacks() const { return m_comeBacks; }

private:
    void watch();
    void signUp();
    void noteConnection(const ConnectionStatus& status);
    void note(const char* what, protocol::ErrorCode error);
    void sendOne();

    QString m_name;
    std::unique_ptr<Client> m_client;
    QTimer m_timer;
    ConversationId m_conversation;
    CommandId m_join;
    ConnectionStatus m_status;
    std::set<QString> m_texts;
    std::map<MessageUuid, Seq> m_acked;
    std::vector<Milliseconds> m_comeBacks;
    QStringList m_failures; ///< the errors that a user would have seen
    bool m_isQuiescent = false;
};

using Talkers = std::vector<std::unique_ptr<Talker>>;

[[nodiscard]] bool all(const Talkers& talkers, bool (Talker::*holds)() const);
/// The smallest number of acknowledged messages of any talker.
[[nodiscard]] std::size_t fewestAcked(const Talkers& talkers);
/// Whether `log` has every text of the talkers once, and nothing else.
[[nodiscard]] bool isAllOnce(const Talkers& talkers, QStringList log);

} // namespace tidemark::test
