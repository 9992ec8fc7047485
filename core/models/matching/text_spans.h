#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace tidemark {

class MentionNames;

/// A part of a message's text with its own formatting.
struct TextSpan {
    enum class Kind : quint8 { Link, Mention, OwnMention };
    Kind kind = Kind::Link;
    int start = 0; ///< UTF-16 units
    int length = 0;
    QUrl url; ///< only for links; scheme http, https, mailto or tidemark

    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// Returns the links ("https://…", "www.…", "name@host.org", "tidemark:conversation/…") of `text`, ascending,
/// not overlapping. A link
/// excludes punctuation that ends a sentence, and a closing bracket that was not opened inside the link.
[[nodiscard]] QList<TextSpan> spansOf(const QString& text);

/// Whether `unit` is part of an ASCII word: no mention begins directly after such a unit or ends directly
/// before one.
[[nodiscard]] bool isWordUnit(QChar unit);

/// Adds the mentions of `names` in `text`, by the server's rule, to its links. An "@word" that is not a name
/// is not a mention, because the server counts it for no user. An @ inside a link stays a part of the link.
void addMentions(QList<TextSpan>& spans, const QString& text, const MentionNames& names);

/// Returns the first "@word" of `text` that stands for nobody. Neither a mention of one of `names` is meant,
/// nor the beginning of one that is being written at `cursor`, nor a part of a link or an address. Empty if
/// there is none.
[[nodiscard]] QString firstNameless(const QString& text, const MentionNames& names, qsizetype cursor);

/// Turns mentions of `name` (as mentionFold() compares names) and of all members into own mentions.
void markOwnMentions(QList<TextSpan>& spans, const QString& text, const QString& name);

/// Whether the program may open `url` with the desktop: a web address with a host, or a mail address.
[[nodiscard]] bool isOpenable(const QUrl& url);

/// Whether `url` names a place in the program itself: a conversation or a message.
[[nodiscard]] bool isPlaceLink(const QUrl& url);

/// Returns the target of a link in a form that cannot imitate another place: without user names, with
/// ambiguous hosts in their wire form ("xn--…"), and without direction marks.
[[nodiscard]] QString targetText(const QUrl& url);

} // namespace tidemark
