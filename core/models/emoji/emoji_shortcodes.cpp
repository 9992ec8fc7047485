#include "core/models/emoji/emoji_shortcodes.h"

#include "core/models/matching/fuzzy_match.h"

#include <QHash>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int maxEmojiName = 64; ///< UTF-16 units
constexpr char16_t colon = u':';

struct Shortcode {
    QStringView name;
    QStringView emoji;
};

/// Names that other programs use, and that are not Unicode's. Those that are used most come first.
constexpr Shortcode shortcodes[] = {
    {u"smile", u"😄"},
    {u"smiley", u"😃"},
    {u"joy", u"😂"},
    {u"rofl", u"🤣"},
    {u"heart", u"❤️"},
    {u"heart_eyes", u"😍"},
    {u"thumbsup", u"👍"},
    {u"+1", u"👍"},
    {u"thumbsdown", u"👎"},
    {u"-1", u"👎"},
    {u"wink", u"😉"},
    {u"grin", u"😁"},
    {u"laughing", u"😆"},
    {u"blush", u"😊"},
    {u"sweat_smile", u"😅"},
    {u"slightly_smiling", u"🙂"},
    {u"upside_down", u"🙃"},
    {u"kissing_heart", u"😘"},
    {u"kiss", u"💋"},
    {u"innocent", u"😇"},
    {u"sunglasses", u"😎"},
    {u"thinking", u"🤔"},
    {u"cry", u"😢"},
    {u"sob", u"😭"},
    {u"scream", u"😱"},
    {u"angry", u"😠"},
    {u"rage", u"😡"},
    {u"tired", u"😫"},
    {u"sleeping", u"😴"},
    {u"sick", u"🤢"},
    {u"mask", u"😷"},
    {u"party", u"🥳"},
    {u"tada", u"🎉"},
    {u"poop", u"💩"},
    {u"shrug", u"🤷"},
    {u"facepalm", u"🤦"},
    {u"clap", u"👏"},
    {u"pray", u"🙏"},
    {u"wave", u"👋"},
    {u"muscle", u"💪"},
    {u"raised_hands", u"🙌"},
    {u"ok_hand", u"👌"},
    {u"point_up", u"☝️"},
    {u"point_down", u"👇"},
    {u"point_left", u"👈"},
    {u"point_right", u"👉"},
    {u"eyes", u"👀"},
    {u"white_check_mark", u"✅"},
    {u"check", u"✅"},
    {u"bulb", u"💡"},
    {u"coffee", u"☕"},
    {u"beer", u"🍺"},
    {u"cake", u"🍰"},
    {u"gift", u"🎁"},
    {u"sun", u"☀️"},
    {u"question", u"❓"},
    {u"exclamation", u"❗"},
};

bool belongsToName(QChar unit)
{
    return unit.isLetterOrNumber() || unit.isSurrogate() || unit == u'_' || unit == u'+' || unit == u'-';
}

/// Whether an odd number of backticks is before `at` on its line.
bool isInCode(QStringView text, qsizetype at)
{
    bool isOpen = false;
    for (qsizetype i = at - 1; i >= 0 && text[i] != u'\n'; --i) {
        isOpen = isOpen != (text[i] == u'`');
    }
    return isOpen;
}

/// "Flag: China" to "flag_china".
QString shortened(const QString& name)
{
    QString made;
    made.reserve(name.size());
    for (const QChar unit : folded(name).text) {
        if (unit.isLetterOrNumber() || unit.isSurrogate()) {
            made.append(unit);
        } else if (!made.isEmpty() && !made.endsWith(u'_')) {
            made.append(u'_');
        }
    }
    return made.endsWith(u'_') ? made.chopped(1) : made;
}

const QHash<QString, const Emoji*>& namedEmoji()
{
    static const QHash<QString, const Emoji*> table = [] {
        QHash<QString, const Emoji*> made;
        for (const Emoji& emoji : emojiCatalogue().all()) {
            for (const QString& name : {shortened(emoji.english), shortened(emoji.chinese)}) {
                if (!name.isEmpty() && !made.contains(name)) {
                    made.insert(name, &emoji);
                }
            }
        }
        for (const Shortcode& one : shortcodes) {
            made.insert(one.name.toString(), emojiCatalogue().find(one.emoji.toString()));
        }
        return made;
    }();
    return table;
}

} // namespace

std::optional<EmojiQuery> emojiQueryAt(const QString& text)
{
    qsizetype at = text.size() - 1;
    while (at >= 0 && text.size() - at <= maxEmojiName && belongsToName(text[at])) {
        --at;
    }
    if (at < 0 || text[at] != colon) {
        return std::nullopt;
    }
    const QString typed = text.sliced(at + 1);
    const bool isLong = typed.size() >= 2 || (!typed.isEmpty() && typed[0].unicode() > 0x7f);
    if (!isLong || typed[0].isDigit() || typed[0] == u'_') {
        return std::nullopt;
    }
    const QChar before = at > 0 ? text[at - 1] : QChar(u' ');
    const bool followsWord = before.isLetterOrNumber() || before == colon || before == u'_' || before == u'/'
                             || before == u'\\' || before == u'.';
    if (followsWord || isInCode(text, at)) {
        return std::nullopt;
    }
    return EmojiQuery{static_cast<int>(at), typed};
}

QList<qsizetype> emojiChoices(const QString& typed, int limit)
{
    const EmojiCatalogue& catalogue = emojiCatalogue();
    QList<qsizetype> found;
    const auto add = [&](qsizetype index) {
        if (found.size() < limit && !found.contains(index)) {
            found.append(index);
        }
    };
    const QString name = folded(typed).text;
    for (const Shortcode& one : shortcodes) {
        const Emoji* emoji = catalogue.find(one.emoji.toString());
        if (emoji != nullptr && one.name.startsWith(name)) {
            add(emoji - catalogue.all().constData());
        }
    }
    if (name[0].isLetter() || name[0].isSurrogate()) {
        const QString words = QString(typed).replace(u'_', u' ');
        for (const qsizetype index : catalogue.search(words)) {
            add(index);
        }
    }
    return found;
}

const Emoji* emojiNamed(const QString& name)
{
    return namedEmoji().value(folded(name).text, nullptr);
}

} // namespace tidemark
