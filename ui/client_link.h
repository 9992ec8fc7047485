#pragma once

namespace tidemark {

class ChatSession;
class CertificateTrust;
class Client;
class MainWindow;
class SignInFlow;

/// Connects the client with what shows it, in both directions. Signals only: nothing is owned and nothing
/// decided here.
void linkClient(Client& client, ChatSession& session, SignInFlow& signIn, MainWindow& window);
/// And with who asks about certificates of servers.
void linkCertificates(Client& client, ChatSession& session, SignInFlow& signIn, CertificateTrust& trust);

} // namespace tidemark
