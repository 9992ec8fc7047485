#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

namespace tidemark {

/// One emoji, with its names by Unicode.
struct Emoji {
    QString text;      ///< fully qualified, in the default skin tone
    QStringList toned; ///< in the five skin tones, from light to dark; empty: it has none
    QString english;
    QString chinese; ///< empty: Unicode's data in this build is older than the emoji

    /// The name in the language of the window.
    [[nodiscard]] QString name() const;
    /// The emoji in a skin tone, 1 … 5, if it has skin tones; 0: the default.
    [[nodiscard]] const QString& inTone(int tone) const;
};

/// The emoji that Unicode recommends, in its groups and its order. A constant table; see emojiCatalogue().
class EmojiCatalogue {
public:
    EmojiCatalogue();

    struct Group {
        QString title; ///< in English; see emojiGroupTitle()
        qsizetype first = 0;
        qsizetype count = 0;
    };
    [[nodiscard]] const QList<Emoji>& all() const { return m_all; }
    [[nodiscard]] const QList<Group>& groups() const { return m_groups; }
    /// The indices of the emoji whose names and search words, in English or Chinese, have all words of
    /// `typed`. Those whose name begins with `typed` come first. The emoji itself is found too.
    [[nodiscard]] QList<qsizetype> search(const QString& typed) const;
    /// Returns null if the emoji, in whatever skin tone, is not in the table.
    [[nodiscard]] const Emoji* find(const QString& text) const;
    /// Versions of Unicode's data: of the emoji, and of their names and search words.
    [[nodiscard]] const QString& unicodeVersion() const { return m_unicodeVersion; }
    [[nodiscard]] const QString& cldrVersion() const { return m_cldrVersion; }

private:
    void add(const QStringList& fields);

    QList<Emoji> m_all;
    QList<Group> m_groups;
    QStringList m_words; ///< for each emoji, what a search looks through
    QHash<QString, qsizetype> m_index;
    QString m_unicodeVersion;
    QString m_cldrVersion;
};

/// The table of this build. It is read when it is first needed, in some milliseconds.
[[nodiscard]] const EmojiCatalogue& emojiCatalogue();

/// The title of a group, in the language of the window.
[[nodiscard]] QString emojiGroupTitle(const EmojiCatalogue::Group& group);

/// Returns the name of an emoji in the language of the window, or the emoji itself if it has no name.
[[nodiscard]] QString emojiName(const QString& text);

} // namespace tidemark
