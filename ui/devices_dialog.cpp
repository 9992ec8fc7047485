#include "ui/devices_dialog.h"

#include "core/models/identity.h"
#include "core/models/moment.h"
#include "ui/chat_session.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark {

namespace {

class DevicesText {
    Q_DECLARE_TR_FUNCTIONS(DevicesText)
};

/// "10:32", "Mon" or a date.
QString shortMoment(UnixMs at, QDate today)
{
    return dayOf(at) == today
               ? clockTime(at)
               : DevicesText::tr("%1 %2", "day and time").arg(listTime(at, today), clockTime(at));
}

} // namespace

QString agreementText(const protocol::Device& device, QDate today)
{
    const QString moment = shortMoment(device.agreedAt, today);
    if (device.agrees)
        return DevicesText::tr("Same as of %1").arg(moment);
    if (device.isConnected)
        return device.agreedAt.value == 0 ? DevicesText::tr("Being brought up to date")
                                          : DevicesText::tr("Differs since %1: being repaired").arg(moment);
    return device.agreedAt.value == 0
               ? DevicesText::tr("Not compared yet")
               : DevicesText::tr("Same as of %1; catches up when it connects").arg(moment);
}

QString agreementHeadline(const std::vector<protocol::Device>& devices)
{
    const auto differing = std::count_if(devices.begin(), devices.end(), [](const protocol::Device& one) {
        return one.isConnected && !one.agrees;
    });
    if (differing == 0)
        return DevicesText::tr("All connected devices agree with the server.");
    return DevicesText::tr("%Ln devices are being brought up to date.", nullptr, static_cast<int>(differing));
}

DevicesDialog::DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent)
    : ListDialog(session, theme, parent)
{
    setWindowTitle(tr("Do my devices agree?"));
    setFoot(
        tr("Each device compares what it holds with the server at every connection and while it is idle."));
    begin();
    askEvery(std::chrono::seconds(5));
}

CommandId DevicesDialog::ask()
{
    return session().askDevices();
}

void DevicesDialog::take(const change::CommandDone& result)
{
    const QDate today = QDate::currentDate();
    QList<PlainRow> rows;
    for (const protocol::Device& device : result.devices) {
        PlainRow row;
        row.key = device.id.value;
        row.title = device.name.empty() ? tr("Device without a name") : QString::fromStdString(device.name);
        row.hue = hueOf(device.id.value);
        row.text = agreementText(device, today);
        if (device.id == result.thisDevice)
            row.side = tr("this device");
        else
            row.side = device.isConnected ? tr("connected")
                                          : tr("last seen %1").arg(shortMoment(device.lastContact, today));
        // This device comes first.
        if (device.id == result.thisDevice)
            rows.prepend(row);
        else
            rows.append(row);
    }
    setHeadline(agreementHeadline(result.devices));
    setRows(rows);
}

} // namespace tidemark
