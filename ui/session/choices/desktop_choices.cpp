#include "ui/session/choices/desktop_choices.h"

#include "ui/session/choices/on_off.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

using About = NotificationRules::About;

constexpr std::array<QLatin1StringView, 3> aboutWords{"everything"_L1, "direct"_L1, "nothing"_L1};
constexpr std::array<QLatin1StringView, 3> previewWords{"text"_L1, "name"_L1, "nothing"_L1};
constexpr std::array<QLatin1StringView, 3> reactionWords{"off"_L1, "direct"_L1, "all"_L1};
const QString aboutKey = u"notify-about"_s;
const QString reactionsKey = u"notify-reactions"_s;
const QString previewKey = u"notify-preview"_s;
const QString soundKey = u"notify-sound"_s;
const QString trayKey = u"stay-in-tray"_s;
const QString pauseKey = u"notify-paused-until"_s;

template <typename Choice>
Choice choiceOf(const std::array<QLatin1StringView, 3>& words, const QString& value, Choice otherwise)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (value == words.at(i)) {
            return static_cast<Choice>(i);
        }
    }
    return otherwise;
}

bool isOn(const QString& value, bool otherwise)
{
    return value == u"on"_s || (value != u"off"_s && otherwise);
}

} // namespace

bool DesktopChoices::isPausedAt(UnixMs now) const
{
    constexpr std::int64_t longest = std::int64_t{48} * 60 * 60 * 1000; // milliseconds
    return pausedUntil.value > now.value && pausedUntil.value - now.value <= longest;
}

QStringList DesktopChoices::keys()
{
    return {aboutKey, reactionsKey, previewKey, soundKey, trayKey, pauseKey};
}

void DesktopChoices::take(const QString& key, const QString& value)
{
    if (key == aboutKey) {
        rules.about = choiceOf(aboutWords, value, rules.about);
    } else if (key == reactionsKey) {
        rules.reactions = choiceOf(reactionWords, value, rules.reactions);
    } else if (key == previewKey) {
        preview = choiceOf(previewWords, value, preview);
    } else if (key == soundKey) {
        hasSound = isOn(value, hasSound);
    } else if (key == trayKey) {
        staysInTray = isOn(value, staysInTray);
    } else if (key == pauseKey) {
        pausedUntil = UnixMs{value.toLongLong()};
    }
}

QString DesktopChoices::valueOf(const QString& key) const
{
    if (key == aboutKey) {
        return aboutWords.at(static_cast<std::size_t>(rules.about));
    }
    if (key == reactionsKey) {
        return reactionWords.at(static_cast<std::size_t>(rules.reactions));
    }
    if (key == previewKey) {
        return previewWords.at(static_cast<std::size_t>(preview));
    }
    if (key == soundKey) {
        return onOrOff(hasSound);
    }
    if (key == pauseKey) {
        return QString::number(pausedUntil.value);
    }
    return key == trayKey ? onOrOff(staysInTray) : QString();
}

} // namespace tidemark
