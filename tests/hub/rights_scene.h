#pragma once

#include "tests/hub/hub_world.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// In what case a request is sent; the columns of rights.tsv.
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

/// A group of ada, who owns it, with the moderator max and bob, cat and dan, who is disabled; lea has left it
/// and ken is banned. Eve is in none of it, and has a longer conversation of her own; oda has an account and
/// is not signed in. Ada has a channel that max and bob follow, and lea no longer. In a second group, which
/// is for those who are invited, all are what they are in the first. Passwords are those of passwordOf().
struct RightsScene {
    RightsScene();

    /// Who sends the request in this case.
    [[nodiscard]] Client& actorOf(Case which);
    /// A turn with the frame, and those that its passwords are worked on in; what is answered: the name of
    /// the frame or of the error, or "nothing".
    [[nodiscard]] std::string answerTo(Client& actor, protocol::ClientFrame frame);
    /// The same; all frames of the answer.
    [[nodiscard]] std::vector<protocol::ServerFrame> answersTo(Client& actor, protocol::ClientFrame frame);
    /// All that a request about the group could change for others.
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
    Seq otherSeq; ///< of an entry in eve's conversation, above `head`

private:
    void enterAll();
    [[nodiscard]] ConversationId makeGroup(bool inviteOnly);
    void makeGroups();
    void makeChannel();
    void makeEvesConversation();
    void disableDan();
    void workOnPasswords();
};

} // namespace tidemark::server
