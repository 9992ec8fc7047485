#include "core/models/emoji/emoji_catalogue.h"

#include "core/models/emoji/emoji_data.h"
#include "core/models/matching/fuzzy_match.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <iterator>

namespace tidemark {

namespace {

class EmojiGroups {
    Q_DECLARE_TR_FUNCTIONS(EmojiGroups)
};

/// The fields of a line: emoji, skin tones, and for English and Chinese the name and the search words.
enum Field : quint8 { Text, Toned, English, EnglishWords, Chinese, ChineseWords, FieldCount };

constexpr const char* groupTitles[] = {QT_TRANSLATE_NOOP("EmojiGroups", "Smileys & Emotion"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "People & Body"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Animals & Nature"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Food & Drink"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Travel & Places"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Activities"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Objects"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Symbols"),
                                       QT_TRANSLATE_NOOP("EmojiGroups", "Flags")};

} // namespace

QString Emoji::name() const
{
    const bool isChinese = QLocale().language() == QLocale::Chinese;
    return isChinese && !chinese.isEmpty() ? chinese : english;
}

const QString& Emoji::inTone(int tone) const
{
    return tone >= 1 && tone <= toned.size() ? toned[tone - 1] : text;
}

EmojiCatalogue::EmojiCatalogue()
{
    for (const std::string_view line : emojiLines()) {
        const QStringList fields = QString::fromUtf8(line.data(), qsizetype(line.size())).split(u'\t');
        if (fields.size() == FieldCount) {
            add(fields);
        } else if (fields.size() == 1) {
            m_groups.append({fields.first().mid(1), m_all.size(), 0});
        } else {
            m_unicodeVersion = fields.value(0);
            m_cldrVersion = fields.value(1);
        }
    }
}

void EmojiCatalogue::add(const QStringList& fields)
{
    Emoji emoji;
    emoji.text = fields[Text];
    emoji.toned = fields[Toned].split(u' ', Qt::SkipEmptyParts);
    emoji.english = fields[English];
    emoji.chinese = fields[Chinese];
    for (const QString& text : QStringList(emoji.text) + emoji.toned) {
        m_index.insert(text, m_all.size());
    }
    // The names come first, each on a line, so that a search knows what begins with its words.
    const QStringList words{emoji.english, emoji.chinese, fields[EnglishWords], fields[ChineseWords],
                            emoji.text};
    m_words.append(folded(words.join(u'\n')).text);
    m_all.append(std::move(emoji));
    ++m_groups.last().count;
}

QList<qsizetype> EmojiCatalogue::search(const QString& typed) const
{
    if (const auto known = m_index.constFind(typed.trimmed()); known != m_index.constEnd()) {
        return {*known};
    }
    const QString phrase = folded(typed.simplified()).text;
    const QStringList wanted = phrase.split(u' ', Qt::SkipEmptyParts);
    QList<qsizetype> beginning;
    QList<qsizetype> others;
    for (qsizetype i = 0; i < m_all.size() && !wanted.isEmpty(); ++i) {
        const QString& words = m_words[i];
        const bool hasAll = std::all_of(wanted.begin(), wanted.end(),
                                        [&words](const QString& word) { return words.contains(word); });
        if (hasAll) {
            const qsizetype chinese = words.indexOf(u'\n') + 1;
            const bool begins =
                words.startsWith(phrase) || QStringView(words).sliced(chinese).startsWith(phrase);
            (begins ? beginning : others).append(i);
        }
    }
    return beginning + others;
}

const Emoji* EmojiCatalogue::find(const QString& text) const
{
    const auto found = m_index.constFind(text);
    return found == m_index.constEnd() ? nullptr : &m_all[*found];
}

const EmojiCatalogue& emojiCatalogue()
{
    static const EmojiCatalogue catalogue;
    return catalogue;
}

QString emojiGroupTitle(const EmojiCatalogue::Group& group)
{
    const auto* const known =
        std::find_if(std::begin(groupTitles), std::end(groupTitles),
                     [&group](const char* title) { return group.title == QLatin1StringView(title); });
    return known == std::end(groupTitles) ? group.title : EmojiGroups::tr(*known);
}

QString emojiName(const QString& text)
{
    const Emoji* emoji = emojiCatalogue().find(text);
    return emoji == nullptr ? text : emoji->name();
}

} // namespace tidemark
