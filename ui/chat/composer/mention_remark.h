#pragma once

#include "core/models/matching/mention_names.h"

#include <QObject>

namespace tidemark {

class ChatSession;
class Composer;

/// Says in the composer, before a message is sent, that a name after an @ in it is no member's. Says nothing
/// where not all members are known, and in direct chats.
class MentionRemark : public QObject {
    Q_OBJECT
public:
    /// Session and composer must outlive the remark.
    MentionRemark(ChatSession& session, Composer& composer);

private:
    void takeMembers();
    void readMembers();
    void update();

    ChatSession& m_session;
    Composer& m_composer;
    MentionNames m_names;
    bool m_areAllKnown = false;
    bool m_isStale = true; ///< m_names and m_areAllKnown are those of other members
};

} // namespace tidemark
