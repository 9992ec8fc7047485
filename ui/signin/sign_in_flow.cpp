#include "ui/signin/sign_in_flow.h"

#include "core/models/words/error_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"
#include "ui/widgets/prompts.h"

#include <utility>

namespace tidemark {

namespace {

/// Returns the field that the user must correct.
SignInDialog::Field fieldOf(protocol::ErrorCode error)
{
    using protocol::ErrorCode;
    if (error == ErrorCode::NameTaken || error == ErrorCode::NameInvalid) {
        return SignInDialog::Field::Name;
    }
    const bool isServer = error == ErrorCode::Unavailable || error == ErrorCode::CertificateRefused
                          || error == ErrorCode::ProtocolVersion || error == ErrorCode::RegistrationClosed;
    return isServer ? SignInDialog::Field::Server : SignInDialog::Field::Password;
}

} // namespace

QString signInErrorText(protocol::ErrorCode error, Milliseconds retryAfter)
{
    if (error == protocol::ErrorCode::TooFast && retryAfter > Milliseconds(0)) {
        const auto seconds = static_cast<int>((retryAfter.count() + 999) / 1000);
        return SignInFlow::tr("Too many attempts. Try again in %Ln s.", nullptr, seconds);
    }
    if (error == protocol::ErrorCode::Unavailable) {
        return SignInFlow::tr("The server cannot be reached. Check its address and your connection.");
    }
    return errorText(error);
}

SignInFlow::SignInFlow(Sources sources, Given given, QWidget* window, QObject* parent)
    : QObject(parent), m_sources(std::move(sources)), m_given(std::move(given)), m_window(window)
{
}

void SignInFlow::begin(const ServerList& servers)
{
    m_servers = servers;
    const Given given = std::exchange(m_given, {.name = m_given.name, .password = {}, .token = {}});
    if (!given.name.isEmpty() && !given.token.empty()) {
        checkKept(given.name, [this, given] {
            m_pending = m_sources.command();
            Q_EMIT submitted(input::UseToken{m_pending, given.name.toStdString(), given.token});
        });
    } else if (!given.name.isEmpty() && !given.password.isEmpty()) {
        request({servers, given.name, given.password, false});
    } else if (m_dialog != nullptr) {
        fillDialog();
    } else {
        showDialog();
    }
}

void SignInFlow::request(const SignInRequest& request)
{
    checkKept(request.name, [this, request] {
        if (request.isLocal) {
            m_local = request;
            Q_EMIT localServerWanted(request.outlivesProgram);
        } else {
            submit(request);
        }
    });
}

void SignInFlow::takeLocalServer(const QUrl& url)
{
    if (m_local) {
        SignInRequest request = *std::exchange(m_local, std::nullopt);
        request.servers = url;
        submit(request);
    }
}

bool SignInFlow::takeLocalProblem(const QString& words)
{
    if (!m_local) {
        return false;
    }
    m_local.reset();
    showDialog();
    m_dialog->showError(words);
    return true;
}

void SignInFlow::checkKept(const QString& name, std::function<void()> proceed)
{
    if (m_kept.unsent == 0 || name == m_kept.name) {
        proceed();
        return;
    }
    const QString what = tr("%Ln messages of %1 have not been sent", nullptr, pluralOf(m_kept.unsent))
                             .arg(isolatedLine(m_kept.name));
    auto* question =
        new Question({what, tr("Signing in as %1 deletes unsent messages.").arg(isolatedLine(name)),
                      tr("Sign in and delete")},
                     m_dialog != nullptr ? m_dialog : m_window);
    connect(question, &Question::confirmed, this, std::move(proceed));
    connect(question, &QDialog::rejected, this, [this] {
        showDialog();
        m_dialog->unlock();
    });
    question->open();
}

void SignInFlow::submit(const SignInRequest& request)
{
    m_given.name = request.name;
    m_asked = request;
    m_unverified.reset();
    if (request.servers != m_servers) {
        m_servers = request.servers;
        Q_EMIT serversChosen(request.servers);
    }
    m_pending = m_sources.command();
    const std::string name = request.name.toStdString();
    const std::string password = request.password.toStdString();
    if (request.createsAccount) {
        Q_EMIT submitted(input::RegisterAccount{m_pending, name, password, m_sources.token()});
    } else {
        Q_EMIT submitted(input::SignIn{m_pending, name, password, m_sources.token()});
    }
}

/// Fills in the last account's values, because in most cases the same account signs in again.
void SignInFlow::fillDialog()
{
    m_dialog->setServers(m_servers);
    m_dialog->setName(m_given.name.isEmpty() ? m_kept.name : m_given.name);
    if (m_sources.local) {
        m_dialog->offerLocal(m_sources.local());
    }
}

void SignInFlow::showDialog()
{
    if (m_dialog != nullptr) {
        return;
    }
    m_dialog = new SignInDialog(m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    fillDialog();
    connect(m_dialog, &SignInDialog::requested, this, &SignInFlow::request);
    connect(m_dialog, &QDialog::rejected, this, &SignInFlow::givenUp);
    m_dialog->open();
    showReason();
    Q_EMIT dialogShown();
}

void SignInFlow::showReason()
{
    if (!m_reason.isEmpty() && m_dialog != nullptr && !m_pending.isValid()) {
        m_dialog->showError(m_reason);
    }
}

void SignInFlow::takeConnection(const ConnectionStatus& status)
{
    using protocol::ErrorCode;
    const bool isRevoked =
        status.phase == ConnectionPhase::SignedOut
        && (status.error == ErrorCode::TokenRevoked || status.error == ErrorCode::AccountDeleted);
    m_reason = isRevoked ? errorText(*status.error) : QString();
    if (isRevoked) {
        // The password and token from the command line belong to the session that has ended.
        m_given.password.clear();
        m_given.token.clear();
    }
    showReason();
}

void SignInFlow::retry()
{
    if (!m_unverified) {
        return;
    }
    if (m_dialog != nullptr) {
        m_dialog->setBusy(SignInDialog::tr("Connecting…"));
    }
    submit(*std::exchange(m_unverified, std::nullopt));
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
    if (!done.command.isValid() || done.command != m_pending) {
        return;
    }
    m_pending = {};
    const auto asked = std::exchange(m_asked, std::nullopt);
    if (done.error == protocol::ErrorCode::CertificateRefused) {
        m_unverified = asked;
    }
    const bool isLocal = asked && asked->isLocal;
    if (!done.error) {
        if (isLocal) {
            Q_EMIT localAccountReady(asked->name);
        }
        return;
    }
    if (isLocal && asked->createsAccount && done.error == protocol::ErrorCode::NameTaken) {
        // An earlier try has created the account, and its answer was lost.
        SignInRequest again = *asked;
        again.createsAccount = false;
        submit(again);
        return;
    }
    showDialog();
    m_dialog->showError(signInErrorText(*done.error, done.retryAfter), fieldOf(*done.error));
}

} // namespace tidemark
