#include "tests/programs/sim/replay.h"
#include "tests/programs/sim/sim_twins.h"
#include "tests/programs/sim/sim_world.h"

#include <QCoreApplication>

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace tidemark::sim;

namespace {

constexpr std::string_view usage =
    R"(tidemark-sim - runs devices, server and network in one process, under a virtual clock, from a seed

  tidemark-sim --seeds N [--from K]      run seeds K..K+N-1 (K is 1); exit 1 if one fails
  tidemark-sim --seed S [--trace]        run one seed
  tidemark-sim --defects [--seeds N]     switch each defect on; exit 1 if N seeds (1000) do not catch one. The first
                                         seed is the one known to catch it; then, as with --from K, all follow
  tidemark-sim --seed S --defect NAME    run one seed with a defect
  tidemark-sim --list-defects
  tidemark-sim --replay DIR [--trace]    play back a recorded trace; exit 1 if any result differs

  --jobs N    run N seeds or defects at once (by default one per processor)
)";

struct Options {
    std::string_view program; ///< the name by which it was started
    std::uint64_t seeds = 0;
    std::uint64_t from = 1;
    std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
    bool hasFrom = false;
    bool single = false;
    bool trace = false;
    bool defects = false;
    Defect defect = Defect::None;
};

/// The failure of a run; empty if it was clean.
std::optional<std::string> failureOf(std::uint64_t seed, Defect defect, bool trace, RunStatistics* outcome)
{
    try {
        SimWorld world(RandomPlan::of(seed, defect, trace));
        const RunStatistics result = world.run();
        if (outcome != nullptr) {
            *outcome = result;
        }
        if (RandomPlan::of(seed, defect, false).comparesReactions()) {
            checkReactionsAside(seed, defect);
        }
        return std::nullopt;
    } catch (const Violation& violation) {
        return violation.what();
    }
}

template <typename Work>
void inParallel(std::uint64_t jobs, const Work& work)
{
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < jobs; ++i) {
        threads.emplace_back(work);
    }
}

int runSeeds(const Options& options)
{
    const auto* defect = std::find_if(allDefects.begin(), allDefects.end(),
                                      [&](const NamedDefect& one) { return one.defect == options.defect; });
    std::atomic<std::uint64_t> next = options.from;
    std::atomic<std::uint64_t> failures = 0;
    std::mutex output;
    RunStatistics sum;
    inParallel(options.jobs, [&] {
        for (std::uint64_t seed = next++; seed < options.from + options.seeds; seed = next++) {
            RunStatistics outcome;
            const auto failure = failureOf(seed, options.defect, options.trace, &outcome);
            const std::lock_guard lock(output);
            if (failure) {
                ++failures;
                std::cout << "FAILED seed " << seed << ": " << *failure
                          << "\n  again with: " << options.program << " --seed " << seed
                          << (defect == allDefects.end() ? "" : " --defect ")
                          << (defect == allDefects.end() ? "" : defect->name) << std::endl;
            }
            sum.entries += outcome.entries;
            sum.acknowledged += outcome.acknowledged;
            sum.recalls += outcome.recalls;
            sum.mismatches += outcome.mismatches;
        }
    });
    std::cout << options.seeds << " seeds from " << options.from << ": " << failures << " failed; "
              << sum.entries << " entries, " << sum.acknowledged << " acknowledged sends, " << sum.recalls
              << " recalls, " << sum.mismatches << " disagreements found and repaired" << std::endl;
    return failures > 0 ? 1 : 0;
}

