#pragma once

#include "ui/list_dialog.h"
#include "ui/theme.h"

namespace tidemark {

class ChatSession;

/// "Do my devices agree?": the DevicesPage as a dialog.
class DevicesDialog : public ListDialog {
    Q_OBJECT
public:
    DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent = nullptr);
};

} // namespace tidemark
