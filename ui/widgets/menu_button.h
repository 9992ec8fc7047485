#pragma once

class QMenu;
class QToolButton;

namespace tidemark {

/// Makes `button` open `menu` at once. Also resets the button's hover look when the menu closes.
void giveMenu(QToolButton* button, QMenu* menu);

} // namespace tidemark
