#include "core/domain/hidden.h"

#include <algorithm>
#include <iterator>

namespace tidemark {

std::vector<Seq> united(const std::vector<Seq>& one, const std::vector<Seq>& other)
{
    std::vector<Seq> both;
    std::ranges::set_union(one, other, std::back_inserter(both));
    return both;
}

std::vector<Seq> missingIn(const std::vector<Seq>& known, const std::vector<Seq>& all)
{
    std::vector<Seq> missing;
    std::ranges::set_difference(all, known, std::back_inserter(missing));
    return missing;
}

std::vector<Seq> above(const std::vector<Seq>& seqs, Seq after)
{
    return {std::ranges::upper_bound(seqs, after), seqs.end()};
}

} // namespace tidemark
