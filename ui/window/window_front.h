#pragma once

#include "ui/platform/instance.h"

class QWidget;

namespace tidemark {

/// Shows the window, even if it was hidden or minimised, and asks the desktop to give it the keyboard focus.
/// The token comes from the user's last act; with it the desktop can refuse to take the keyboard focus from
/// another window that the user types in.
void bringToFront(QWidget& window, const ActivationToken& token = {});

} // namespace tidemark
