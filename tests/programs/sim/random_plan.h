#pragma once

#include "app/lab/world/plan.h"

#include <cstdint>

namespace tidemark::sim {

/// Everything that one run of the simulation does, all from its seed.
struct RandomPlan : Plan {
    int users = 3;
    int devicesPerUser = 2;
    int steps = 90;
    /// One of the users has a client that sends everything that the protocol allows.
    bool hasAttacker = false;
    /// One more user sends files.
    bool hasCourier = false;
    /// One more user wants the courier's files.
    bool hasStranger = false;
    /// At times a server is cut off from the others.
    bool cutsBus = false;
    /// The users make no reactions and look at none; everything else is as with them.
    bool leavesOutReactions = false;
    /// One more user's account is deleted. In runs that restore a backup it could come back.
    [[nodiscard]] bool hasLeaver() const
    {
        return !restoresBackup && !isStill && ((defect == Defect::None && seed % 3 == 1) || isForDeletion());
    }
    /// Whether the run is to find a defect of deletions.
    [[nodiscard]] bool isForDeletion() const
    {
        return defect == Defect::DeletionForgotten || defect == Defect::DeletionNotSubtracted;
    }
    /// Users react to messages. They do so beside everything else, so that runs with another defect do the
    /// same as before there were reactions.
    [[nodiscard]] bool hasReactions() const
    {
        return defect == Defect::None
               || (defect >= Defect::ReactionCountsAgain && defect <= Defect::ReactionsNotCompared);
    }
    /// Whether the run is to find a defect of pictures of users and groups.
    [[nodiscard]] bool isForAvatars() const
    {
        return defect >= Defect::AvatarNotStored && defect <= Defect::AvatarKeepsFile;
    }
    /// Users pin messages, instead of some edits and recalls. Runs with another defect do not, so that the
    /// seeds that catch them stay what they are.
    [[nodiscard]] bool pinsMessages() const
    {
        return defect == Defect::None || (defect >= Defect::PinsNotStored && defect <= Defect::PinsCounted);
    }
    /// Users choose pictures for themselves and their groups, beside everything else.
    [[nodiscard]] bool hasAvatars() const { return movesFiles && (defect == Defect::None || isForAvatars()); }
    /// Users edit the messages that they recall later.
    [[nodiscard]] bool editsBeforeRecalls() const
    {
        return defect == Defect::RecalledTextServed || (defect == Defect::None && seed % 3 == 1);
    }
    /// Users ignore each other, also beside everything else.
    [[nodiscard]] bool hasIgnoring() const
    {
        return defect == Defect::None
               || (defect >= Defect::IgnoredCounted && defect <= Defect::IgnoresNotCompared);
    }
    /// Users write drafts on all their devices, also beside everything else.
    [[nodiscard]] bool hasDrafts() const
    {
        return defect == Defect::None
               || (defect >= Defect::DraftNotStored && defect <= Defect::DraftOwnForgotten);
    }
    /// Users mark as unread more often than they read, so that some marks arrive again after others.
    [[nodiscard]] bool marksOften() const { return defect == Defect::MarkForgotten; }
    /// Users clear histories.
    [[nodiscard]] bool hasClearing() const
    {
        return (defect == Defect::None && seed % 3 == 0)
               || (defect >= Defect::ClearNotStored && defect <= Defect::ClearedServed);
    }
    /// Users are asked before groups get them as members, and answer.
    [[nodiscard]] bool hasInvitations() const
    {
        return (defect == Defect::None && seed % 3 == 2)
               || (defect >= Defect::InvitationsNotCompared && defect <= Defect::InvitationKept);
    }
    /// Users hide messages from themselves, also beside everything else.
    [[nodiscard]] bool hasHiding() const
    {
        return defect == Defect::None
               || (defect >= Defect::HideNotStored && defect <= Defect::HiddenRecalledTwice);
    }
    /// Users schedule messages, also beside everything else.
    [[nodiscard]] bool hasSchedules() const
    {
        return defect == Defect::None
               || (defect >= Defect::ScheduleNotStored && defect <= Defect::ScheduleCancelLost);
    }
    /// Users forward messages, also beside everything else.
    [[nodiscard]] bool hasForwards() const
    {
        return defect == Defect::None || defect == Defect::ForwardByForwarder || forbidsForwarding();
    }
    /// Users forbid forwarding, and allow it again.
    [[nodiscard]] bool forbidsForwarding() const
    {
        return defect == Defect::None || defect == Defect::ForwardingNotForbidden;
    }
    /// Users block each other, instead of some of the ignoring.
    [[nodiscard]] bool hasBlocking() const
    {
        return defect == Defect::None || defect == Defect::BlockedLikeIgnored;
    }
    /// A user leaves on one device while another one reacts. Who leaves cannot name the files of others any
    /// more, so no run with files has this.
    [[nodiscard]] bool leavesWhileReacting() const
    {
        return (defect == Defect::None && seed % 3 == 0 && !isStill && !movesFiles)
               || defect == Defect::ReactionByFormer;
    }
    /// Whether the seed also compares a run that has reactions with one that has none (R-I1).
    [[nodiscard]] bool comparesReactions() const
    {
        return seed % 10 == 3 && (defect == Defect::None || defect == Defect::ReactionsRead);
    }
    /// Users make, change and delete folders, also beside everything else.
    [[nodiscard]] bool hasFolders() const
    {
        return defect == Defect::None
               || (defect >= Defect::FolderNotStored && defect <= Defect::FoldersNotCompared);
    }

    [[nodiscard]] static RandomPlan of(std::uint64_t seed, Defect defect, bool trace);
};

} // namespace tidemark::sim
