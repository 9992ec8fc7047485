#include "tests/programs/load/scenarios/scenario.h"

#include "tests/programs/load/base/failure.h"

namespace tidemark::load {

Stage::Stage(const Arguments& arguments, const Shape& shape, Server::Allows allows)
    : scratch(arguments.directory()), database(arguments.database() == Arguments::Database::Postgres
                                                   ? std::make_unique<PostgresDatabase>(arguments.directory())
                                                   : nullptr),
      server(arguments, scratch, database ? database->url() : std::string(), allows),
      people(loop, server.started(), shape)
{
}

void fill(Stage& stage, Ledger& ledger, std::uint64_t messages)
{
    constexpr std::size_t atOnce = 500;
    const std::size_t author = stage.people.keeper();
    Device keeper(stage.loop, stage.server.place(), {Population::nameOf(author), true, false});
    bool isThere = false;
    keeper.start([&] { isThere = true; });
    stage.loop.runUntil([&] { return isThere; }, "the writer to sign in");
    const std::uint64_t all = messages * stage.people.groups().size();
    std::uint64_t sent = 0;
    stage.loop.runUntil(
        [&] {
            while (sent < all && sent - ledger.messages() < atOnce) {
                const std::uint64_t number = ++sent;
                const std::size_t group = number % stage.people.groups().size();
                protocol::Send send = Ledger::messageOf(stage.people.groups()[group].id, author, number);
                keeper.ask(std::move(send),
                           [&ledger, group, author, number](const protocol::ServerFrame& frame) {
                               const auto* ack = std::get_if<protocol::SendAck>(&frame);
                               require(ack != nullptr, "a message is acknowledged");
                               ledger.acknowledged(group, ack->seq, author, number, false);
                           });
            }
            return ledger.messages() == all;
        },
        "messages to be written");
}

} // namespace tidemark::load
