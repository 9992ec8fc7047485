#pragma once

#include "ui/tidemark_link.h"

#include <QObject>

namespace tidemark {

class ChatSession;
class MainWindow;

/// Opens links in the window as soon as it is known what they name, or says why that is not to be had. The
/// newest link takes the place of one that still waits.
class LinkOpener : public QObject {
    Q_OBJECT
public:
    LinkOpener(ChatSession& session, MainWindow& window, QObject* parent = nullptr);

    /// `text` may be anything.
    void open(const QString& text);

private:
    void goOn();
    void show();
    /// Empty: it may yet be found.
    [[nodiscard]] QString whyNotFound() const;

    ChatSession& m_session;
    MainWindow& m_window;
    std::optional<TidemarkLink> m_waiting;
    bool
        m_hasList; ///< of the conversations that this device knows; a quick server is heard before it is read
};

} // namespace tidemark
