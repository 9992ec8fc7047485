#pragma once

#include "ui/instance.h"

class QWidget;

namespace tidemark {

/// Shows the window, wherever it was, and asks the desktop to give it the keyboard: with the token that the
/// user's last act was given, so that nothing takes the keyboard from somebody who types elsewhere.
void bringToFront(QWidget& window, const ActivationToken& token = {});

} // namespace tidemark
