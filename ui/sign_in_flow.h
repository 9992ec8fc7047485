#pragma once

#include "core/client/client.h"
#include "ui/sign_in_dialog.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace tidemark {

/// Gets the user in: with what the command line gave, else by a dialog that stays until it worked. Speaks to
/// the client by signals.
class SignInFlow : public QObject {
    Q_OBJECT
public:
    struct Sources {
        std::function<CommandId()> command;
        std::function<std::string()> token; ///< 32 random bytes for this device
    };
    /// What the command line may give. `token`: 32 raw bytes, taken instead of a password.
    struct Given {
        QString name;
        QString password;
        std::string token;
    };

    /// `window`: where the dialog belongs; outlives this.
    SignInFlow(Sources sources, Given given, QWidget* window, QObject* parent = nullptr);

    /// What is on this computer of the account that was last signed in; another one takes its place.
    struct Kept {
        QString name;
        int unsent = 0; ///< messages
    };
    void setKept(const Kept& kept) { m_kept = kept; }

    /// Nobody is signed in. `servers`: where the fields begin.
    void begin(const ServerList& servers);
    void takeAccount(const QString& userName);
    /// Asks the server once more for what it was asked last, where its certificate was in the way.
    void retry();
    void takeCommandDone(const change::CommandDone& done);
    /// Where somebody else has signed this device out, the dialog says so.
    void takeConnection(const ConnectionStatus& status);
    /// Null while nobody is asked.
    [[nodiscard]] SignInDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void submitted(const tidemark::Input& input);
    void serversChosen(const tidemark::ServerList& servers);
    /// There is a dialog, in front of whatever was there before.
    void dialogShown();
    /// The user closed the dialog without signing in.
    void givenUp();

private:
    void request(const SignInRequest& request);
    /// Does `proceed`, after asking if it costs what somebody else has not sent.
    void checkKept(const QString& name, std::function<void()> proceed);
    void submit(const SignInRequest& request);
    void showDialog();
    void fillDialog();
    void showReason();

    Sources m_sources;
    Given m_given;
    Kept m_kept;
    QWidget* m_window;
    ServerList m_servers;
    QPointer<SignInDialog> m_dialog;
    CommandId m_pending;
    std::optional<SignInRequest> m_unverified; ///< was not sent because of the server's certificate
    std::optional<SignInRequest> m_asked;
    QString m_reason; ///< why nobody is signed in any more, in words; empty: the user wanted it
};

/// Why signing in failed, in words.
[[nodiscard]] QString signInErrorText(protocol::ErrorCode error, Milliseconds retryAfter = Milliseconds(0));

} // namespace tidemark
