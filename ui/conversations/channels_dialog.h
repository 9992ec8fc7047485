#pragma once

#include "core/client/client_values.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QTimer>

#include <vector>

class QLabel;

namespace tidemark {

class Commands;
class ConversationListModel;
class Memberships;
class PlainList;
class SearchField;

/// Finds channels by title, to follow them or to stop following. Open it with open(); it deletes itself.
class ChannelsDialog : public QDialog {
    Q_OBJECT
public:
    ChannelsDialog(Memberships& memberships, const Commands& commands,
                   const ConversationListModel& conversations, const Theme& theme, QWidget* parent);

    [[nodiscard]] SearchField& field() const { return *m_field; }
    [[nodiscard]] PlainList& list() const { return *m_list; }

Q_SIGNALS:
    /// The user chose a channel that they follow; show it.
    void channelChosen(tidemark::ConversationId conversation);

private:
    void ask();
    void take(const change::CommandDone& result);
    void showFound();
    void choose(ConversationId channel);
    [[nodiscard]] bool isFollowed(ConversationId channel) const;

    Memberships& m_memberships;
    const ConversationListModel& m_conversations;
    SearchField* m_field;
    PlainList* m_list;
    QLabel* m_state;
    QTimer m_pause; ///< delays the search until the user pauses in typing
    CommandId m_asked;
    CommandId m_following;
    std::vector<protocol::FoundChannel> m_found;
};

} // namespace tidemark
