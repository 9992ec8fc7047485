#pragma once

#include "tests/hub/hub_world.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// The kind of user or request; the columns of rights.tsv.
enum class Case {
    Owner,
    Moderator,
    Member,
    OldGeneration,
    OtherUser,
    OtherSeq,
    NoMember,
    Left,
    Banned,
    NotSignedIn,
    Disabled
};

inline constexpr std::array<std::pair<Case, std::string_view>, 11> cases{{
    {Case::Owner, "owner"},
    {Case::Moderator, "moderator"},
    {Case::Member, "member"},
    {Case::OldGeneration, "old generation"},
    {Case::OtherUser, "other user"},
    {Case::OtherSeq, "other seq"},
    {Case::NoMember, "no member"},
    {Case::Left, "left"},
    {Case::Banned, "banned"},
    {Case::NotSignedIn, "not signed in"},
    {Case::Disabled, "disabled"},
}};

/// The users of the rights tests. Ada owns a group with the moderator max and the members bob, cat and dan,
/// who is disabled. Lea has left it, and ken is banned. Eve was never in it, and has a longer conversation
/// of her own. Oda has an account and is not signed in. Max and bob follow ada's channel; lea no longer
/// does. A second group is invite-only, and all users have the same roles in it. passwordOf() has the
/// passwords.
struct RightsScene {
    RightsScene();

    /// The user who sends the request in this case.
    [[nodiscard]] Client& actorOf(Case which);
    /// Runs turns with the frame and its password jobs. Returns the name of the answer or of the error, or
    /// "nothing".
    [[nodiscard]] std::string answerTo(Client& actor, protocol::ClientFrame frame);
    /// Does the same, and returns all frames of the answer.
    [[nodiscard]] std::vector<protocol::ServerFrame> answersTo(Client& actor, protocol::ClientFrame frame);
    /// All data that a request about the group could change for other users.
    [[nodiscard]] std::string traces();

    [[nodiscard]] static std::string passwordOf(const std::string& name) { return "password of " + name; }
    [[nodiscard]] Generation generationIn(ConversationId conversation, UserId user);

    HubWorld world;
    Client ada{world, "ada"};
    Client max{world, "max"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    Client dan{world, "dan"};
    Client lea{world, "lea"};
    Client ken{world, "ken"};
    Client eve{world, "eve"};
    Client oda{world, "oda"};
    Client danAgain{world, "dan"};
    ConversationId group;
    ConversationId invited;
    ConversationId channel;
    LogEpoch logEpoch;
    Seq head;
    Seq messageOfAda;
    Seq messageOfBob;
    Seq picture;  ///< a message of ada with a file, in the group
    Seq otherSeq; ///< an entry of eve's conversation, above `head`

private:
    void enterAll();
    [[nodiscard]] ConversationId makeGroup(bool inviteOnly);
    void makeGroups();
    void makeChannel();
    void makeEvesConversation();
    void sendPicture();
    void disableDan();
    void workOnPasswords();
};

} // namespace tidemark::server
