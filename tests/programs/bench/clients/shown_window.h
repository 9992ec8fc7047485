#pragma once

#include "core/client/client.h"
#include "ui/session/chat_session.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/window/main_window.h"

#include <QApplication>

#include <functional>

class QWidget;

namespace tidemark::bench {

/// Measures how long its GUI thread was busy.
class BusyApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// Milliseconds spent in events since the last call.
    [[nodiscard]] double takeBusyMs() { return std::exchange(m_busyMs, 0); }

private:
    int m_depth = 0;
    double m_busyMs = 0;
};

/// Reports when a widget was painted.
class PaintWatch : public QObject {
    Q_OBJECT
public:
    explicit PaintWatch(QWidget* widget);

    /// Reports only while this holds.
    void setCondition(std::function<bool()> condition) { m_condition = std::move(condition); }

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    /// Emitted after the paint.
    void painted();

private:
    std::function<bool()> m_condition;
};

/// Client and window, connected as in the program.
class ShownWindow {
public:
    explicit ShownWindow(const ClientOptions& options, const SignInFlow::Given& given = {});

    /// Shows the window as soon as the profile, which is being opened, has content.
    void begin();
    /// Opens a conversation and returns when its first page was painted. Returns the milliseconds until
    /// then.
    [[nodiscard]] double open(ConversationId conversation);
    void close();

    [[nodiscard]] Client& client() { return *m_client; }
    [[nodiscard]] ChatSession& session() { return m_session; }
    [[nodiscard]] MainWindow& window() { return m_window; }
    [[nodiscard]] PaintWatch& list() { return m_list; }
    [[nodiscard]] PaintWatch& timeline() { return m_timeline; }

private:
    std::unique_ptr<Client> m_client; ///< opens the profile while the window is made
    ChatSession m_session;
    MainWindow m_window;
    SignInFlow m_signIn;
    PaintWatch m_list;
    PaintWatch m_timeline;
};

} // namespace tidemark::bench
