#include "tests/programs/oracle/agreement.h"

namespace tidemark::oracle {

namespace {

std::string listOf(const char* name, const std::set<Seq>& seqs)
{
    std::string text = name;
    for (const Seq seq : seqs) {
        text += " " + std::to_string(seq.value);
    }
    return text;
}

} // namespace

std::string describe(const Truth& truth)
{
    return listOf("unread:", truth.unread) + listOf(", mentions:", truth.mentions)
           + listOf(", replies:", truth.replies);
}

std::string describeReactions(const Truth& truth)
{
    std::string text = "unread reactions:";
    for (const Reaction& one : truth.reactions) {
        text += " to " + std::to_string(one.target.value) + " by " + std::to_string(one.user.value);
    }
    return text;
}

std::string differenceOfReactions(const Truth& truth, std::uint64_t shown)
{
    const std::string found = differenceOf("unread reactions", shown, truth.reactions.size());
    return found.empty() ? found : found + "; it is " + describeReactions(truth);
}

std::string differenceOf(const char* name, std::uint64_t shown, std::uint64_t right)
{
    return shown == right ? std::string()
                          : std::string(" ") + name + " is " + std::to_string(shown) + ", must be "
                                + std::to_string(right);
}

std::string difference(const Truth& truth, const ReadCounts& counts)
{
    const ReadCounts right = countsOf(truth);
    const std::string found = differenceOf("unread", counts.unread, right.unread)
                              + differenceOf("mentions", counts.mentions, right.mentions)
                              + differenceOf("replies", counts.replies, right.replies);
    return found.empty() ? found : found + "; it is " + describe(truth);
}

Seq firstOf(const Truth& truth)
{
    return truth.unread.empty() ? Seq() : *truth.unread.begin();
}

ReadCounts countsOf(const Truth& truth)
{
    return {truth.unread.size(), truth.mentions.size(), truth.replies.size()};
}

} // namespace tidemark::oracle
