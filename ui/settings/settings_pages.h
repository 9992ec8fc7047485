#pragma once

namespace tidemark {

class ChatSession;
class SettingsPage;

// These pages hold this device's own settings. Every choice takes effect at once and is stored. The session
// must outlive the pages.
[[nodiscard]] SettingsPage* makeAppearancePage(ChatSession& session);
[[nodiscard]] SettingsPage* makeWritingPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeNotificationsPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeBadgesPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeDesktopPage(ChatSession& session);

} // namespace tidemark
