#pragma once

namespace tidemark {

class ChatSession;
class SettingsPage;

/// Shows the picture and the password, which belong to the account and are no settings. The session must
/// outlive the page.
[[nodiscard]] SettingsPage* makeAccountPage(ChatSession& session);

} // namespace tidemark
