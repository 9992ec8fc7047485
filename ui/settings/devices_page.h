#pragma once

#include "ui/widgets/list_page.h"

#include <QDate>

#include <vector>

namespace tidemark {

class ChatSession;
class UserAccount;

/// Lists the user's devices, when each was last connected, and whether each holds the same data as the
/// server. The user can sign out any other device here.
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

    UserAccount& m_account;
    std::vector<protocol::Device> m_devices;
    DeviceId m_thisDevice;
    CommandId m_signingOut;
};

/// "In sync as of 10:32", or a text that says what differs.
[[nodiscard]] QString agreementText(const protocol::Device& device, QDate today);

/// "All connected devices are in sync with the server.", or how many are not. Ignores other devices.
[[nodiscard]] QString agreementHeadline(const std::vector<protocol::Device>& devices);

} // namespace tidemark