/// The first seed that catches the defect, and the failure. A seed that fails without the defect as well
/// proves nothing.
std::optional<std::pair<std::uint64_t, std::string>> catchOf(const NamedDefect& defect,
                                                             const Options& options)
{
    const std::uint64_t count = options.seeds > 0 ? options.seeds : 1000;
    const auto caughtBy = [&](std::uint64_t seed) {
        auto failure = failureOf(seed, defect.defect, false, nullptr);
        return failure && !failureOf(seed, Defect::None, false, nullptr) ? std::move(failure) : std::nullopt;
    };
    if (!options.hasFrom) {
        if (auto failure = caughtBy(defect.seed)) {
            return std::pair(defect.seed, *std::move(failure));
        }
    }
    for (std::uint64_t seed = options.from; seed < options.from + count; ++seed) {
        if (auto failure = caughtBy(seed)) {
            return std::pair(seed, *std::move(failure));
        }
    }
    return std::nullopt;
}

int runDefects(const Options& options)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<int> missed = 0;
    std::mutex output;
    inParallel(options.jobs, [&] {
        for (std::size_t i = next++; i < allDefects.size(); i = next++) {
            const NamedDefect& defect = allDefects.at(i);
            const auto caught = catchOf(defect, options);
            const std::lock_guard lock(output);
            if (!caught) {
                ++missed;
                std::cout << "NOT CAUGHT " << defect.name << std::endl;
                continue;
            }
            std::cout << "caught " << defect.name << " with seed " << caught->first << ": " << caught->second
                      << std::endl;
            if (!options.hasFrom && caught->first != defect.seed) {
                std::cout << "  seed " << defect.seed << " in app/lab/world/defects.h catches it no longer"
                          << std::endl;
            }
        }
    });
    std::cout << allDefects.size() << " defects: " << missed << " not caught" << std::endl;
    return missed > 0 ? 1 : 0;
}

int runReplay(const std::vector<std::string_view>& words)
{
    const bool verbose = words.size() > 2 && words.at(2) == "--trace";
    if (words.size() > (verbose ? 3U : 2U)) {
        std::cerr << usage;
        return 2;
    }
    try {
        const auto directory = QString::fromLocal8Bit(words.at(1).data(), qsizetype(words.at(1).size()));
        return replay(directory, verbose, std::cout) > 0 ? 1 : 0;
    } catch (const Violation& violation) {
        std::cerr << "tidemark-sim: " << violation.what() << '\n';
        return 2;
    }
}

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<Defect> defectNamed(std::string_view name)
{
    for (const NamedDefect& one : allDefects) {
        if (one.name == name) {
            return one.defect;
        }
    }
    return std::nullopt;
}

std::optional<Options> parse(const std::vector<std::string_view>& words)
{
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const std::string_view value = i + 1 < words.size() ? words[i + 1] : std::string_view();
        if (word == "--trace") {
            options.trace = true;
        } else if (word == "--defects") {
            options.defects = true;
        } else if (word == "--defect") {
            const auto defect = defectNamed(value);
            if (!defect) {
                return std::nullopt;
            }
            options.defect = *defect;
            ++i;
        } else if (word == "--seeds" || word == "--from" || word == "--seed" || word == "--jobs") {
            const auto parsed = number(value);
            if (!parsed) {
                return std::nullopt;
            }
            (word == "--seeds" ? options.seeds : word == "--jobs" ? options.jobs : options.from) = *parsed;
            options.hasFrom = options.hasFrom || word == "--from";
            options.single = options.single || word == "--seed";
            ++i;
        } else {
            return std::nullopt;
        }
    }
    if (options.single) {
        options.seeds = 1;
    }
    return (options.seeds > 0 || options.defects) && options.jobs > 0 ? std::optional(options) : std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    // SQLite counts its memory under one lock, for which all threads would wait.
    ::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    const QCoreApplication application(argc, argv);
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.size() == 1 && words.front() == "--list-defects") {
        for (const NamedDefect& one : allDefects) {
            std::cout << one.name << '\n';
        }
        return 0;
    }
    if (words.size() >= 2 && words.front() == "--replay") {
        return runReplay(words);
    }
    std::optional<Options> options = parse(words);
    if (!options) {
        std::cerr << usage;
        return 2;
    }
    options->program = argv[0];
    return options->defects ? runDefects(*options) : runSeeds(*options);
}
