#pragma once

#include "ui/list_dialog.h"
#include "ui/theme.h"

namespace tidemark {

class ChatSession;

/// Shows the DevicesPage as a dialog: "Do my devices agree?"
class DevicesDialog : public ListDialog {
    Q_OBJECT
public:
    DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent = nullptr);
};

} // namespace tidemark
