#pragma once

#include "core/servers/server_list.h"

#include <QDialog>
#include <QString>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark {

/// The user's input for signing in.
struct SignInRequest {
    ServerList servers;
    QString name;
    QString password;
    bool createsAccount = false;

    friend bool operator==(const SignInRequest&, const SignInRequest&) = default;
};

/// Asks for server, name and password. It stays open until the caller closes it after signing in; meanwhile
/// it is busy or shows what failed.
class SignInDialog : public QDialog {
    Q_OBJECT
public:
    explicit SignInDialog(QWidget* parent = nullptr);

    void setServers(const ServerList& servers);
    void setName(const QString& name);
    /// Locks the fields until an error is shown or the dialog is closed.
    void setBusy();
    void unlock();
    enum class Field : quint8 { Server, Name, Password };
    /// `field` gets the keyboard focus. The text disappears when the user corrects something.
    void showError(const QString& words, Field field = Field::Password);

Q_SIGNALS:
    void requested(const tidemark::SignInRequest& request);

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setState(const QString& role, const QString& words);
    void centre();
    void submit();
    void showBadServer(const BadServer& bad);
    void updateButton();
    void setLocked(bool locked);

    QLineEdit* m_server;
    QLineEdit* m_name;
    QLineEdit* m_password;
    QCheckBox* m_create;
    QLabel* m_state;
    QPushButton* m_button;
    bool m_isLocked = false;
};

} // namespace tidemark
