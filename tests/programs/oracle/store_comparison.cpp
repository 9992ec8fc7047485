#include "tests/programs/oracle/store_comparison.h"

#include "tests/programs/oracle/agreement.h"

namespace tidemark::oracle {

namespace {

std::string stretch(Seq after, Seq through)
{
    return "(" + std::to_string(after.value) + ", " + std::to_string(through.value) + "]";
}

/// Returns the unread messages in `range` for a device that knows the log through `asOf`.
Truth truthFor(const Oracle& oracle, const StoreView& view, SeqRange range, Seq asOf)
{
    return oracle.truthAsOf(view.conversation, view.reader, range, asOf, {},
                            {view.hidden.begin(), view.hidden.end()});
}

/// The change of the messages that are unread after `read`, when the head moves from `after` to `through`.
std::string differenceOfMove(const Oracle& oracle, const StoreView& view, SeqRange moved, Seq read)
{
    const Seq after = previous(moved.first);
    const Truth before = truthFor(oracle, view, {next(read), after}, after);
    const Truth behind = truthFor(oracle, view, {next(read), moved.last}, moved.last);
    const CountDelta delta =
        view.store.contributions(view.conversation, view.viewer(), after, moved.last, read);
    const auto end = apply(countsOf(before), delta);
    if (end && *end == countsOf(behind)) {
        return {};
    }
    return " the entries of " + stretch(after, moved.last) + " change the unread counts after "
           + std::to_string(read.value) + " by " + std::to_string(delta.unread) + "/"
           + std::to_string(delta.mentions) + "/" + std::to_string(delta.replies) + " from "
           + describe(before) + " to " + describe(behind);
}

} // namespace

std::string differenceOfStore(const Oracle& oracle, const StoreView& view, SplitMix64& random)
{
    const Seq lowest = view.held.contiguousBegin(view.head);
    if (lowest >= view.head) {
        return {};
    }
    const Seq after(lowest.value + random.below(view.head.value - lowest.value));
    const Seq through(after.value + 1 + random.below(view.head.value - after.value));
    const Truth all = truthFor(oracle, view, {next(after), through}, view.head);
    const std::string counted =
        difference(all, view.store.countUnread(view.conversation, view.viewer(), after, through, view.head));
    if (!counted.empty()) {
        return " in " + stretch(after, through) + counted;
    }
    const Seq read(random.below(view.head.value + 1));
    return differenceOfMove(oracle, view, {next(after), through}, read);
}

} // namespace tidemark::oracle
