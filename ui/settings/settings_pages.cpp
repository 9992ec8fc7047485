#include "ui/settings/settings_pages.h"

#include "ui/session/chat_session.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/settings_page.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/combo_box.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class Settings {
    Q_DECLARE_TR_FUNCTIONS(Settings)
};

template <typename Choice>
int placeOf(Choice choice)
{
    return static_cast<int>(choice);
}

void addLanguage(SettingsPage& page, Preferences& preferences)
{
    // Show each language by its own name, for users who cannot read the others.
    SettingRow* row = page.addChoice(
        {u"language"_s, Settings::tr("&Language"),
         Settings::tr(
             "Applies to text, dates and numbers. The window closes and reopens in the new language.")},
        {Settings::tr("Follow system"), u"English"_s, u"简体中文"_s}, placeOf(preferences.language()),
        [&preferences](int index) { preferences.chooseLanguage(static_cast<Language>(index)); });
    // Another language reopens the window, so looking through the list by keys must not choose.
    row->findChild<ComboBox*>(u"language"_s)->setOpensByKeys();
}

void addTextSize(SettingsPage& page, Preferences& preferences)
{
    QStringList words;
    for (const int percent : textSizes) {
        words += Settings::tr("%1%", "size of text, in percent").arg(percent);
    }
    const auto* now = std::find(textSizes.begin(), textSizes.end(), preferences.textSize());
    page.addChoice({u"text-size"_s, Settings::tr("Te&xt size"),
                    Settings::tr("Applies to the whole window. 100% is your desktop’s text size.")},
                   words, static_cast<int>(now - textSizes.begin()), [&preferences](int index) {
                       preferences.chooseTextSize(textSizes.at(static_cast<std::size_t>(index)));
                   });
}

QString newLineExplained(SendKey key)
{
    return key == SendKey::Enter ? Settings::tr("Press Shift+Enter for a new line.")
                                 : Settings::tr("Press Enter for a new line.");
}

/// Until the user chooses, the setting is off if the user hides read receipts, and otherwise on.
void addTyping(SettingsPage& page, const UserAccount& account, Preferences& preferences)
{
    const auto isShown = [&account, &preferences] {
        const bool isPrivate = account.settings().receipts == ReceiptPrivacy::Private;
        return preferences.showsTyping().value_or(!isPrivate);
    };
    page.addSwitch({u"show-typing"_s, Settings::tr("Show others when I a&m typing"),
                    Settings::tr("They see “typing…” for a few seconds, never your text. Until you choose, "
                                 "this is off if you hide read receipts.")},
                   isShown(), [&preferences](bool on) { preferences.chooseShowsTyping(on); });
    auto* box = page.findChild<CheckBox*>(u"show-typing"_s);
    QObject::connect(&account, &UserAccount::settingsChanged, box,
                     [box, isShown] { box->setChecked(isShown()); });
}

template <typename Change>
auto changingDesktop(Preferences& preferences, const Change& change)
{
    return [&preferences, change](int value) {
        DesktopChoices choices = preferences.desktop();
        change(choices, value);
        preferences.chooseDesktop(choices);
    };
}

template <typename Change>
auto changingBadges(Preferences& preferences, const Change& change)
{
    return [&preferences, change](int value) {
        BadgeChoices choices = preferences.badges();
        change(choices, value);
        preferences.chooseBadges(choices);
    };
}

void addAutostart(SettingsPage& page, const Preferences& preferences)
{
    const QString usual = Settings::tr("Tidemark starts in the tray when you sign in to your computer.");
    SettingRow* row = page.addSwitch({u"autostart"_s, Settings::tr("Start with the &desktop"), usual},
                                     preferences.autostart().isOn(), [](bool) {});
    auto* box = page.findChild<CheckBox*>(u"autostart"_s);
    QObject::connect(box, &CheckBox::clicked, row, [&preferences, row, box, usual](bool on) {
        const Autostart& autostart = preferences.autostart();
        const bool isDone = autostart.setOn(on);
        box->setChecked(autostart.isOn());
        row->explain(
            isDone ? usual
                   : Settings::tr("%1 cannot be changed. Check its permissions.").arg(autostart.file()));
    });
}

} // namespace

SettingsPage* makeAppearancePage(Preferences& preferences)
{
    auto* page = new SettingsPage;
    page->addChoice(
        {u"theme"_s, Settings::tr("&Theme"), Settings::tr("“Follow system” uses your desktop’s colours.")},
        {Settings::tr("Follow system"), Settings::tr("Light"), Settings::tr("Dark")},
        placeOf(preferences.theme()),
        [&preferences](int index) { preferences.chooseTheme(static_cast<ThemeChoice>(index)); });
    addTextSize(*page, preferences);
    addLanguage(*page, preferences);
    page->addSwitch(
        {u"play-animations"_s, Settings::tr("Pla&y animated pictures"),
         Settings::tr("They move while their window is active, unless your desktop reduces motion.")},
        preferences.files().playsAnimations, [&preferences](bool on) {
            FileChoices choices = preferences.files();
            choices.playsAnimations = on;
            preferences.chooseFiles(choices);
        });
    return page;
}

