#include "ui/window/local_server_link.h"

#include "core/client/client.h"
#include "core/hosting/local_server.h"
#include "ui/session/commands.h"
#include "ui/signin/local_server_text.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/window/main_window.h"

#include <variant>

namespace tidemark {

void linkLocalServer(LocalServer& server, Client& client, const Commands& commands, SignInFlow& signIn,
                     MainWindow& window)
{
    QObject::connect(&signIn, &SignInFlow::localServerWanted, &server, [&server](bool outlivesProgram) {
        server.start();
        server.place().setOutlivesProgram(outlivesProgram);
    });
    QObject::connect(&signIn, &SignInFlow::localAccountReady, &server, [&server](const QString& name) {
        server.place().setAccount(name);
        server.closeRegistration();
        server.keepRunning();
    });
    QObject::connect(&signIn, &SignInFlow::serversChosen, &server, [&server](const ServerList& servers) {
        const bool isLocal = servers == ServerList(server.place().url());
        server.place().setChosen(isLocal);
        if (!isLocal) {
            server.stop();
        }
    });
    QObject::connect(&commands, &Commands::submitted, &server, [&server](const Input& input) {
        if (std::holds_alternative<input::Connect>(input) && server.place().isChosen()) {
            server.keepRunning();
        }
    });
    QObject::connect(&server, &LocalServer::ready, &client, [&client, &signIn](const QUrl& url) {
        signIn.takeLocalServer(url);
        client.submit(input::Connect{});
    });
    QObject::connect(&server, &LocalServer::failed, &window, [&](const LocalServerProblem& problem) {
        const QString words = localServerText(problem);
        if (!signIn.takeLocalProblem(words)) {
            window.dialogs().showNotice(MainWindow::tr("Server on this computer"), words);
        }
    });
}

} // namespace tidemark
