#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <utility>

namespace tidemark::cli {

namespace {

constexpr Option signOutOption{
    .name = "sign-out",
    .kind = ValueKind::Text,
    .value = "DEVICE",
    .help = "sign another device out first; give its number, or its name if it is unique",
};

/// Returns a text, because not every JSON parser keeps 64 bits of a number.
QString numberOf(DeviceId device)
{
    return QStringLiteral("%1").arg(device.value, 16, 16, QLatin1Char('0'));
}

Result<std::vector<protocol::Device>> requestDevices(BlockingClient& client, DeviceId& thisDevice)
{
    const auto done = client.run([](CommandId command) { return input::GetDevices{command}; });
    if (!done) {
        return Unexpected(done.error());
    }
    auto own = done->resultAs<change::OwnDevices>();
    thisDevice = own.thisDevice;
    return std::move(own.devices);
}

/// Finds the device with this number, or the only device with this name.
Result<DeviceId> deviceCalled(const QString& wanted, const std::vector<protocol::Device>& devices)
{
    std::vector<DeviceId> found;
    for (const protocol::Device& one : devices) {
        if (numberOf(one.id) == wanted) {
            return one.id;
        }
        if (QString::fromStdString(one.name) == wanted) {
            found.push_back(one.id);
        }
    }
    if (found.empty()) {
        return refused(QStringLiteral("Device %1 does not exist.").arg(wanted));
    }
    return found.size() == 1
               ? Result<DeviceId>(found.front())
               : refused(QStringLiteral("Several devices are called %1. Give the number of one of them.")
                             .arg(wanted));
}

void printDevice(const protocol::Device& device, DeviceId thisDevice)
{
    JsonLine line;
    line.add("device", numberOf(device.id))
        .add("name", device.name)
        .add("program", device.clientName)
        .add("this", device.id == thisDevice)
        .add("connected", device.isConnected);
    addTime(line, "last_contact", device.lastContact);
    line.add("agrees", device.agrees);
    print(addTime(line, "agreed_at", device.agreedAt));
}

Result<Nothing> signOut(BlockingClient& client, const QString& wanted,
                        const std::vector<protocol::Device>& devices, DeviceId thisDevice)
{
    const auto device = deviceCalled(wanted, devices);
    if (!device) {
        return Unexpected(device.error());
    }
    if (*device == thisDevice) {
        return refused(QStringLiteral("%1 is this device. Name another device.").arg(wanted));
    }
    const auto done = client.run([&](CommandId command) { return input::RevokeDevice{command, *device}; });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<Nothing> listDevices(BlockingClient& client, const Arguments& arguments)
{
    DeviceId thisDevice;
    auto devices = requestDevices(client, thisDevice);
    if (devices && arguments.options.has(signOutOption)) {
        const auto done = signOut(client, arguments.options.text(signOutOption), *devices, thisDevice);
        if (!done) {
            return done;
        }
        devices = requestDevices(client, thisDevice);
    }
    if (!devices) {
        return Unexpected(devices.error());
    }
    for (const protocol::Device& device : *devices) {
        printDevice(device, thisDevice);
    }
    return Nothing{};
}

} // namespace

const Command devicesCommand{
    .name = "devices",
    .options = {signOutOption},
    .help = "Prints one line for each signed-in device of the user:\n"
            "{\"device\",\"name\",\"program\",\"this\",\"connected\",\"last_contact\",\"agrees\",\"agreed_"
            "at\"}. agrees:\n"
            "device and server were the same at the last comparison; agreed_at: when they last were. A\n"
            "device that you sign out is disconnected at once and keeps its unsent messages.",
    .needsServer = true,
    .run = listDevices,
};

} // namespace tidemark::cli
