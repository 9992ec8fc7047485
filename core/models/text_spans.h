#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace tidemark {

/// A part of a message's text with its own formatting.
struct TextSpan {
    enum class Kind : quint8 { Link, Mention, OwnMention };
    Kind kind = Kind::Link;
    int start = 0; ///< UTF-16 units
    int length = 0;
    QUrl url; ///< only for links; scheme http, https or mailto

    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// Returns links ("https://…", "www.…", "name@host.org") and "@name" words of `text`, ascending, not
/// overlapping. A link excludes punctuation that ends a sentence, and a closing bracket that was not opened
/// inside the link.
[[nodiscard]] QList<TextSpan> spansOf(const QString& text);

/// Whether `unit` is part of an ASCII word: no mention begins directly after such a unit or ends directly
/// before one.
[[nodiscard]] bool isWordUnit(QChar unit);

/// Adjusts each mention to the longest of `names` at its position, ignoring case, by the server's rule: names
/// may contain spaces, and no ASCII word may continue after them. Mentions of unknown names stay unchanged.
void fitMentions(QList<TextSpan>& spans, const QString& text, const QStringList& names);

/// Turns mentions of `name` (ignoring case) and of all members into own mentions.
void markOwnMentions(QList<TextSpan>& spans, const QString& text, const QString& name);

/// Whether the program may open `url` with the desktop: a web address with a host, or a mail address.
[[nodiscard]] bool isOpenable(const QUrl& url);

/// Returns the target of a link in a form that cannot imitate another place: without user names, with
/// ambiguous hosts in their wire form ("xn--…"), and without direction marks.
[[nodiscard]] QString targetText(const QUrl& url);

} // namespace tidemark
