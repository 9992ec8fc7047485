#include "ui/settings/devices_page.h"

#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/prompts.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

class DevicesText {
    Q_DECLARE_TR_FUNCTIONS(DevicesText)
};

/// "10:32" for today, or else day and time.
QString shortMoment(UnixMs at, QDate today)
{
    return dayOf(at) == today
               ? clockTime(at)
               : DevicesText::tr("%1 %2", "day and time").arg(listTime(at, today), clockTime(at));
}

QString nameOf(const protocol::Device& device)
{
    return device.name.empty() ? DevicesText::tr("Device without a name")
                               : QString::fromStdString(device.name);
}

} // namespace

QString agreementText(const protocol::Device& device, QDate today)
{
    const QString moment = shortMoment(device.agreedAt, today);
    if (device.agrees) {
        return DevicesText::tr("In sync as of %1").arg(moment);
    }
    if (device.isConnected) {
        return device.agreedAt.value == 0 ? DevicesText::tr("Updating")
                                          : DevicesText::tr("Out of sync since %1: repairing").arg(moment);
    }
    return device.agreedAt.value == 0
               ? DevicesText::tr("Not compared yet")
               : DevicesText::tr("In sync as of %1. Updates when it connects").arg(moment);
}

QString agreementHeadline(const std::vector<protocol::Device>& devices)
{
    const auto differing = std::count_if(devices.begin(), devices.end(), [](const protocol::Device& one) {
        return one.isConnected && !one.agrees;
    });
    if (differing == 0) {
        return DevicesText::tr("All connected devices are in sync with the server.");
    }
    return DevicesText::tr("%Ln devices are updating.", nullptr, static_cast<int>(differing));
}

DevicesPage::DevicesPage(ChatSession& session, const Theme& theme, QWidget* parent)
    : ListPage(session.commands(), session.connection(), theme, parent), m_account(session.account())
{
    setFoot(tr("Each device compares its data with the server whenever it connects and while it is idle."));
    list().setAccessibleName(tr("Devices"));
    list().setChoosable(true);
    connect(&list(), &PlainList::chosen, this, [this](quint64 key) { askSignOut(DeviceId(key)); });
    connect(&session.commands(), &Commands::answered, this, [this](CommandId command, const QString& why) {
        if (!command.isValid() || command != m_signingOut) {
            return;
        }
        m_signingOut = {};
        setProblem(why);
        askNow();
    });
    askEvery(std::chrono::seconds(5));
}

CommandId DevicesPage::ask()
{
    return m_account.requestDevices();
}

void DevicesPage::take(const change::CommandDone& result)
{
    auto [devices, thisDevice] = result.resultAs<change::OwnDevices>();
    m_devices = std::move(devices);
    m_thisDevice = thisDevice;
    const QDate today = QDate::currentDate();
    QList<PlainRow> rows;
    for (const protocol::Device& device : m_devices) {
        // This device comes first.
        const qsizetype place = device.id == m_thisDevice ? 0 : rows.size();
        rows.insert(place, rowOf(device, today));
    }
    setHeadline(agreementHeadline(m_devices));
    setRows(rows);
}

PlainRow DevicesPage::rowOf(const protocol::Device& device, QDate today) const
{
    PlainRow row;
    row.key = device.id.value;
    row.title = nameOf(device);
    row.hue = hueOf(device.id.value);
    row.text = agreementText(device, today);
    if (device.id == m_thisDevice) {
        row.side = tr("this device");
        return row;
    }
    row.side =
        device.isConnected ? tr("connected") : tr("last seen %1").arg(shortMoment(device.lastContact, today));
    row.action = tr("Sign out…");
    return row;
}

void DevicesPage::askSignOut(DeviceId device)
{
    const auto found = std::find_if(m_devices.begin(), m_devices.end(),
                                    [device](const protocol::Device& one) { return one.id == device; });
    if (found == m_devices.end() || device == m_thisDevice) {
        return;
    }
    auto* question = new Question(
        {tr("Sign out “%1”?").arg(isolatedLine(nameOf(*found))),
         tr("The device is disconnected at once and has to sign in again. Its unsent messages stay on it."),
         tr("Sign out")},
        window());
    connect(question, &Question::confirmed, this,
            [this, device] { m_signingOut = m_account.signOutDevice(device); });
    question->open();
}

} // namespace tidemark
