#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace tidemark {

/// A part of a text, e.g. a search match. In UTF-16 units.
struct TextPart {
    int start = 0;
    int length = 0;
    friend bool operator==(const TextPart&, const TextPart&) = default;
};

/// A text for comparison, without case and diacritics ("Müller" is "muller", "Straße" "strasse"). Each unit
/// has its position in the original.
struct FoldedText {
    QString text;
    QList<int> origins; ///< for each unit of `text` its index in the original, then the original's length
};
[[nodiscard]] FoldedText folded(const QString& text);

/// The match of a name with the typed text.
struct FuzzyMatch {
    int score = 0;         ///< higher is better
    QList<TextPart> parts; ///< matching parts of the name, ascending, not overlapping
    friend bool operator==(const FuzzyMatch&, const FuzzyMatch&) = default;
};

/// Every word of `typed` must match. Best is a match at the beginning of the name, then of a word, then
/// anywhere, then as letters in this order ("rlc" in "Release crew"; not in scripts without spaces: Chinese,
/// Japanese, Korean). Ignores case and diacritics. An empty `typed` matches everything with score 0.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& name);

/// Returns at most `limit` of the names that match, best first; equal ones keep their order.
[[nodiscard]] QStringList bestNames(const QString& typed, const QStringList& names, qsizetype limit);

/// Whether every word of `typed` occurs anywhere in `text`. Ignores case, diacritics and width.
[[nodiscard]] bool hasAllWords(const QString& typed, const QString& text);

/// Returns the places of the words of `typed` in `text`, ascending, not overlapping, for emphasis.
[[nodiscard]] QList<TextPart> occurrences(const QString& typed, const QString& text);

} // namespace tidemark
