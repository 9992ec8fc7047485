#pragma once

#include "ui/widgets/plain_list.h"

#include <QWidget>

class QLabel;

namespace tidemark {

class IgnoredPeople;

/// Lists the users whom the account ignores or blocks. Choosing one ends that; the window offers to undo it.
class IgnoredPage : public QWidget {
    Q_OBJECT
public:
    IgnoredPage(IgnoredPeople& ignored, const Theme& theme, QWidget* parent);

    void setTheme(const Theme& theme) { m_list->setTheme(theme); }

private:
    void refresh();
    void end(UserId user);

    IgnoredPeople& m_ignored;
    PlainList* m_list;
    QLabel* m_foot;
};

} // namespace tidemark
