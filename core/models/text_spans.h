#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace tidemark {

/// A part of a message's text that is shown in its own way.
struct TextSpan {
    enum class Kind : quint8 { Link, Mention };
    Kind kind = Kind::Link;
    int start = 0; ///< UTF-16 units
    int length = 0;
    QUrl url; ///< of a link; http or https, never another scheme

    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// Links ("https://…", "www.…") and "@name" words of `text`, ascending, not overlapping. Punctuation that
/// ends a sentence is not part of a link; a closing bracket is only when it was opened inside.
[[nodiscard]] QList<TextSpan> spansOf(const QString& text);

} // namespace tidemark
