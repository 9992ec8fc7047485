#include "tests/hub/rights_scene.h"

#include "core/base/overloaded.h"

#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

std::string hashOf(const std::string& password)
{
    return "hash of " + password;
}

std::string nameOf(ErrorCode code)
{
    static const std::map<ErrorCode, std::string> names{
        {ErrorCode::Unsupported, "Unsupported"},
        {ErrorCode::NotSignedIn, "NotSignedIn"},
        {ErrorCode::BadCredentials, "BadCredentials"},
        {ErrorCode::TokenRevoked, "TokenRevoked"},
        {ErrorCode::NameTaken, "NameTaken"},
        {ErrorCode::AccountDisabled, "AccountDisabled"},
        {ErrorCode::NoSuchConversation, "NoSuchConversation"},
        {ErrorCode::NoSuchUser, "NoSuchUser"},
        {ErrorCode::NoSuchEntry, "NoSuchEntry"},
        {ErrorCode::NoSuchInvitation, "NoSuchInvitation"},
        {ErrorCode::NotMember, "NotMember"},
        {ErrorCode::NotAllowed, "NotAllowed"},
        {ErrorCode::OldGeneration, "OldGeneration"},
        {ErrorCode::LogEpochChanged, "LogEpochChanged"},
        {ErrorCode::CursorBeyondHead, "CursorBeyondHead"},
        {ErrorCode::NoSuchUpload, "NoSuchUpload"},
    };
    const auto found = names.find(code);
    return found == names.end() ? "error code " + std::to_string(static_cast<int>(code)) : found->second;
}

std::string nameOf(const protocol::ServerFrame& frame)
{
    using namespace protocol;
    using Name = std::string;
    return std::visit(Overloaded{
                          [](const Authenticated&) -> Name { return "Authenticated"; },
                          [](const Welcome&) -> Name { return "Welcome"; },
                          [](const States&) -> Name { return "States"; },
                          [](const Range&) -> Name { return "Range"; },
                          [](const Reactions&) -> Name { return "Reactions"; },
                          [](const Reactors&) -> Name { return "Reactors"; },
                          [](const DraftResult&) -> Name { return "DraftResult"; },
                          [](const Drafts&) -> Name { return "Drafts"; },
                          [](const ScheduleResult&) -> Name { return "ScheduleResult"; },
                          [](const ScheduledMessages&) -> Name { return "ScheduledMessages"; },
                          [](const SendAck&) -> Name { return "SendAck"; },
                          [](const Readers&) -> Name { return "Readers"; },
                          [](const Members&) -> Name { return "Members"; },
                          [](const FoundChannels&) -> Name { return "FoundChannels"; },
                          [](const Devices&) -> Name { return "Devices"; },
                          [](const Users&) -> Name { return "Users"; },
                          [](const TotalsNow&) -> Name { return "TotalsNow"; },
                          [](const IgnoredUsers&) -> Name { return "IgnoredUsers"; },
                          [](const Folders&) -> Name { return "Folders"; },
                          [](const Invitations&) -> Name { return "Invitations"; },
                          [](const HeartbeatAck&) -> Name { return "HeartbeatAck"; },
                          [](const Done&) -> Name { return "Done"; },
                          [](const AccountSettings&) -> Name { return "AccountSettings"; },
                          [](const Dots&) -> Name { return "Dots"; },
                          [](const UploadState&) -> Name { return "UploadState"; },
                          [](const BlobPart&) -> Name { return "BlobPart"; },
                          [](const Avatars&) -> Name { return "Avatars"; },
                          [](const Error& error) -> Name { return nameOf(error.code); },
                          [](const auto&) -> Name { return "a push"; },
                      },
                      frame);
}

} // namespace

RightsScene::RightsScene()
{
    enterAll();
    makeGroups();
    makeChannel();
    makeEvesConversation();
    sendPicture();
    world.queue(OperatorAsked{OperatorTicket(1), RaiseDot{world.freshUuid(), "news"}});
    disableDan();
    head = world.store.conversations().find(group)->head;
    REQUIRE(otherSeq > head);
}

void RightsScene::enterAll()
{
    for (Client* client : {&ada, &max, &bob, &cat, &dan, &lea, &ken, &eve}) {
        client->enter();
        world.store.accounts().putPasswordHash(client->user, hashOf(passwordOf(client->name)));
    }
    oda.signUp();
    world.store.accounts().putPasswordHash(oda.user, hashOf(passwordOf(oda.name)));
}

