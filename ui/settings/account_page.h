#pragma once

namespace tidemark {

class ChatSession;
class SettingsPage;

/// Shows the password, which belongs to the account and is no setting. The session must outlive the page.
[[nodiscard]] SettingsPage* makeAccountPage(ChatSession& session);

} // namespace tidemark
