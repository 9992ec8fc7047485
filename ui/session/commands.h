#pragma once

#include "core/client/client_values.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <unordered_map>

namespace tidemark {

/// Creates command and message ids. Tests use functions of their own.
struct IdSource {
    std::function<CommandId()> command;
    std::function<MessageUuid()> uuid;
};

/// Passes the user's commands to the client, knows which of them the server has not answered yet, and says
/// why the server refused one. Lives on the GUI thread.
class Commands : public QObject {
    Q_OBJECT
public:
    struct Awaited {
        QString what; ///< "Could not leave", shown if the command fails; empty: a caller waits for the answer
        QStringList names;                                    ///< the users whom the command is about
        std::function<void(const change::CommandDone&)> then; ///< called after the signals about the answer
    };

    explicit Commands(IdSource ids, QObject* parent = nullptr);

    [[nodiscard]] const IdSource& ids() const { return m_ids; }
    /// Returns the id for a new command, and remembers what to do with its answer.
    [[nodiscard]] CommandId expect(Awaited awaited = {});
    void submit(const Input& input) { Q_EMIT submitted(input); }

    // ---- from the client
    void take(const change::CommandDone& done);

Q_SIGNALS:
    // ---- to the client
    void submitted(const tidemark::Input& input);

    // ---- to the window
    /// A command has ended, perhaps one without an id from expect().
    void ended(const tidemark::change::CommandDone& done);
    /// The server has answered a query.
    void resultCame(const tidemark::change::CommandDone& result);
    /// A command that a caller waits for has ended; `why` says why it failed, for the user, and is empty on
    /// success.
    void answered(tidemark::CommandId command, const QString& why);
    /// The server refused a command. Both texts are shown to the user.
    void refused(const QString& what, const QString& why);

private:
    IdSource m_ids;
    std::unordered_map<CommandId, Awaited> m_awaited;
};

} // namespace tidemark
