#include "ui/settings/devices_dialog.h"

#include "ui/settings/devices_page.h"

namespace tidemark {

DevicesDialog::DevicesDialog(ChatSession& session, const Theme& theme, QWidget* parent)
    : ListDialog(tr("Device sync status"), parent)
{
    setPage(new DevicesPage(session, theme, this));
}

} // namespace tidemark
