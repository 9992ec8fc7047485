#pragma once

namespace tidemark {

class ChatSession;
class SettingsPage;

/// What is the account's and no setting: the password. The session outlives it.
[[nodiscard]] SettingsPage* makeAccountPage(ChatSession& session);

} // namespace tidemark
