#pragma once

namespace tidemark {

/// What is decided about a group when it is made.
struct GroupRules {
    bool historyOpen = false; ///< those who join later see what was written before
    bool inviteOnly = false;  ///< nobody joins by its number, and moderators and owners alone add others
};

} // namespace tidemark
