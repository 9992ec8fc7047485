#include "ui/widgets/menu_button.h"

#include <QMenu>
#include <QToolButton>

namespace tidemark {

void giveMenu(QToolButton* button, QMenu* menu)
{
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    // While a menu is open, its button does not learn that the pointer has left.
    QObject::connect(menu, &QMenu::aboutToHide, button, [button] {
        button->setAttribute(Qt::WA_UnderMouse, false);
        button->update();
    });
}

} // namespace tidemark
