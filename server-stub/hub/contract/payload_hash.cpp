#include "server-stub/hub/contract/payload_hash.h"

#include "core/base/overloaded.h"
#include "core/base/random.h"

#include <string_view>

namespace tidemark::server {

namespace {

/// FNV-1a (Fowler, Noll, Vo) with 64 bits and a final mixer.
class Hasher {
public:
    void add(std::uint64_t number)
    {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            addByte(static_cast<unsigned char>(number >> shift));
        }
    }
    void add(std::string_view text)
    {
        add(text.size());
        for (const char byte : text) {
            addByte(static_cast<unsigned char>(byte));
        }
    }
    [[nodiscard]] std::uint64_t result() const { return SplitMix64::mix(m_hash); }

private:
    void addByte(unsigned char byte) { m_hash = (m_hash ^ byte) * 0x100000001b3U; }
    std::uint64_t m_hash = 0xcbf29ce484222325U;
};

} // namespace

std::uint64_t payloadHash(const protocol::Content& content)
{
    Hasher hasher;
    hasher.add(std::uint64_t{content.index()});
    std::visit(Overloaded{[&](const protocol::TextContent& text) {
                              hasher.add(text.text);
                              hasher.add(std::uint64_t{text.isAction});
                              hasher.add(text.replyTo.value);
                              hasher.add(std::uint64_t{text.mentionsAll});
                              for (const UserId user : text.mentions) {
                                  hasher.add(user.value);
                              }
                          },
                          [&](const protocol::EditContent& edit) {
                              hasher.add(edit.target.value);
                              hasher.add(edit.text);
                          },
                          [&](const protocol::RecallContent& recall) { hasher.add(recall.target.value); }},
               content);
    return hasher.result();
}

} // namespace tidemark::server
