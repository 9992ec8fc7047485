#pragma once

#include "core/servers/server_list.h"

#include <QDialog>
#include <QString>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace tidemark {

class ServerChoice;

/// The user's input for signing in.
struct SignInRequest {
    ServerList servers;
    QString name;
    QString password;
    bool createsAccount = false;
    bool outlivesProgram = false; ///< the server of this computer goes on when the program ends
    bool isLocal = false;         ///< on the server of this computer; `servers` is empty until it has started

    friend bool operator==(const SignInRequest&, const SignInRequest&) = default;
};

/// The profile's knowledge of the server on this computer.
struct LocalOffer {
    QString account;       ///< of this profile; empty: there is none yet
    bool isChosen = false; ///< the profile uses it
    bool outlivesProgram = false;
};

/// Asks for server, name and password. It stays open until the caller closes it after signing in; meanwhile
/// it is busy or shows what failed.
class SignInDialog : public QDialog {
    Q_OBJECT
public:
    explicit SignInDialog(QWidget* parent = nullptr);

    void setServers(const ServerList& servers);
    void setName(const QString& name);
    /// Offers to use this computer instead of an address.
    void offerLocal(const LocalOffer& offer);
    /// Locks the fields until an error is shown or the dialog is closed.
    void setBusy(const QString& words);
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
    void addHeading(QVBoxLayout& column);
    void addFields(QVBoxLayout& column);
    void setState(const QString& role, const QString& words);
    void centre();
    void takeChoice();
    void submit();
    void submitLocal();
    void showBadServer(const BadServer& bad);
    void updateButton();
    void setLocked(bool locked);

    ServerChoice* m_choice = nullptr;
    QLineEdit* m_server = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_password = nullptr;
    QCheckBox* m_create = nullptr;
    QCheckBox* m_outlives = nullptr; ///< stands in the place of m_create for this computer
    QLabel* m_state = nullptr;
    QPushButton* m_button = nullptr;
    LocalOffer m_local;
    bool m_isLocked = false;
};

} // namespace tidemark
