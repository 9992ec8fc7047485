#pragma once

#include "app/lab/playing/offers.h"
#include "app/lab/window/world_picture.h"

#include <QObject>

class QMenu;

namespace tidemark::lab {

class LabController;

/// The menus of things that the user can do by hand: for one thing at its place, and for the whole world in
/// the menu bar.
class HandMenus : public QObject {
    Q_OBJECT
public:
    explicit HandMenus(LabController& controller, QObject* parent = nullptr);

    /// The conversation for which a device's actions are offered.
    void setConversation(const std::string& conversation) { m_conversation = conversation; }
    /// Fills the menu with what can be done to this thing now.
    void fill(QMenu& menu, const WorldTarget& target);
    /// Fills the menu with one menu for each thing of the world.
    void fillAll(QMenu& menu);

Q_SIGNALS:
    void chosen(const tidemark::lab::Action& action);

private:
    [[nodiscard]] std::vector<OfferGroup> offersFor(const WorldTarget& target) const;
    void addPart(QMenu& menu, const QString& title, const WorldTarget& target);

    LabController& m_controller;
    std::string m_conversation;
};

} // namespace tidemark::lab
