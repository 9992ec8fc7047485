#include "server-stub/hub/contract/mention_finder.h"

#include <algorithm>
#include <cstddef>

namespace tidemark::server {

namespace {

constexpr std::string_view allKeyword = "all";
constexpr std::size_t maxMentionedName = 64;
constexpr std::size_t maxCandidates = 24;

bool isWordByte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
           || byte == '_';
}

bool continuesCodePoint(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Whether a name may end before byte `end`: neither inside a code point nor inside an ASCII word.
bool isBoundary(std::string_view text, std::size_t end)
{
    return end == text.size()
           || (!continuesCodePoint(text[end]) && !(isWordByte(text[end - 1]) && isWordByte(text[end])));
}

/// The texts after an @ that may be a name, longest first.
std::vector<std::string_view> candidates(std::string_view rest)
{
    const std::size_t stop = std::min({rest.find_first_of("@\n\r\t"), rest.size(), maxMentionedName});
    std::vector<std::string_view> found;
    for (std::size_t end = 1; end <= stop; ++end) {
        if (isBoundary(rest, end) && rest[end - 1] != ' ') {
            found.push_back(rest.substr(0, end));
        }
    }
    // Names are short: longer candidates are sentences.
    if (found.size() > maxCandidates) {
        found.resize(maxCandidates);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace

std::size_t MentionFinder::lookupsIn(std::string_view text)
{
    std::size_t lookups = 0;
    if (text.find('@') != std::string_view::npos) {
        const MentionFinder none(text, [&lookups](std::string_view) {
            ++lookups;
            return false;
        });
    }
    return lookups;
}

MentionFinder::MentionFinder(std::string_view text, const IsName& isName)
{
    int asked = 0;
    for (std::size_t at = text.find('@'); at != std::string_view::npos && asked < maxMentions;
         at = text.find('@', at + 1)) {
        if (at > 0 && isWordByte(text[at - 1])) {
            continue; // part of an email address
        }
        ++asked;
        for (const std::string_view candidate : candidates(text.substr(at + 1))) {
            if (isName(candidate)) {
                m_names.push_back(candidate);
                break;
            }
            if (candidate == allKeyword) {
                m_isForAll = true;
                break;
            }
        }
    }
}

} // namespace tidemark::server
