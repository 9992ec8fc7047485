#pragma once

#include "ui/list_page.h"

#include <QDate>

#include <vector>

namespace tidemark {

/// The user's devices, when they were last heard of, and whether they hold the same as the server. Each other
/// one can be signed out from here.
class DevicesPage : public ListPage {
    Q_OBJECT
public:
    DevicesPage(ChatSession& session, const Theme& theme, QWidget* parent);

protected:
    [[nodiscard]] CommandId ask() override;
    void take(const change::CommandDone& result) override;

private:
    [[nodiscard]] PlainRow rowOf(const protocol::Device& device, QDate today) const;
    void askSignOut(DeviceId device);

    std::vector<protocol::Device> m_devices;
    DeviceId m_thisDevice;
    CommandId m_signingOut;
};

/// "Same as of 10:32" or what differs.
[[nodiscard]] QString agreementText(const protocol::Device& device, QDate today);

/// "All your devices agree." or not; devices that never said what they hold are left out.
[[nodiscard]] QString agreementHeadline(const std::vector<protocol::Device>& devices);

} // namespace tidemark
