#include "core/models/matching/fuzzy_match.h"

#include <QStringList>

#include <algorithm>

namespace tidemark {

namespace {

/// Scores of one word by its match; the whole name is best.
constexpr int wholeName = 1000;
constexpr int beginsName = 800;
constexpr int beginsWord = 600;
constexpr int inside = 400;
constexpr int scattered = 100;
constexpr int atWordBegin = 20; ///< added for each scattered letter that begins a word
constexpr int runsOn = 10;      ///< added for each scattered letter that directly follows the previous one

bool isMark(QChar character)
{
    return character.category() == QChar::Mark_NonSpacing || character.category() == QChar::Mark_Enclosing;
}

/// Folds letters that Unicode decomposition does not change.
QString plain(const QString& character)
{
    switch (character.front().unicode()) {
    case u'ß':
        return QStringLiteral("ss");
    case u'ø':
        return QStringLiteral("o");
    case u'ł':
        return QStringLiteral("l");
    case u'đ':
        return QStringLiteral("d");
    case u'ı':
        return QStringLiteral("i");
    case u'æ':
        return QStringLiteral("ae");
    case u'œ':
        return QStringLiteral("oe");
    default:
        return character;
    }
}

bool beginsWordAt(const QString& text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

bool isWithoutSpaces(QChar character)
{
    switch (character.script()) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return true;
    default:
        return character.isSurrogate();
    }
}

/// Returns the units [begin, end) of the folded text as a part of the original.
TextPart partOf(const FoldedText& name, qsizetype begin, qsizetype end)
{
    const int start = name.origins.at(begin);
    int stop = name.origins.at(end);
    // If one original unit became two, the part ends after both.
    for (qsizetype next = end; stop == name.origins.at(end - 1) && next < name.origins.size(); ++next) {
        stop = name.origins.at(next);
    }
    return {start, stop - start};
}

/// Returns the best position of the whole `word` in `name`; -1: none.
qsizetype bestPlace(const QString& name, const QString& word)
{
    const qsizetype first = name.indexOf(word);
    for (qsizetype at = first; at >= 0; at = name.indexOf(word, at + 1)) {
        if (beginsWordAt(name, at)) {
            return at;
        }
    }
    return first;
}

int scoreAt(const QString& name, const QString& word, qsizetype at)
{
    if (at == 0) {
        return name.size() == word.size() ? wholeName : beginsName;
    }
    return beginsWordAt(name, at) ? beginsWord : inside;
}

/// Matches the letters of `word` in this order, at beginnings of words if possible.
std::optional<FuzzyMatch> scatteredMatch(const FoldedText& name, const QString& word)
{
    if (word.size() < 2 || std::any_of(word.begin(), word.end(), isWithoutSpaces)) {
        return std::nullopt;
    }
    FuzzyMatch match;
    match.score = scattered;
    qsizetype from = 0;
    for (const QChar letter : word) {
        qsizetype at = name.text.indexOf(letter, from);
        const bool follows = at == from && from > 0;
        for (qsizetype next = at; !follows && next >= 0; next = name.text.indexOf(letter, next + 1)) {
            if (beginsWordAt(name.text, next)) {
                at = next;
                break;
            }
        }
        if (at < 0) {
            return std::nullopt;
        }
        match.score += follows ? runsOn : 0;
        match.score += beginsWordAt(name.text, at) ? atWordBegin : 0;
        match.parts.append(partOf(name, at, at + 1));
        from = at + 1;
    }
    // Letters that neither begin a word nor follow each other match by chance.
    const bool isChance = match.score < scattered + runsOn * static_cast<int>(word.size() - 1);
    return isChance ? std::nullopt : std::optional(match);
}

std::optional<FuzzyMatch> wordMatch(const FoldedText& name, const QString& word)
{
    const qsizetype at = bestPlace(name.text, word);
    if (at < 0) {
        return scatteredMatch(name, word);
    }
    return FuzzyMatch{scoreAt(name.text, word, at), {partOf(name, at, at + word.size())}};
}

QStringList wordsOf(const QString& typed)
{
    return folded(typed).text.simplified().split(u' ', Qt::SkipEmptyParts);
}

/// Sorts the parts and joins those that overlap or touch.
QList<TextPart> joined(QList<TextPart> parts)
{
    std::sort(parts.begin(), parts.end(),
              [](const TextPart& a, const TextPart& b) { return a.start < b.start; });
    QList<TextPart> result;
    for (const TextPart& part : parts) {
        if (result.isEmpty() || part.start > result.back().start + result.back().length) {
            result.append(part);
            continue;
        }
        TextPart& before = result.back();
        before.length = std::max(before.start + before.length, part.start + part.length) - before.start;
    }
    return result;
}

} // namespace

FoldedText folded(const QString& text)
{
    FoldedText result;
    result.text.reserve(text.size());
    result.origins.reserve(text.size() + 1);
    for (qsizetype at = 0; at < text.size();) {
        const bool isPair = text.at(at).isHighSurrogate() && at + 1 < text.size();
        const qsizetype length = isPair ? 2 : 1;
        const QString decomposed =
            text.mid(at, length).normalized(QString::NormalizationForm_KD).toCaseFolded();
        for (const QChar unit : decomposed) {
            if (isMark(unit)) {
                continue;
            }
            const QString units = plain(unit);
            result.text += units;
            for (qsizetype i = 0; i < units.size(); ++i) {
                result.origins.append(static_cast<int>(at));
            }
        }
        at += length;
    }
    result.origins.append(static_cast<int>(text.size()));
    return result;
}

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& name)
{
    const FoldedText folds = folded(name);
    FuzzyMatch match;
    for (const QString& word : wordsOf(typed)) {
        const std::optional<FuzzyMatch> fit = wordMatch(folds, word);
        if (!fit) {
            return std::nullopt;
        }
        match.score += fit->score;
        match.parts += fit->parts;
    }
    match.parts = joined(std::move(match.parts));
    return match;
}

QStringList bestNames(const QString& typed, const QStringList& names, qsizetype limit)
{
    std::vector<std::pair<int, QString>> found;
    for (const QString& name : names) {
        if (const auto match = fuzzyMatch(typed, name)) {
            found.emplace_back(match->score, name);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    QStringList best;
    for (const auto& [score, name] : found) {
        if (best.size() < limit) {
            best.append(name);
        }
    }
    return best;
}

bool hasAllWords(const QString& typed, const QString& text)
{
    const QStringList words = wordsOf(typed);
    const QString searched = folded(text).text;
    return std::all_of(words.begin(), words.end(),
                       [&searched](const QString& word) { return searched.contains(word); });
}

QList<TextPart> occurrences(const QString& typed, const QString& text)
{
    const FoldedText folds = folded(text);
    QList<TextPart> parts;
    for (const QString& word : wordsOf(typed)) {
        for (qsizetype at = folds.text.indexOf(word); at >= 0;
             at = folds.text.indexOf(word, at + word.size())) {
            // In scripts with spaces, match only at the beginning of a word, as the search does.
            if (isWithoutSpaces(word.front()) || beginsWordAt(folds.text, at)) {
                parts.append(partOf(folds, at, at + word.size()));
            }
        }
    }
    return joined(std::move(parts));
}

} // namespace tidemark
