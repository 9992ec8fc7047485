#include "core/models/matching/text_spans.h"

#include "core/models/matching/mention_names.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int maxNamedInText = 50; ///< further ones in a text do not count

bool endsSentence(QChar character)
{
    return QStringView(u".,;:!?'\"，。；：！？、」』）").contains(character);
}

/// Returns `candidate` without the punctuation of the sentence around it.
QStringView trimmedLink(QStringView candidate)
{
    while (!candidate.isEmpty()) {
        const QChar last = candidate.back();
        const bool closesOutside = (last == u')' && candidate.count(u'(') < candidate.count(u')'))
                                   || (last == u']' && candidate.count(u'[') < candidate.count(u']'))
                                   || last == u'>';
        if (!endsSentence(last) && !closesOutside) {
            return candidate;
        }
        candidate.chop(1);
    }
    return candidate;
}

void addLink(QList<TextSpan>& spans, QStringView candidate, qsizetype start)
{
    const QStringView link = trimmedLink(candidate);
    const QString address =
        link.startsWith(u"www.", Qt::CaseInsensitive) ? u"https://"_s + link.toString() : link.toString();
    const QUrl url(address, QUrl::TolerantMode);
    if (!url.isValid() || url.host().isEmpty()) {
        return;
    }
    spans.append({TextSpan::Kind::Link, static_cast<int>(start), static_cast<int>(link.size()), url});
}

void addAddress(QList<TextSpan>& spans, QStringView address, qsizetype start)
{
    const QUrl url(u"mailto:"_s + address.toString());
    if (url.isValid()) {
        spans.append({TextSpan::Kind::Link, static_cast<int>(start), static_cast<int>(address.size()), url});
    }
}

void addPlace(QList<TextSpan>& spans, QStringView place, qsizetype start)
{
    spans.append({TextSpan::Kind::Link, static_cast<int>(start), static_cast<int>(place.size()),
                  QUrl(place.toString())});
}

/// Scripts whose letters do not resemble those of the others: Latin with European diacritics, and the East
/// Asian scripts.
enum class Script : quint8 { None, Latin, EastAsian, Other };

Script scriptOf(char32_t sign)
{
    if (!QChar::isLetter(sign)) {
        return sign < 0x80 ? Script::None : Script::Other;
    }
    switch (QChar::script(sign)) {
    case QChar::Script_Latin:
        return sign < 0x180 ? Script::Latin : Script::Other;
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
        return Script::EastAsian;
    default:
        return Script::Other;
    }
}

/// Whether all letters of one label of a host name are from one script that resembles no other.
bool isPlainLabel(QStringView label)
{
    Script found = Script::None;
    for (const char32_t sign : label.toUcs4()) {
        const Script script = scriptOf(sign);
        if (script == Script::Other || (script != Script::None && found != Script::None && script != found)) {
            return false;
        }
        found = script == Script::None ? found : script;
    }
    return true;
}

QString hostText(const QUrl& url)
{
    const QString host = QUrl::fromAce(url.host(QUrl::FullyEncoded).toLatin1(), QUrl::IgnoreIDNWhitelist);
    const auto labels = QStringView(host).split(u'.');
    return std::all_of(labels.begin(), labels.end(), isPlainLabel) ? host : url.host(QUrl::FullyEncoded);
}

/// Returns the letters, digits, "_" and "-" that follow the @ at `at`; empty if the first one is no letter.
QStringView wordAfter(QStringView text, qsizetype at)
{
    qsizetype end = at + 1;
    while (end < text.size() && (text[end].isLetterOrNumber() || text[end] == u'_' || text[end] == u'-')) {
        ++end;
    }
    const QStringView word = text.sliced(at + 1, end - at - 1);
    return !word.isEmpty() && word.front().isLetter() ? word : QStringView();
}

/// Makes a mention of `length` units from the @ at `start`. A link around the @ stays whole.
void setMention(QList<TextSpan>& spans, int start, int length)
{
    const auto endsBefore = [](const TextSpan& span, int at) { return span.start + span.length <= at; };
    const auto from = std::lower_bound(spans.begin(), spans.end(), start, endsBefore);
    if (from != spans.end() && from->start < start) {
        return;
    }
    const auto through =
        std::find_if(from, spans.end(), [&](const TextSpan& span) { return span.start >= start + length; });
    spans.insert(spans.erase(from, through), {TextSpan::Kind::Mention, start, length, QUrl()});
}

} // namespace

bool isWordUnit(QChar unit)
{
    return unit.unicode() < 0x80 && (unit.isLetterOrNumber() || unit == u'_');
}

