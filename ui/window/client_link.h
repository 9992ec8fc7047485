#pragma once

namespace tidemark {

class ChatSession;
class CertificateTrust;
class Client;
class Commands;
class MainWindow;
class SignInFlow;

/// Connects the client with the session and the window, in both directions. It only connects signals: it owns
/// nothing and decides nothing.
void linkClient(Client& client, ChatSession& session, SignInFlow& signIn, MainWindow& window);
/// Connects the client with the dialog about server certificates.
void linkCertificates(Client& client, const Commands& commands, SignInFlow& signIn, CertificateTrust& trust);

} // namespace tidemark
