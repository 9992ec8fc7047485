#pragma once

#include "tests/programs/load/base/arguments.h"
#include "tests/programs/load/machines/postgres_database.h"
#include "tests/programs/load/machines/server.h"
#include "tests/programs/load/people/ledger.h"
#include "tests/programs/load/report/figure.h"

#include <memory>
#include <vector>

namespace tidemark::load {

/// One kind of load. Fails if the server does something wrong. Its speed decides nothing, except in figures
/// of a full run with Figure::decides.
struct Scenario {
    const char* name;
    const char* summary;
    std::vector<Parameter> parameters;
    Figures (*run)(const Arguments& arguments);
};

/// A running server with its users.
struct Stage {
    Stage(const Arguments& arguments, const Shape& shape, Server::Allows allows = Server::Allows::Load);

    Scratch scratch;
    std::unique_ptr<PostgresDatabase> database; ///< null if the server has a file of its own
    Server server;
    Loop loop;
    Population people;
};

/// Lets the keeper send this many messages to each group.
void fill(Stage& stage, Ledger& ledger, std::uint64_t messages);

[[nodiscard]] Scenario idleScenario();
[[nodiscard]] Scenario fanOutScenario();
[[nodiscard]] Scenario pollsScenario();
[[nodiscard]] Scenario sendsScenario();
[[nodiscard]] Scenario registersScenario();
[[nodiscard]] Scenario signInScenario();
[[nodiscard]] Scenario soakScenario();
[[nodiscard]] Scenario nodesScenario();
[[nodiscard]] Scenario attackScenario();
[[nodiscard]] Scenario filesScenario();

} // namespace tidemark::load
