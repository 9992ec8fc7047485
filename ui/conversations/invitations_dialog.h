#pragma once

#include "ui/look/theme.h"

#include <QDialog>

class QLabel;

namespace tidemark {

class InvitationList;
class PlainList;

/// Lists the groups that the user is asked to become a member of. Choosing one opens a menu to accept or to
/// refuse it. Open it with open(); it deletes itself.
class InvitationsDialog : public QDialog {
    Q_OBJECT
public:
    InvitationsDialog(InvitationList& invitations, const Theme& theme, QWidget* parent);

    [[nodiscard]] PlainList& list() const { return *m_list; }

private:
    void refresh();
    void choose(quint64 key);

    InvitationList& m_invitations;
    PlainList* m_list;
    QLabel* m_foot;
};

} // namespace tidemark