ConversationId RightsScene::makeGroup(bool inviteOnly)
{
    protocol::CreateGroup request{world.freshUuid(), "group", {"max", "bob", "cat", "dan", "lea", "ken"}};
    request.inviteOnly = inviteOnly;
    const ConversationId made = ada.askState(std::move(request)).id;
    messageOfAda = ada.send(made, "from ada").seq;
    messageOfBob = bob.send(made, "from bob").seq;
    ada.askState(protocol::SetRole{made, max.user, Role::Moderator});
    ada.askState(protocol::RemoveMember{made, ken.user, true});
    lea.askState(protocol::Leave{made});
    return made;
}

void RightsScene::makeGroups()
{
    invited = makeGroup(true);
    group = makeGroup(false);
    logEpoch = world.store.conversations().find(group)->logEpoch;
}

void RightsScene::makeChannel()
{
    channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "channel"}).id;
    for (Client* client : {&max, &bob, &lea}) {
        client->askState(protocol::Follow{channel});
    }
    lea.askState(protocol::Unfollow{channel});
}

void RightsScene::makeEvesConversation()
{
    const ConversationId own = eve.createGroup("eve's");
    for (int i = 0; i < 12; ++i) {
        otherSeq = eve.send(own, "alone").seq;
    }
}

void RightsScene::sendPicture()
{
    protocol::Send send = ada.message(group, "");
    send.content = content::Message{.attachments = {ada.upload("picture")}};
    picture = ada.ask<protocol::SendAck>(send).seq;
}

void RightsScene::disableDan()
{
    world.queue(OperatorAsked{OperatorTicket(2), SetUserDisabled{"dan", true}});
    world.turn();
    // The first connection was cut; this is the next one.
    danAgain.token = dan.token;
    danAgain.device = dan.device;
    danAgain.user = dan.user;
}

Client& RightsScene::actorOf(Case which)
{
    switch (which) {
    case Case::Moderator:
        return max;
    case Case::Member:
        return bob;
    case Case::NoMember:
        return eve;
    case Case::Left:
        return lea;
    case Case::Banned:
        return ken;
    case Case::NotSignedIn:
        return oda;
    case Case::Disabled:
        return danAgain;
    case Case::Owner:
    case Case::OldGeneration:
    case Case::OtherUser:
    case Case::OtherSeq:
        break;
    }
    return ada;
}

std::string RightsScene::answerTo(Client& actor, protocol::ClientFrame frame)
{
    const std::vector<protocol::ServerFrame> answers = answersTo(actor, std::move(frame));
    return answers.empty() ? "nothing" : nameOf(answers.front());
}

std::vector<protocol::ServerFrame> RightsScene::answersTo(Client& actor, protocol::ClientFrame frame)
{
    const RequestId request = actor.post(std::move(frame));
    world.turn();
    workOnPasswords();
    world.workOnBlobs();
    return actor.answersTo(request);
}

void RightsScene::workOnPasswords()
{
    while (!world.verifyJobs.empty() || !world.hashJobs.empty()) {
        if (!world.verifyJobs.empty()) {
            const VerifyPassword job = world.verifyJobs.front();
            world.verifyJobs.pop_front();
            world.queue(PasswordVerified{job.ticket, job.hash == hashOf(job.password)});
        } else {
            const HashPassword job = world.hashJobs.front();
            world.hashJobs.pop_front();
            world.queue(PasswordHashed{job.ticket, hashOf(job.password)});
        }
        world.turn();
    }
}

std::string RightsScene::traces()
{
    std::string found;
    for (const ConversationId id : {group, invited}) {
        const auto record = world.store.conversations().find(id);
        found += record->title + " " + std::to_string(record->head.value) + " "
                 + std::to_string(record->memberCount) + "; ";
    }
    for (const AccountRecord& account : world.store.accounts().after(UserId(), 100)) {
        found += account.name + " " + account.passwordHash + " "
                 + std::to_string(world.store.tokens().devices(account.id).size());
        if (const auto row = world.store.members().find(group, account.id)) {
            found += " version " + std::to_string(row->version) + " cursor "
                     + std::to_string(row->cursor.epoch) + "," + std::to_string(row->cursor.readSeq.value)
                     + (row->banned ? " banned" : "");
        }
        found += "; ";
    }
    return found;
}

Generation RightsScene::generationIn(ConversationId conversation, UserId user)
{
    const auto row = world.store.members().find(conversation, user);
    return row ? row->generation : Generation(1);
}

} // namespace tidemark::server
