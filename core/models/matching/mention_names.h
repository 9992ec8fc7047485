#pragma once

#include <QSet>
#include <QString>
#include <QStringList>

namespace tidemark {

/// Returns the form in which the server compares names: equal for texts that differ only in the case of
/// letters or in the encoding of accents (Unicode, definition D145).
[[nodiscard]] QString mentionFold(QStringView name);

/// The names that a text may mention, prepared for many texts. "all" is one of them: it mentions all members.
class MentionNames {
public:
    explicit MentionNames(const QStringList& names = {});

    /// Returns the length, in UTF-16 units, of the longest name at the beginning of `rest`, the text after an
    /// @, by the server's rule (MentionFinder): names may contain spaces, no ASCII word may continue after
    /// them, and only the first few ends and bytes are looked at. 0: no name.
    [[nodiscard]] qsizetype lengthAt(QStringView rest) const;
    /// Whether a name, or "all", begins with `beginning`.
    [[nodiscard]] bool haveOneThatBegins(QStringView beginning) const;

private:
    QSet<QString> m_folds;
};

} // namespace tidemark
