#include "ui/session/choices/emoji_choices.h"

#include "core/models/emoji/emoji_catalogue.h"

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString recentKey = u"recent-emoji"_s;
const QString toneKey = u"emoji-tone"_s;

} // namespace

EmojiChoices::EmojiChoices() : recent{u"👍"_s, u"❤️"_s, u"😂"_s, u"😮"_s, u"😢"_s, u"🙏"_s} {}

void EmojiChoices::noteUse(const QString& emoji)
{
    const qsizetype at = recent.indexOf(emoji);
    if (at >= 0 && at < inBar) {
        return;
    }
    recent.removeAll(emoji);
    recent.prepend(emoji);
    recent = recent.mid(0, maxRecent);
}

QStringList EmojiChoices::keys()
{
    return {recentKey, toneKey};
}

void EmojiChoices::take(const QString& key, const QString& value)
{
    if (key == toneKey) {
        bool isNumber = false;
        const int chosen = value.toInt(&isNumber);
        tone = isNumber && chosen >= 0 && chosen <= tones ? chosen : tone;
        return;
    }
    if (key != recentKey) {
        return;
    }
    QStringList known;
    for (const QString& emoji : value.split(u' ', Qt::SkipEmptyParts)) {
        if (emojiCatalogue().find(emoji) != nullptr && !known.contains(emoji) && known.size() < maxRecent) {
            known.append(emoji);
        }
    }
    recent = known.isEmpty() ? recent : known;
}

QString EmojiChoices::valueOf(const QString& key) const
{
    if (key == toneKey) {
        return QString::number(tone);
    }
    return key == recentKey ? recent.join(u' ') : QString();
}

} // namespace tidemark
