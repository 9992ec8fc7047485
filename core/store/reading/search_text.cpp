#include "core/store/reading/search_text.h"

#include <QChar>
#include <QStringList>

#include <algorithm>

namespace tidemark {

namespace {

/// U+E000, a token that no query contains: no phrase goes from the text over into a name.
constexpr const char* border = " \xee\x80\x80 ";

bool isTokenOfItsOwn(char32_t character)
{
    switch (QChar::script(character)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return QChar::isLetterOrNumber(character);
    default:
        return QChar::category(character) == QChar::Symbol_Other;
    }
}

/// Whether the tokenizer makes the character part of a token.
bool isSearchable(char32_t character)
{
    return QChar::isLetterOrNumber(character) || QChar::category(character) == QChar::Symbol_Other;
}

QString separated(const QString& text)
{
    QString result;
    result.reserve(text.size() * 2);
    for (const char32_t character : text.toUcs4()) {
        const bool isAlone = isTokenOfItsOwn(character);
        if (isAlone) {
            result += QLatin1Char(' ');
        }
        result += QChar::fromUcs4(character);
        if (isAlone) {
            result += QLatin1Char(' ');
        }
    }
    return result;
}

bool isAscii(const std::string& text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

std::string separatedText(const std::string& text)
{
    return isAscii(text) ? text : separated(QString::fromStdString(text)).toStdString();
}

QString phrase(const QString& word)
{
    QString quoted = separated(word);
    quoted.replace(QLatin1Char('"'), QLatin1Char(' '));
    return QLatin1Char('"') + quoted + QLatin1Char('"');
}

} // namespace

std::string indexedText(const std::string& text, const std::vector<Attachment>& attachments)
{
    std::string indexed = separatedText(text);
    for (const Attachment& attachment : attachments) {
        indexed += border + separatedText(attachment.name);
    }
    return indexed;
}

QString searchQuery(const QString& words)
{
    QStringList phrases;
    bool mayContinue = false;
    for (const QString& word : words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto characters = word.toUcs4();
        if (std::any_of(characters.begin(), characters.end(), isSearchable)) {
            phrases += phrase(word);
            mayContinue = QChar::isLetterOrNumber(characters.back()) && !isTokenOfItsOwn(characters.back());
        }
    }
    const QString query = phrases.join(QLatin1Char(' '));
    return mayContinue ? query + QLatin1Char('*') : query;
}

} // namespace tidemark
