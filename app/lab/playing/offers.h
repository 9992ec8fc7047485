#pragma once

#include "app/lab/running/moment.h"
#include "app/lab/scenario/scenario.h"

#include <QString>

#include <vector>

namespace tidemark::lab {

/// Something that the user can do by hand now.
struct Offer {
    QString text;
    Action action;
};

/// Offers of one kind. Those without a title stand in the menu itself, the others in a menu of this title.
struct OfferGroup {
    QString title;
    std::vector<Offer> offers;
};

/// The scenario so far, for which actions are offered.
struct OfferContext {
    const Scenario& scenario;
    Milliseconds now{0};
    std::string conversation; ///< the chosen one; may be empty
};

/// The newest messages are offered by name, at most so many.
inline constexpr std::size_t maxOfferedMessages = 12;

/// The names of the conversation's messages so far; the newest one is last.
[[nodiscard]] std::vector<std::string> messagesSoFar(const OfferContext& context);

[[nodiscard]] std::vector<OfferGroup> deviceOffers(const OfferContext& context, const DeviceAtMoment& device);
/// For the link of one device; an empty name: for all links.
[[nodiscard]] std::vector<OfferGroup> linkOffers(const std::string& device);
/// `number`: from 1.
[[nodiscard]] std::vector<OfferGroup> serverOffers(const OfferContext& context, std::uint32_t number,
                                                   const ServerAtMoment& server);
[[nodiscard]] std::vector<OfferGroup> databaseOffers(const OfferContext& context);

} // namespace tidemark::lab
