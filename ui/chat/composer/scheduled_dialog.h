#pragma once

#include "core/domain/view.h"
#include "ui/look/theme.h"

#include <QDialog>

class QLabel;
class QMenu;

namespace tidemark {

class PlainList;
class ScheduledMessages;

/// Lists the scheduled messages of one conversation. Choosing one opens what can be done with it: change it,
/// send it now, or cancel it. Open it with open(); it deletes itself.
class ScheduledDialog : public QDialog {
    Q_OBJECT
public:
    ScheduledDialog(ScheduledMessages& scheduled, ConversationId conversation, const Theme& theme,
                    QWidget* parent);

private:
    void refresh();
    void choose(quint64 place);
    void addActions(QMenu& menu, const ScheduledItem& item);
    void edit(const ScheduledItem& item);

    ScheduledMessages& m_scheduled;
    ConversationId m_conversation;
    PlainList* m_list;
    QLabel* m_foot;
    QList<ScheduledItem> m_items; ///< as listed
};

} // namespace tidemark
