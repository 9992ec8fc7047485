#pragma once

namespace tidemark {

class ChatSession;
class Preferences;
class SettingsPage;
class UserAccount;

// These pages hold this device's own settings. Every choice takes effect at once and is stored. The session
// must outlive the pages.
[[nodiscard]] SettingsPage* makeAppearancePage(Preferences& preferences);
[[nodiscard]] SettingsPage* makeWritingPage(const UserAccount& account, Preferences& preferences);
[[nodiscard]] SettingsPage* makeNotificationsPage(ChatSession& session);
[[nodiscard]] SettingsPage* makeBadgesPage(Preferences& preferences);
[[nodiscard]] SettingsPage* makeDesktopPage(Preferences& preferences);

} // namespace tidemark
