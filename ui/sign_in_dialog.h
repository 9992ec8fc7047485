#pragma once

#include <QDialog>
#include <QString>
#include <QUrl>

#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark {

/// What the user typed to get in.
struct SignInRequest {
    QUrl server;
    QString name;
    QString password;
    bool createsAccount = false;

    friend bool operator==(const SignInRequest&, const SignInRequest&) = default;
};

/// The address of a server as people write it: "ws://host:port" as it is; without a scheme ws for this
/// machine and wss for others. Nothing when there is no host in it.
[[nodiscard]] std::optional<QUrl> serverOf(const QString& text);

/// Server, name and password. It stays open until somebody says that the sign-in worked; meanwhile it is busy
/// or tells what went wrong.
class SignInDialog : public QDialog {
    Q_OBJECT
public:
    explicit SignInDialog(QWidget* parent = nullptr);

    void setServer(const QUrl& server);
    void setName(const QString& name);
    /// Busy: fields are locked until an error is shown or the dialog is closed.
    void setBusy();
    void unlock();
    enum class Field : quint8 { Server, Name, Password };
    /// `field`: where the correction begins. The words go when the user corrects something.
    void showError(const QString& words, Field field = Field::Password);

Q_SIGNALS:
    void requested(const tidemark::SignInRequest& request);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setState(const QString& role, const QString& words);
    void centre();
    void submit();
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
