#pragma once

#include <QString>
#include <QStringList>

namespace tidemark {

/// The emoji that the user has used last, and their skin tone, as the profile keeps them.
struct EmojiChoices {
    static constexpr int inBar = 4;      ///< of the last used ones, in the bar over a message
    static constexpr int inMenu = 6;     ///< in the menu of a message
    static constexpr int maxRecent = 24; ///< in the picker
    static constexpr int tones = 5;

    EmojiChoices();

    QStringList recent; ///< the last used one is first, but see noteUse()
    int tone = 0;       ///< 1 … 5: from light to dark; 0: Unicode's default

    /// The user has used this emoji. One that is in the bar keeps its place there, so that a second click
    /// takes the reaction back.
    void noteUse(const QString& emoji);
    [[nodiscard]] QStringList first(int count) const { return recent.mid(0, count); }

    [[nodiscard]] static QStringList keys();
    /// Ignores unknown keys and values.
    void take(const QString& key, const QString& value);
    [[nodiscard]] QString valueOf(const QString& key) const;

    friend bool operator==(const EmojiChoices&, const EmojiChoices&) = default;
};

} // namespace tidemark
