#pragma once

namespace tidemark {

/// The rules that a group's creator sets. With `inviteOnly`, users cannot join by the group's number.
struct GroupRules {
    bool historyOpen = false; ///< new members see what was written before they joined
    bool inviteOnly = false;  ///< only owners and moderators add members
};

} // namespace tidemark
