#pragma once

#include "ui/list_dialog.h"

#include <QDate>

namespace tidemark {

/// "Do my devices agree?": the user's devices, when they were last heard of, and whether they hold the same
/// as the server.
class DevicesDialog : public ListDialog {
    Q_OBJECT
public:
    DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent = nullptr);

protected:
    [[nodiscard]] CommandId ask() override;
    void take(const change::CommandDone& result) override;
};

/// "Same as of 10:32" or what differs.
[[nodiscard]] QString agreementText(const protocol::Device& device, QDate today);

/// "All your devices agree." or not; devices that never said what they hold are left out.
[[nodiscard]] QString agreementHeadline(const std::vector<protocol::Device>& devices);

} // namespace tidemark
