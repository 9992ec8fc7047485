#include "tests/hub/hub_world.h"

namespace tidemark::server::names_test {

namespace {

using protocol::ErrorCode;
using std::string_literals::operator""s;

const std::string zwj = "\xe2\x80\x8d";
const std::string cyrillicA = "\xd0\xb0";

struct Named {
    HubWorld world;
    Client ada{world, "ada"};
    Client anna{world, "anna"};
    Client zoe{world, "Zo\xc3\xab"};

    Named()
    {
        ada.enter();
        anna.enter();
        zoe.enter();
    }

    protocol::Error refusalOf(const std::string& name)
    {
        Client client(world, name);
        const auto answers = client.ask(client.registerFrame());
        REQUIRE(answers.size() == 1);
        REQUIRE(std::holds_alternative<protocol::Error>(answers.front()));
        return std::get<protocol::Error>(answers.front());
    }

    protocol::Authenticated signUp(const std::string& name)
    {
        Client client(world, name);
        return client.ask<protocol::Authenticated>(client.registerFrame());
    }
};

} // namespace

TEST_CASE_FIXTURE(Named, "a name that looks like another account's is refused")
{
    for (const std::string& name : {std::string("Anna"), std::string("ANNA"), cyrillicA + "nna",
                                    "\xd0\x90nna"s, "ZOE\xcc\x88"s, "z0\xc3\xab"s}) {
        CAPTURE(name);
        CHECK(refusalOf(name).code == ErrorCode::NameTaken);
    }
    for (const std::string& name : {"anna" + zwj, "an\xe2\x80\x8bna"s,
                                    "\xef\xbb\xbf"
                                    "anna"s,
                                    "\xe2\x80\xae"
                                    "anna"s,
                                    "new\xc2\xad"s, "\xcc\x81new"s}) {
        CAPTURE(name);
        CHECK(refusalOf(name).code == ErrorCode::NameInvalid);
    }
    for (const char* name : {"Anne", "zoe", "张伟", "محمد", "דוד", "राम", "🌊"}) {
        CAPTURE(name);
        CHECK(signUp(name).user.name == name);
    }
    CHECK_MESSAGE(signUp("Rene\xcc\x81").user.name == "Ren\xc3\xa9", "the server stores names in form NFC");
}

TEST_CASE_FIXTURE(Named, "a name is found in any case and form, and never by its look")
{
    CHECK(ada.askState(protocol::OpenDirect{"ANNA"}).peer == anna.user);
    CHECK(ada.askState(protocol::OpenDirect{"zoe\xcc\x88"}).peer == zoe.user);
    CHECK(ada.refused(protocol::OpenDirect{cyrillicA + "nna"}) == ErrorCode::NoSuchUser);
    CHECK(ada.refused(protocol::OpenDirect{"anna" + zwj}) == ErrorCode::NoSuchUser);
    const auto group = ada.askState(protocol::CreateGroup{world.freshUuid(), "harbour", {"Anna"}}).id;
    CHECK(ada.askState(protocol::AddMember{group, "ZO\xc3\x8b"}).id == group);
    CHECK(world.store.members().find(group, anna.user));
    CHECK(world.store.members().find(group, zoe.user));
    CHECK(ada.refused(protocol::AddMember{group, "anna" + zwj}) == ErrorCode::NoSuchUser);
    const auto mentioned = ada.send(group, "@Anna, look");
    CHECK(fieldsOf(world.store.log().entry(group, mentioned.seq)->entry.content).mentions
          == std::vector{anna.user});
}

TEST_CASE_FIXTURE(Named, "accounts from before names were compared go on, each under its own name")
{
    // The store accepts a name that the hub would refuse today.
    const std::string invisible = "anna" + zwj;
    Client old(world, invisible);
    const UserId user = world.store.accounts().insert(invisible, {});
    world.store.tokens().put(PlainSecrets().hashOf(old.token), user, old.device, "old", UnixMs{1});
    CHECK_MESSAGE(old.ask<protocol::Authenticated>(old.registerFrame()).user.id == user,
                  "a repeated registration finds its account");
    CHECK(ada.askState(protocol::OpenDirect{invisible}).peer == user);
    CHECK(ada.askState(protocol::OpenDirect{"anna"}).peer == anna.user);
}

TEST_CASE("sign-in accepts the name in any case, and returns the stored name")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.post(ada.registerFrame("correct horse"));
    world.turn();
    world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash"});
    world.turn();
    Client phone(world, "Ada");
    const RequestId request = phone.post(
        protocol::SignIn{protocol::version, "ADA", "correct horse", phone.token, phone.device, "phone"});
    world.turn();
    REQUIRE(world.verifyJobs.size() == 1);
    CHECK(world.verifyJobs[0].hash == "hash");
    world.queue(PasswordVerified{world.verifyJobs[0].ticket, true});
    world.turn();
    CHECK(phone.answerTo<protocol::Authenticated>(request).user.name == "ada");
}

