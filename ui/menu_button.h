#pragma once

class QMenu;
class QToolButton;

namespace tidemark {

/// Makes `button` open `menu` at once. When the menu closes, the button does not look as if the pointer were
/// still over it.
void giveMenu(QToolButton* button, QMenu* menu);

} // namespace tidemark
