#pragma once

namespace tidemark {

class ChatSession;
class SettingsPage;

// The parts of the settings that are this device's alone. Every choice works at once and is kept. The session
// outlives them.
[[nodiscard]] SettingsPage* makeAppearancePage(ChatSession& session);
[[nodiscard]] SettingsPage* makeWritingPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeNotificationsPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeBadgesPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeDesktopPage(ChatSession& session);

} // namespace tidemark
