#pragma once

#include "core/domain/ids.h"
#include "core/domain/view.h"

class QMenu;
class QWidget;

namespace tidemark {

class IgnoredPeople;

/// Adds to a menu what the user can do about another user: ignore or block them, or end that. Blocking asks
/// first, in a dialog over `window`.
void addIgnoreActions(QMenu& menu, IgnoredPeople& ignored, const User& user, QWidget* window);

} // namespace tidemark
