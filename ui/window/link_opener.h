#pragma once

#include "ui/platform/tidemark_link.h"

#include <QObject>

namespace tidemark {

class ChatSession;
class MainWindow;

/// Opens links in the window as soon as the client knows what they name, or says why it cannot. A newer link
/// replaces one that is still waiting.
class LinkOpener : public QObject {
    Q_OBJECT
public:
    LinkOpener(ChatSession& session, MainWindow& window, QObject* parent = nullptr);

    /// `text` need not be a valid link.
    void open(const QString& text);

private:
    void goOn();
    void show();
    /// Returns an empty string while the conversation or message may still arrive.
    [[nodiscard]] QString whyNotFound() const;

    ChatSession& m_session;
    MainWindow& m_window;
    std::optional<TidemarkLink> m_waiting;
    bool m_hasList; ///< the known conversations are loaded; a fast server may answer earlier
};

} // namespace tidemark
