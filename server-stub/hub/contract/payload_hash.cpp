#include "server-stub/hub/contract/payload_hash.h"

#include "core/base/random.h"

#include <algorithm>
#include <string>

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
    void add(const std::string& text)
    {
        add(text.size());
        for (const char byte : text) {
            addByte(static_cast<unsigned char>(byte));
        }
    }
    void add(bool flag) { add(std::uint64_t{flag}); }
    void add(Seq seq) { add(seq.value); }
    /// Without their number, because they come last.
    void add(const std::vector<UserId>& users)
    {
        for (const UserId user : users) {
            add(user.value);
        }
    }
    /// After the mentions, so a number that is no user's comes first.
    void add(const std::vector<Attachment>& attachments)
    {
        add(~std::uint64_t{0});
        for (const Attachment& one : attachments) {
            std::for_each(one.hash.bytes.begin(), one.hash.bytes.end(), [this](auto byte) { addByte(byte); });
            add(one.size);
            add(one.mime);
            add(one.name);
            add(std::uint64_t{one.width});
            add(std::uint64_t{one.height});
            add(one.preview);
        }
    }
    /// The fields before it are empty then, so a number that is no user's comes first.
    void add(const ForwardSource& source)
    {
        add(~std::uint64_t{1});
        add(source.conversation.value);
        add(source.logEpoch.value);
        add(source.seq.value);
    }
    [[nodiscard]] std::uint64_t result() const { return SplitMix64::mix(m_hash); }

private:
    void addByte(unsigned char byte) { m_hash = (m_hash ^ byte) * 0x100000001b3U; }
    std::uint64_t m_hash = 0xcbf29ce484222325U;
};

} // namespace

std::uint64_t payloadHash(const SentContent& content)
{
    Hasher hasher;
    hasher.add(std::uint64_t{content.index()});
    std::visit([&](const auto& sent) { sent.forEachSent([&](const auto& field) { hasher.add(field); }); },
               content);
    return hasher.result();
}

} // namespace tidemark::server
