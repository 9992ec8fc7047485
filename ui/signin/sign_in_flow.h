#pragma once

#include "core/client/client.h"
#include "ui/signin/sign_in_dialog.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace tidemark {

/// Signs the user in: with the values from the command line, or else by a dialog that stays open until the
/// user is signed in. Speaks to the client by signals.
class SignInFlow : public QObject {
    Q_OBJECT
public:
    struct Sources {
        std::function<CommandId()> command;
        std::function<std::string()> token;     ///< makes 32 random bytes for this device
        std::function<LocalOffer()> local = {}; ///< unset: this computer is not offered
    };
    /// The values from the command line, each optional. `token` is 32 raw bytes, used instead of a password.
    struct Given {
        QString name;
        QString password;
        std::string token;
    };

    /// `window` is the dialog's parent and must outlive this object.
    SignInFlow(Sources sources, Given given, QWidget* window, QObject* parent = nullptr);

    /// The account that was last signed in and whose data this computer keeps. Signing in to another account
    /// replaces the data.
    struct Kept {
        QString name;
        int unsent = 0; ///< messages
    };
    void setKept(const Kept& kept) { m_kept = kept; }

    /// Asks for an account, because no user is signed in. `servers` is the initial value of the field.
    void begin(const ServerList& servers);
    void takeAccount(const QString& userName);
    /// Repeats the last request, which failed because of the server's certificate.
    void retry();
    void takeCommandDone(const change::CommandDone& done);
    /// The server on this computer listens at `url`. Sends the request that waits for it.
    void takeLocalServer(const QUrl& url);
    /// The server on this computer does not run. Returns whether a request waits for it; then the dialog
    /// shows `words`.
    [[nodiscard]] bool takeLocalProblem(const QString& words);
    /// If the server has revoked this device's session, the dialog says so.
    void takeConnection(const ConnectionStatus& status);
    /// Returns null while no dialog is open.
    [[nodiscard]] SignInDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void submitted(const tidemark::Input& input);
    void serversChosen(const tidemark::ServerList& servers);
    /// The user wants to use this computer; the answer is takeLocalServer() or takeLocalProblem().
    void localServerWanted(bool outlivesProgram);
    /// The account on the server of this computer exists, and the user is signed in there.
    void localAccountReady(const QString& name);
    /// A dialog has opened, in front of other windows.
    void dialogShown();
    /// The user closed the dialog without signing in.
    void givenUp();

private:
    void request(const SignInRequest& request);
    /// Calls `proceed`. If that would delete another user's unsent messages, asks first.
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
    std::optional<SignInRequest> m_unverified; ///< not sent yet because of the server's certificate
    std::optional<SignInRequest> m_asked;
    std::optional<SignInRequest> m_local; ///< waits for the server on this computer
    QString m_reason; ///< for the dialog: why the user is not signed in any more; empty: they signed out
};

/// Says why signing in failed.
[[nodiscard]] QString signInErrorText(protocol::ErrorCode error, Milliseconds retryAfter = Milliseconds(0));

} // namespace tidemark
