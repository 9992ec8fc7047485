#pragma once

#include <QString>

#include <string>

/// How text becomes tokens of the full-text index. The tokenizer (unicode61) splits at spaces and
/// punctuation, which Chinese, Japanese and Korean do not need between words: so each of their characters,
/// and each emoji, is made a token of its own, and a word of them is searched as a phrase. That finds words
/// of two characters, at half the size of trigrams.
namespace tidemark {

/// UTF-8 text with spaces around what is to be a token of its own.
[[nodiscard]] std::string indexedText(const std::string& text);

/// The FTS5 query for what a person typed: every word must occur, the last one may be a beginning. Empty when
/// there is nothing to look for.
[[nodiscard]] QString searchQuery(const QString& words);

} // namespace tidemark
