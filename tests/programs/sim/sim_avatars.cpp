#include "tests/programs/sim/sim_avatars.h"

#include "tests/support/fake_hash.h"

#include <string>

namespace tidemark::sim {

namespace {

std::string nameOf(const AvatarOwner& owner)
{
    return owner.user.isValid() ? "the picture of user " + std::to_string(owner.user.value)
                                : "the picture of conversation " + std::to_string(owner.conversation.value);
}

/// The places of the device's user: their own, their groups, and the members of their direct chats.
std::vector<AvatarPlace> placesOf(const SimDevice& device)
{
    std::vector<AvatarPlace> places{AvatarPlace{}};
    for (const LocalConversation& one : device.engine().conversations()) {
        if (one.isMember && one.kind == ConversationKind::Group) {
            places.push_back({one.id, {}});
        } else if (one.isMember && one.kind == ConversationKind::Direct && one.peer.isValid()) {
            places.push_back({one.id, one.peer});
        }
    }
    return places;
}

} // namespace

void AvatarLife::act(const std::vector<SimDevice*>& devices)
{
    SimDevice& device = *devices[m_random.below(devices.size())];
    if (!device.isUp() || !device.engine().account()) {
        return;
    }
    const std::vector<AvatarPlace> places = placesOf(device);
    const AvatarPlace place = places[m_random.below(places.size())];
    switch (m_random.below(4)) {
    case 0:
        if (!place.user.isValid()) {
            // The device may die while it stores the choice.
            const AvatarOwner owner = ownerAt(place, device.engine().account()->user.id);
            m_chosen[owner].insert(device.setAvatar(place.conversation, m_random.next()));
        }
        break;
    case 1:
        device.fetchAvatar(place);
        break;
    default:
        device.feed(input::WantAvatar{place.conversation, place.user});
    }
}

void AvatarLife::showAll(SimDevice& device)
{
    if (!device.isUp()) {
        return;
    }
    for (const AvatarPlace& place : placesOf(device)) {
        device.feed(input::WantAvatar{place.conversation, place.user});
    }
}

void AvatarLife::check(const std::vector<SimDevice*>& devices, server::Store& store,
                       server::BlobStore& files) const
{
    std::map<AvatarOwner, Avatar> stored;
    for (const Avatar& avatar : store.blobs().allAvatars()) {
        stored.emplace(avatar.owner, avatar);
        checkChosen(avatar);
        if (!avatar.hash.isValid()) {
            continue;
        }
        const std::string bytes(
            files.carryOut(server::blob::Read{avatar.hash, 0, std::uint32_t(avatar.size)}).bytes);
        if (test::fakeHash(bytes) != avatar.hash) {
            throw Violation("P-I1: " + nameOf(avatar.owner) + " has no whole file");
        }
    }
    std::map<std::pair<AvatarOwner, std::uint64_t>, BlobHash> versions;
    for (const SimDevice* device : devices) {
        for (const Avatar& acked : device->diary().avatars) {
            const Avatar now = stored.contains(acked.owner) ? stored.at(acked.owner) : Avatar{acked.owner};
            const auto [known, isNew] = versions.emplace(std::pair(acked.owner, acked.version), acked.hash);
            if (now.version < acked.version || known->second != acked.hash
                || (now.version == acked.version && now.hash != acked.hash)) {
                throw Violation(nameOf(acked.owner) + " was acknowledged and is not there");
            }
        }
        checkShown(*device, store);
    }
}

void AvatarLife::checkChosen(const Avatar& avatar) const
{
    const auto chosen = m_chosen.find(avatar.owner);
    if (chosen == m_chosen.end() || !chosen->second.contains(avatar.hash)) {
        throw Violation(nameOf(avatar.owner) + " is one that nobody has chosen");
    }
}

void AvatarLife::checkShown(const SimDevice& device, server::Store& store)
{
    for (const AvatarPlace& place : placesOf(device)) {
        const AvatarOwner owner = ownerAt(place, device.engine().account()->user.id);
        const Avatar* shown = device.engine().avatar(owner);
        const BlobHash expected = store.blobs().avatar(owner).hash;
        if ((shown == nullptr ? BlobHash() : shown->hash) != expected) {
            throw Violation(device.label() + ": " + nameOf(owner) + " is not the one that the server has");
        }
    }
}

} // namespace tidemark::sim
