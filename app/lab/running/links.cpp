#include "app/lab/running/links.h"

namespace tidemark::lab {

std::uint64_t Links::apply(const Action& action, std::size_t device)
{
    Link& link = m_links.at(device);
    switch (action.verb) {
    case Verb::Loss:
        link.lossPercent = action.number;
        break;
    case Verb::Double:
        link.doublePercent = action.number;
        break;
    case Verb::Overtake:
        link.overtakePercent = action.number;
        break;
    case Verb::Delay:
        link.delay = Milliseconds(action.number);
        break;
    case Verb::Cut:
        link.isCut = true;
        ++link.cuts;
        break;
    case Verb::Mend:
        link = Link{.cuts = link.cuts};
        break;
    default:
        break;
    }
    return link.cuts;
}

void Links::mend(std::size_t device, std::uint64_t cut)
{
    if (m_links.at(device).cuts == cut) {
        m_links.at(device).isCut = false;
    }
}

void Links::calm()
{
    for (Link& link : m_links) {
        link = Link{.cuts = link.cuts};
    }
}

Links::Passage Links::passageOf(std::size_t device)
{
    constexpr std::uint64_t maxLaterMs = 400;
    const Link& link = m_links.at(device);
    Passage passage{happens(link.lossPercent), happens(link.doublePercent), happens(link.overtakePercent),
                    link.delay};
    if (passage.mayOvertake) {
        passage.delay += Milliseconds(static_cast<std::int64_t>(m_random.below(maxLaterMs)));
    }
    return passage;
}

} // namespace tidemark::lab
