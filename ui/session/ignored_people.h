#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>

namespace tidemark {

class Commands;

/// The users whom the account ignores or blocks, the same on all its devices. A change is shown at once, also
/// offline, and the user can undo the last one for a while. Lives on the GUI thread.
class IgnoredPeople : public QObject {
    Q_OBJECT
public:
    explicit IgnoredPeople(Commands& commands, QObject* parent = nullptr);

    [[nodiscard]] const QList<IgnoredPerson>& people() const { return m_people; } ///< by name
    [[nodiscard]] IgnoreLevel levelOf(UserId user) const;

    // ---- what the user does
    void set(const User& user, IgnoreLevel level);
    /// "Ignored Anna"; empty if there is nothing to undo.
    [[nodiscard]] const QString& undoWords() const { return m_undoWords; }
    [[nodiscard]] bool isUndoPossible() const { return m_undone.has_value(); }
    void undo();
    /// Ends the undo offer at once.
    void forgetUndo();

    // ---- from the client
    void take(const QList<IgnoredPerson>& people);

Q_SIGNALS:
    void changed();
    void undoChanged();

private:
    void submit(const User& user, IgnoreLevel level);

    Commands& m_commands;
    QList<IgnoredPerson> m_people;
    std::optional<IgnoredPerson> m_undone; ///< the user, with the level that undo() restores
    QString m_undoWords;
    QTimer m_undoTimer;
};

} // namespace tidemark
