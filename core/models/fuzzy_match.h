#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace tidemark {

/// A part of a text, e.g. what a search has found in it. UTF-16 units.
struct TextPart {
    int start = 0;
    int length = 0;
    friend bool operator==(const TextPart&, const TextPart&) = default;
};

/// A text as it is compared: without case and diacritics ("Müller" is "muller", "Straße" "strasse"). Each
/// unit knows which one of the text it comes from.
struct FoldedText {
    QString text;
    QList<int> origins; ///< of each unit of `text`, and one more: the length of the original
};
[[nodiscard]] FoldedText folded(const QString& text);

/// How a name fits what was typed.
struct FuzzyMatch {
    int score = 0;         ///< higher is better
    QList<TextPart> parts; ///< of the name, ascending, not overlapping
    friend bool operator==(const FuzzyMatch&, const FuzzyMatch&) = default;
};

/// Every word of `typed` must fit: best as the beginning of the name, then of a word, then anywhere in it,
/// then as letters in this order ("rlc" in "Release crew"), which scripts without spaces (Chinese, Japanese,
/// Korean) are not searched for. Case and diacritics do not count. Nothing typed fits everything, at score 0.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& name);

/// Whether every word of `typed` occurs in `text`, wherever in it. Case, diacritics and width do not count.
[[nodiscard]] bool hasAllWords(const QString& typed, const QString& text);

/// Where the words of `typed` occur in `text`, ascending, not overlapping: to be emphasised.
[[nodiscard]] QList<TextPart> occurrences(const QString& typed, const QString& text);

} // namespace tidemark
