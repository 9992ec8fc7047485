#pragma once

#include "core/domain/protocol.h"
#include "core/domain/view.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace tidemark {

struct KnownMembers {
    std::vector<protocol::Member> members; ///< by name; in large conversations only some
    std::size_t total = 0;
    bool isKnown = false; ///< the server has sent members
};

struct MemberListView {
    UserId self;
    bool isOnline = false;
    bool showsAll = false; ///< the user has asked for more than the first few
    QString find = {};     ///< only members whose names have this; empty: all
};

/// The members of a conversation in the order and selection in which they are shown, without texts.
struct MemberList {
    struct Row {
        protocol::Member member;
        bool isSelf = false;

        friend bool operator==(const Row&, const Row&) = default;
    };
    enum class Heading {
        None,
        Reading, ///< the other user's read position
        Followers,
        Members,
    };
    enum class Hint {
        None,
        OnlyForCreator, ///< only the channel's creator can see its followers
        NotConnected,   ///< members are shown when there is a connection
        More,           ///< `beyond` more exist
        Looking,        ///< nobody is found yet, and `beyond` more are still to be looked through
        NotFound,       ///< no member has such a name
    };

    Heading heading = Heading::None;
    Hint hint = Hint::None;
    std::vector<Row> rows;
    std::size_t all = 0;    ///< the number of members that "show all" offers; 0: nothing is held back
    std::size_t beyond = 0; ///< members that the server has not sent
};

/// The user comes first, then the members who have read most; equal members stay in the order of their names.
/// Readers of announcements are not listed.
[[nodiscard]] MemberList memberListOf(const ConversationSummary& summary, const KnownMembers& known,
                                      const MemberListView& view);

/// Whether the user may change the role of this member or remove them.
[[nodiscard]] bool mayManage(const ConversationSummary& summary, const protocol::Member& member);

/// Whether a member has unread messages, so that further receipts can change the list.
[[nodiscard]] bool hasUnreadMembers(const std::vector<protocol::Member>& members);

} // namespace tidemark
