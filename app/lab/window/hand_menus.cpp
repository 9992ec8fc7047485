#include "app/lab/window/hand_menus.h"

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"
#include "ui/widgets/plain_text.h"

#include <QMenu>

namespace tidemark::lab {

HandMenus::HandMenus(LabController& controller, QObject* parent) : QObject(parent), m_controller(controller)
{
}

std::vector<OfferGroup> HandMenus::offersFor(const WorldTarget& target) const
{
    const Moment& moment = m_controller.moment();
    const OfferContext context{m_controller.scenario(), moment.at, m_conversation};
    switch (target.kind) {
    case WorldTarget::Kind::Device: {
        const DeviceAtMoment* device = deviceIn(moment, target.device);
        return device == nullptr ? std::vector<OfferGroup>() : deviceOffers(context, *device);
    }
    case WorldTarget::Kind::Link:
        return linkOffers(target.device);
    case WorldTarget::Kind::Server:
        return serverOffers(context, target.server, moment.servers.at(target.server - 1));
    case WorldTarget::Kind::Database:
        break;
    }
    return databaseOffers(context);
}

void HandMenus::fill(QMenu& menu, const WorldTarget& target)
{
    for (const OfferGroup& group : offersFor(target)) {
        if (group.title.isEmpty() && !menu.isEmpty()) {
            menu.addSeparator();
        }
        QMenu* place = group.title.isEmpty() ? &menu : menu.addMenu(buttonText(group.title));
        place->setEnabled(!group.offers.empty());
        for (const Offer& offer : group.offers) {
            connect(place->addAction(buttonText(offer.text)), &QAction::triggered, this,
                    [this, action = offer.action] { Q_EMIT chosen(action); });
        }
    }
}

void HandMenus::addPart(QMenu& menu, const QString& title, const WorldTarget& target)
{
    fill(*menu.addMenu(buttonText(title)), target);
}

void HandMenus::fillAll(QMenu& menu)
{
    const Moment& moment = m_controller.moment();
    for (const DeviceAtMoment& device : moment.devices) {
        addPart(menu, tr("Device %1").arg(textOf(device.name)), {WorldTarget::Kind::Device, device.name, 0});
    }
    menu.addSeparator();
    for (const DeviceAtMoment& device : moment.devices) {
        addPart(menu, tr("Link of %1").arg(textOf(device.name)), {WorldTarget::Kind::Link, device.name, 0});
    }
    addPart(menu, tr("All links"), {WorldTarget::Kind::Link, {}, 0});
    menu.addSeparator();
    for (std::size_t place = 0; place < moment.servers.size(); ++place) {
        addPart(menu, textOf(moment.servers[place].name),
                {WorldTarget::Kind::Server, {}, static_cast<std::uint32_t>(place + 1)});
    }
    addPart(menu, tr("Database"), {WorldTarget::Kind::Database, {}, 0});
}

} // namespace tidemark::lab
