#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace tidemark {

/// A part of a message's text that is shown in its own way.
struct TextSpan {
    enum class Kind : quint8 { Link, Mention, OwnMention };
    Kind kind = Kind::Link;
    int start = 0; ///< UTF-16 units
    int length = 0;
    QUrl url; ///< of a link; http, https or mailto, never another scheme

    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// Links ("https://…", "www.…", "name@host.org") and "@name" words of `text`, ascending, not overlapping.
/// Punctuation that ends a sentence is not part of a link; a closing bracket is only when it was opened
/// inside.
[[nodiscard]] QList<TextSpan> spansOf(const QString& text);

/// Whether `unit` is part of an ASCII word: no mention begins behind one or ends before one.
[[nodiscard]] bool isWordUnit(QChar unit);

/// Mentions end where the longest of `names` does that stands there, in whatever letters, as the server looks
/// for it: names may have blanks, and no ASCII word goes on behind them. Where none does they stay.
void fitMentions(QList<TextSpan>& spans, const QString& text, const QStringList& names);

/// Mentions of `name`, in whatever letters, or of all become own ones.
void markOwnMentions(QList<TextSpan>& spans, const QString& text, const QString& name);

/// Whether the program hands `url` to the desktop: an address of the web with a host, or of mail.
[[nodiscard]] bool isOpenable(const QUrl& url);

/// Where a link leads, in words that cannot pass for another place: without user names; a host that could be
/// taken for another one as it goes over the wire ("xn--…"); nothing that turns the direction of writing.
[[nodiscard]] QString targetText(const QUrl& url);

} // namespace tidemark
