#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark {

/// Asks where the account is: on a server with an address, or on the server that Tidemark starts on this
/// computer.
class ServerChoice : public QWidget {
    Q_OBJECT
public:
    explicit ServerChoice(QWidget* parent);

    [[nodiscard]] QLineEdit* address() const { return m_address; }
    /// Changes between both, and is hidden until offerLocal(). It belongs at the end of the dialog.
    [[nodiscard]] QPushButton* changeButton() const { return m_change; }
    [[nodiscard]] bool isLocal() const { return m_isLocal; }
    void setLocal(bool isLocal);
    void offerLocal();

Q_SIGNALS:
    /// The user has pressed the button.
    void changed();

private:
    QLabel* m_caption;
    QLineEdit* m_address;
    QLabel* m_title;
    QLabel* m_aboutLocal;
    QPushButton* m_change;
    bool m_isLocal = false;
};

} // namespace tidemark
