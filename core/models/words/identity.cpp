#include "core/models/words/identity.h"

#include <QStringList>
#include <QTextBoundaryFinder>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Returns the grapheme clusters of `text`.
QStringList charactersOf(const QString& text)
{
    QStringList characters;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    for (qsizetype from = 0, to = finder.toNextBoundary(); to > 0; from = to, to = finder.toNextBoundary()) {
        characters.append(text.mid(from, to - from));
    }
    return characters;
}

bool isWordCharacter(const QString& character)
{
    const QList<uint> points = character.toUcs4();
    return !points.isEmpty() && QChar::isLetterOrNumber(points.first());
}

bool isIdeographic(const QString& character)
{
    const QList<uint> points = character.toUcs4();
    if (points.isEmpty()) {
        return false;
    }
    switch (QChar::script(points.first())) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return true;
    default:
        return false;
    }
}

} // namespace

int hueOf(std::uint64_t id)
{
    // The server assigns ids in sequence, so users who join together get different colours.
    return static_cast<int>(id % static_cast<std::uint64_t>(hueCount));
}

QString initialsOf(const QString& name)
{
    const QStringList all = charactersOf(name.simplified());
    if (all.isEmpty()) {
        return u"?"_s;
    }
    QStringList words{QString()};
    for (const QString& character : all) {
        if (isWordCharacter(character)) {
            words.last() += character;
        } else if (character == u" " && !words.last().isEmpty()) {
            words.append(QString());
        }
    }
    words.removeAll(QString());
    if (words.isEmpty()) {
        return all.first();
    }
    const QStringList first = charactersOf(words.first());
    if (words.size() > 1 && !isIdeographic(first.first())) {
        return (first.first() + charactersOf(words.at(1)).first()).toUpper();
    }
    return first.mid(0, 2).join(QString()).toUpper();
}

} // namespace tidemark
