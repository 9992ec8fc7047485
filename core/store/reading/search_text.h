#pragma once

#include "core/domain/attachment.h"

#include <QString>

#include <string>
#include <vector>

/// Splits text into tokens of the full-text index. The tokenizer (unicode61) splits at spaces and
/// punctuation, but Chinese, Japanese and Korean are written without spaces between words. So each of their
/// characters, and each emoji, becomes a token of its own, and a word is searched as a phrase. This finds
/// words of two characters at half the size of trigrams.
namespace tidemark {

/// Returns the document of a message: its text and the names of its files, with spaces around each character
/// that becomes its own token. UTF-8.
[[nodiscard]] std::string indexedText(const std::string& text, const std::vector<Attachment>& attachments);

/// Returns the FTS5 query for the user's input: every word must occur, the last one may be a prefix. Empty if
/// there is nothing to search for.
[[nodiscard]] QString searchQuery(const QString& words);

} // namespace tidemark