TEST_CASE("password guesses wait equally long, in whatever case the name is written")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.post(ada.registerFrame("correct horse"));
    world.turn();
    world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash"});
    world.turn();
    bool waits = false;
    for (int attempt = 0; attempt < 60 && !waits; ++attempt) {
        std::string name = "ada";
        for (std::size_t letter = 0; letter < name.size(); ++letter) {
            if ((static_cast<unsigned>(attempt) >> letter & 1U) != 0) {
                name[letter] = static_cast<char>(name[letter] - 'a' + 'A');
            }
        }
        Client guesser(world, "guesser");
        const RequestId request = guesser.post(
            protocol::SignIn{protocol::version, name, "a wrong guess", guesser.token, guesser.device, "x"});
        world.turn();
        if (const auto answers = guesser.answersTo(request); !answers.empty()) {
            waits = std::get<protocol::Error>(answers.front()).code == ErrorCode::TooFast;
        } else {
            world.queue(PasswordVerified{world.verifyJobs.back().ticket, false});
            world.turn();
        }
    }
    CHECK(waits);
}

TEST_CASE_FIXTURE(Named,
                  "a title is stored in NFC without outer white space, and refused with invisible characters")
{
    const auto made =
        ada.askState(protocol::CreateGroup{world.freshUuid(), "  Cafe\xcc\x81 \xe3\x80\x80", {}});
    CHECK(made.title == "Caf\xc3\xa9");
    for (const std::string& title : {"har\xe2\x80\x8b"
                                     "bour"s,
                                     "\xe2\x80\xae"
                                     "ruobrah"s,
                                     "harbour" + zwj, " "s}) {
        CAPTURE(title);
        CHECK(ada.refused(protocol::CreateGroup{world.freshUuid(), title, {}}) == ErrorCode::TitleInvalid);
        CHECK(ada.refused(protocol::CreateChannel{world.freshUuid(), title}) == ErrorCode::TitleInvalid);
        CHECK(ada.refused(protocol::Rename{made.id, title}) == ErrorCode::TitleInvalid);
    }
    for (const char* title : {"क्\xe2\x80\x8dष", "علی\xe2\x80\x8cرضا", "👩\xe2\x80\x8d👧", "港口", "שלום"}) {
        CAPTURE(title);
        CHECK(ada.askState(protocol::Rename{made.id, title}).title == title);
    }
    const Seq head = ada.askState(protocol::Rename{made.id, "Caf\xc3\xa9"}).head;
    CHECK_MESSAGE(ada.askState(protocol::Rename{made.id, " Cafe\xcc\x81 "}).head == head,
                  "both spellings are the same title");
    const auto channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "Tides"});
    CHECK_MESSAGE(zoe.askState(protocol::CreateChannel{world.freshUuid(), "Tides"}).id != channel.id,
                  "titles are not unique");
}

} // namespace tidemark::server::names_test
