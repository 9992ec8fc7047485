#pragma once

#include "ui/look/theme.h"
#include "ui/widgets/list_dialog.h"

namespace tidemark {

class ChatSession;

/// Shows the DevicesPage as the dialog "Device sync status".
class DevicesDialog : public ListDialog {
    Q_OBJECT
public:
    DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent = nullptr);
};

} // namespace tidemark
