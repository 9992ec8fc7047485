#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/servers/sim_database.h"
#include "core/base/random.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tidemark::sim {

/// Users give themselves and their groups pictures, look at those of others, and fetch them. The promises:
///
/// - A picture that was acknowledged stays until a later one takes its place.
/// - A device that shows a place and is online knows within minutes the picture that is there.
/// - The file of a picture is there whole as long as it is a picture.
class AvatarLife {
public:
    explicit AvatarLife(std::uint64_t seed) : m_random(seed) {}

    void act(const std::vector<SimDevice*>& devices);
    /// The device shows all places that it may show.
    static void showAll(SimDevice& device);
    /// Call when all devices have shown all places for some minutes.
    void check(const std::vector<SimDevice*>& devices, server::Store& store, server::BlobStore& files) const;

private:
    static void checkShown(const SimDevice& device, server::Store& store);
    void checkChosen(const Avatar& avatar) const;

    SplitMix64 m_random;
    std::map<AvatarOwner, std::set<BlobHash>> m_chosen; ///< what users have wished for, acknowledged or not
};

} // namespace tidemark::sim
