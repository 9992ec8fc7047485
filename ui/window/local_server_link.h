#pragma once

namespace tidemark {

class Client;
class Commands;
class LocalServer;
class MainWindow;
class SignInFlow;

/// Connects the server on this computer with the dialog that chooses it, and with the client that uses it.
void linkLocalServer(LocalServer& server, Client& client, const Commands& commands, SignInFlow& signIn,
                     MainWindow& window);

} // namespace tidemark