void addMentions(QList<TextSpan>& spans, const QString& text, const MentionNames& names)
{
    int looked = 0;
    for (qsizetype at = text.indexOf(u'@'); at >= 0 && looked < maxNamedInText;
         at = text.indexOf(u'@', at + 1)) {
        if (at > 0 && isWordUnit(text[at - 1])) {
            continue; // part of a mail address
        }
        ++looked;
        if (const qsizetype length = names.lengthAt(QStringView(text).sliced(at + 1)); length > 0) {
            setMention(spans, static_cast<int>(at), static_cast<int>(length) + 1);
        }
    }
}

QString firstNameless(const QString& text, const MentionNames& names, qsizetype cursor)
{
    if (!text.contains(u'@')) {
        return {};
    }
    const QList<TextSpan> links = spansOf(text);
    for (qsizetype at = text.indexOf(u'@'); at >= 0; at = text.indexOf(u'@', at + 1)) {
        const bool isInLink = std::any_of(links.begin(), links.end(), [at](const TextSpan& link) {
            return link.start <= at && at < link.start + link.length;
        });
        const QStringView word = wordAfter(text, at);
        if (isInLink || word.isEmpty() || (at > 0 && isWordUnit(text[at - 1]))
            || names.lengthAt(QStringView(text).sliced(at + 1)) > 0) {
            continue;
        }
        const qsizetype end = at + 1 + word.size();
        const bool isBeingWritten = at < cursor && cursor <= end;
        if (!isBeingWritten || !names.haveOneThatBegins(word)) {
            return text.sliced(at, end - at);
        }
    }
    return {};
}

void markOwnMentions(QList<TextSpan>& spans, const QString& text, const QString& name)
{
    const QString fold = mentionFold(name);
    for (TextSpan& span : spans) {
        if (span.kind != TextSpan::Kind::Mention) {
            continue;
        }
        const QStringView mentioned = QStringView(text).sliced(span.start, span.length).sliced(1);
        if (mentioned == u"all" || (!fold.isEmpty() && mentionFold(mentioned) == fold)) {
            span.kind = TextSpan::Kind::OwnMention;
        }
    }
}

bool isOpenable(const QUrl& url)
{
    if (!url.isValid()) {
        return false;
    }
    if (url.scheme() == u"mailto") {
        return !url.path().isEmpty();
    }
    return (url.scheme() == u"http" || url.scheme() == u"https") && !url.host().isEmpty();
}

bool isPlaceLink(const QUrl& url)
{
    return url.scheme() == u"tidemark" && !url.path().isEmpty();
}

QString targetText(const QUrl& url)
{
    if (url.scheme() == u"mailto" || isPlaceLink(url)) {
        return url.toString(QUrl::FullyEncoded);
    }
    QUrl rest = url;
    rest.setScheme({});
    rest.setAuthority({});
    // Keep letters readable, but encode invisible characters and direction marks.
    QString path = rest.toString(QUrl::PrettyDecoded);
    const auto isHidden = [](QChar sign) {
        return sign.category() == QChar::Other_Format || sign.category() == QChar::Other_Control;
    };
    if (std::any_of(path.begin(), path.end(), isHidden)) {
        path = rest.toString(QUrl::FullyEncoded);
    }
    const QString port = url.port() < 0 ? QString() : u':' + QString::number(url.port());
    return url.scheme() + u"://"_s + hostText(url) + port + path;
}

QList<TextSpan> spansOf(const QString& text)
{
    QList<TextSpan> spans;
    // Most messages have neither; searching for these characters is far cheaper than the regular expression.
    if (!text.contains(u"://") && !text.contains(u"www.", Qt::CaseInsensitive) && !text.contains(u'@')
        && !text.contains(u"tidemark:", Qt::CaseInsensitive)) {
        return spans;
    }
    static const QRegularExpression pattern(
        uR"((?<link>(?<![A-Za-z0-9])(?:https?://|www\.)[^\s<>"　-〿，；：！？（）]+)|(?<![\p{L}\p{N}._%+\-@/])(?<address>[A-Za-z0-9](?:[A-Za-z0-9._%+\-]{0,62}[A-Za-z0-9])?@[A-Za-z0-9](?:[A-Za-z0-9\-]{0,62})(?:\.[A-Za-z0-9\-]{1,63})*\.[A-Za-z]{2,24})(?![\p{L}\p{N}@])|(?<![\p{L}\p{N}:/])(?<place>tidemark:conversation/[1-9][0-9]{0,18}(?:/message/[1-9][0-9]{0,18})?)(?![\p{L}\p{N}/]))"_s,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    for (auto matches = pattern.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedStart(u"link") >= 0) {
            addLink(spans, match.capturedView(u"link"), match.capturedStart(u"link"));
        } else if (match.capturedStart(u"place") >= 0) {
            addPlace(spans, match.capturedView(u"place"), match.capturedStart(u"place"));
        } else {
            addAddress(spans, match.capturedView(u"address"), match.capturedStart(u"address"));
        }
    }
    return spans;
}

} // namespace tidemark
