#pragma once

namespace tidemark {

class ChatSession;
class Client;
class MainWindow;
class SignInFlow;

/// Connects the client with what shows it, in both directions. Signals only: nothing is owned and nothing
/// decided here.
void linkClient(Client& client, ChatSession& session, SignInFlow& signIn, MainWindow& window);

} // namespace tidemark