SettingsPage* makeWritingPage(const UserAccount& account, Preferences& preferences)
{
    auto* page = new SettingsPage;
    SettingRow* row = page->addChoice(
        {u"send-key"_s, Settings::tr("&Send with"), newLineExplained(preferences.sendKey())},
        {Settings::tr("Enter"), Settings::tr("Ctrl+Enter")}, placeOf(preferences.sendKey()),
        [&preferences](int index) { preferences.chooseSendKey(static_cast<SendKey>(index)); });
    QObject::connect(&preferences, &Preferences::changed, row,
                     [&preferences, row] { row->explain(newLineExplained(preferences.sendKey())); });
    addTyping(*page, account, preferences);
    page->addSwitch(
        {u"share-drafts"_s, Settings::tr("Share drafts with my other devices"),
         Settings::tr("What you write and do not send appears on all of them. If this is off, it stays "
                      "on this device.")},
        preferences.sharesDrafts(), [&preferences](bool on) { preferences.chooseSharesDrafts(on); });
    return page;
}

/// Adds a setting of the account. It is the same on all devices and cannot be changed without a connection.
void addQuiet(SettingsPage& page, ChatSession& session)
{
    page.addSwitch({u"notify-waits"_s, Settings::tr("Hold &back while I use another device"),
                    Settings::tr("When you stop using that device, you are notified of what is still unread. "
                                 "This setting applies to all your devices.")},
                   session.account().settings().quietWhileActive,
                   [&session](bool on) { static_cast<void>(session.account().changeQuiet(on)); });
    auto* box = page.findChild<CheckBox*>(u"notify-waits"_s);
    const auto refresh = [&session, box] {
        box->setChecked(session.account().settings().quietWhileActive);
        box->setEnabled(session.connection().isOnline());
    };
    refresh();
    QObject::connect(&session.account(), &UserAccount::settingsChanged, box, refresh);
    QObject::connect(&session.connection(), &ServerConnection::changed, box, refresh);
    QObject::connect(&session.commands(), &Commands::answered, box, refresh);
}

SettingsPage* makeNotificationsPage(ChatSession& session)
{
    using About = NotificationRules::About;
    auto* page = new SettingsPage;
    Preferences& preferences = session.preferences();
    const DesktopChoices& now = preferences.desktop();
    page->addChoice(
        {u"notify-about"_s, Settings::tr("&Notify me about"),
         Settings::tr("Muted conversations notify you only of mentions.")},
        {Settings::tr("All messages"), Settings::tr("Direct messages and mentions"), Settings::tr("Nothing")},
        placeOf(now.rules.about), changingDesktop(preferences, [](DesktopChoices& choices, int value) {
            choices.rules.about = static_cast<About>(value);
        }));
    page->addChoice({u"notify-reactions"_s, Settings::tr("Notify me about reactions"),
                     Settings::tr("To your messages. Muted conversations notify you of none.")},
                    {Settings::tr("Off"), Settings::tr("In direct chats"), Settings::tr("Everywhere")},
                    placeOf(now.rules.reactions),
                    changingDesktop(preferences, [](DesktopChoices& choices, int value) {
                        choices.rules.reactions = static_cast<NotificationRules::Reactions>(value);
                    }));
    page->addChoice({u"notify-preview"_s, Settings::tr("Sho&w"),
                     Settings::tr("Anyone who sees your screen can read this.")},
                    {Settings::tr("Name and text"), Settings::tr("Name only"), Settings::tr("Neither")},
                    placeOf(now.preview),
                    changingDesktop(preferences, [](DesktopChoices& choices, int value) {
                        choices.preview = static_cast<NotificationPreview>(value);
                    }));
    addQuiet(*page, session);
    page->addSwitch({u"notify-sound"_s, Settings::tr("Play a so&und"),
                     Settings::tr("Plays your desktop’s sound for messages.")},
                    now.hasSound, changingDesktop(preferences, [](DesktopChoices& choices, int value) {
                        choices.hasSound = value != 0;
                    }));
    return page;
}

SettingsPage* makeBadgesPage(Preferences& preferences)
{
    auto* page = new SettingsPage;
    page->addChoice({u"count-of"_s, Settings::tr("&Count"),
                     Settings::tr("Applies to the number on the tray and the launcher, in the window’s title "
                                  "and beside “All”. Conversation badges always count messages.")},
                    {Settings::tr("Messages"), Settings::tr("Conversations")},
                    placeOf(preferences.badges().unit),
                    changingBadges(preferences, [](BadgeChoices& choices, int value) {
                        choices.unit = static_cast<BadgeChoices::Unit>(value);
                    }));
    page->addChoice(
        {u"count-muted"_s, Settings::tr("Muted con&versations"),
         Settings::tr("Choose whether the number includes them. Archived conversations never count.")},
        {Settings::tr("Not counted"), Settings::tr("Counted")}, preferences.badges().countsMuted ? 1 : 0,
        changingBadges(preferences,
                       [](BadgeChoices& choices, int value) { choices.countsMuted = value != 0; }));
    return page;
}

SettingsPage* makeDesktopPage(Preferences& preferences)
{
    auto* page = new SettingsPage;
    if (preferences.autostart().isPossible()) {
        addAutostart(*page, preferences);
    }
    page->addSwitch({u"stay-in-tray"_s, Settings::tr("&Keep running in the tray when closed"),
                     Settings::tr("Needs a desktop with a tray. Quit with the tray menu or Ctrl+Q.")},
                    preferences.desktop().staysInTray,
                    changingDesktop(preferences, [](DesktopChoices& choices, int value) {
                        choices.staysInTray = value != 0;
                    }));
    return page;
}

} // namespace tidemark
