#pragma once

#include "app/tidemark/options.h"
#include "app/tidemark/unix_signals.h"
#include "core/client/client.h"
#include "ui/chat_session.h"
#include "ui/main_window.h"
#include "ui/sign_in_flow.h"

#include <QObject>

#include <memory>

namespace tidemark {

class DesktopLookWatch;
class SessionLock;

/// One run of the program: puts client, session and window together, remembers the window's place, and ends
/// only when all that the user did is sent or safely stored.
class Application : public QObject {
    Q_OBJECT
public:
    explicit Application(const Options& options);
    ~Application() override;

    void start();

private:
    void connectEnds();
    void show(const QString& userName);
    void watchDesktopLook();
    void watchSessionLock();
    void end();
    void report();
    void rememberWindow() const;
    void restoreWindow();
    [[nodiscard]] ConversationId lastConversation(const QString& userName) const;

    Options m_options;
    QString m_directory;
    Client m_client;
    ChatSession m_session;
    MainWindow m_window;
    SignInFlow m_signIn;
    UnixSignals m_signals;
    std::unique_ptr<DesktopLookWatch> m_look;
    std::unique_ptr<SessionLock> m_lock; ///< once the window is there
    bool m_isEnding = false;
};

} // namespace tidemark
