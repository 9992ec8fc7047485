#include "ui/sign_in_flow.h"

#include "core/models/error_text.h"

#include <utility>

namespace tidemark {

QString signInErrorText(protocol::ErrorCode error)
{
    if (error == protocol::ErrorCode::Unavailable)
        return SignInFlow::tr("The server cannot be reached. Check its address and your connection.");
    return errorText(error);
}

SignInFlow::SignInFlow(Sources sources, Given given, QWidget* window, QObject* parent)
    : QObject(parent), m_sources(std::move(sources)), m_given(std::move(given)), m_window(window)
{
}

void SignInFlow::begin(const QUrl& server)
{
    m_server = server;
    const Given given = std::exchange(m_given, {.name = m_given.name, .password = {}, .token = {}});
    if (!given.name.isEmpty() && !given.token.empty()) {
        m_pending = m_sources.command();
        Q_EMIT submitted(input::UseToken{m_pending, given.name.toStdString(), given.token});
    } else if (!given.name.isEmpty() && !given.password.isEmpty()) {
        request({server, given.name, given.password, false});
    } else {
        showDialog();
    }
}

void SignInFlow::request(const SignInRequest& request)
{
    m_given.name = request.name;
    if (request.server != m_server) {
        m_server = request.server;
        Q_EMIT serverChosen(request.server);
    }
    m_pending = m_sources.command();
    const std::string name = request.name.toStdString();
    const std::string password = request.password.toStdString();
    if (request.createsAccount)
        Q_EMIT submitted(input::RegisterAccount{m_pending, name, password, m_sources.token()});
    else
        Q_EMIT submitted(input::SignIn{m_pending, name, password, m_sources.token()});
}

void SignInFlow::showDialog()
{
    if (m_dialog != nullptr)
        return;
    m_dialog = new SignInDialog(m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setServer(m_server);
    m_dialog->setName(m_given.name);
    connect(m_dialog, &SignInDialog::requested, this, &SignInFlow::request);
    connect(m_dialog, &QDialog::rejected, this, &SignInFlow::givenUp);
    m_dialog->open();
}

void SignInFlow::takeAccount(const QString& userName)
{
    if (userName.isEmpty()) {
        showDialog();
    } else if (m_dialog != nullptr) {
        m_dialog->accept();
    }
}

void SignInFlow::takeCommandDone(const change::CommandDone& done)
{
    if (!done.command.isValid() || done.command != m_pending)
        return;
    m_pending = {};
    if (!done.error)
        return;
    showDialog();
    m_dialog->showError(signInErrorText(*done.error));
}

} // namespace tidemark
