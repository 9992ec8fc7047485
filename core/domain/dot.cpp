#include "core/domain/dot.h"

#include "core/base/random.h"

namespace tidemark {

std::uint64_t digestOfDots(const std::vector<Dot>& dots)
{
    std::uint64_t sum = 0;
    for (const Dot& dot : dots) {
        std::uint64_t hash = dot.name.size();
        for (const char letter : dot.name) {
            hash = SplitMix64::mix(hash ^ static_cast<unsigned char>(letter));
        }
        for (const std::uint64_t part : {dot.version, dot.seen}) {
            hash = SplitMix64::mix(hash ^ part) + 0x9e3779b97f4a7c15U;
        }
        sum += hash;
    }
    return sum;
}

} // namespace tidemark
