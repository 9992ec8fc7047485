#include "tests/programs/oracle/client_trial.h"
#include "tests/programs/oracle/files_trial.h"
#include "tests/programs/oracle/server_trial.h"
#include "tests/programs/oracle/store_trial.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <iostream>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

using namespace tidemark::oracle;

namespace {

constexpr std::string_view usage =
    R"(tidemark-oracle - compares counts with a slow and plain oracle, along histories made from a seed

  tidemark-oracle server|files|store|client --seeds N [--from K]   run seeds K..K+N-1 (K is 1); exit 1 if one fails
  tidemark-oracle server|files|store|client --seed S               run one seed
  --steps N                                                        run N steps of each seed (400)
  --jobs N                                                         run N seeds at once (by default one per processor)

  server   the hub on its stores     store    the client's store alone
  files    the hub's files           client   engine and store, on a faulty network
)";

struct Options {
    std::string_view program; ///< the name by which it was started
    std::string_view subject;
    std::uint64_t seeds = 0;
    std::uint64_t from = 1;
    std::uint64_t steps = 400;
    std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

struct Sum {
    std::atomic<std::uint64_t> steps = 0;
    std::atomic<std::uint64_t> comparisons = 0;
    std::mutex output;
};

/// True if all steps agreed.
template <typename Trial>
bool run(std::uint64_t seed, const Options& options, Sum& sum)
{
    std::uint64_t step = 0;
    try {
        Trial trial(seed);
        while (step < options.steps) {
            ++step;
            trial.step();
        }
        trial.finish();
        sum.steps += step;
        sum.comparisons += trial.comparisons();
        return true;
    } catch (const Mismatch& mismatch) {
        const std::lock_guard lock(sum.output);
        std::cout << "FAILED, step " << step << ": " << mismatch.what()
                  << "\n  again with: " << options.program << ' ' << options.subject << " --seed " << seed
                  << " --steps " << step << std::endl;
        return false;
    }
}

int runAll(const Options& options)
{
    Sum sum;
    std::atomic<std::uint64_t> failures = 0;
    std::atomic<std::uint64_t> next = options.from;
    const auto work = [&] {
        for (std::uint64_t seed = next++; seed < options.from + options.seeds; seed = next++) {
            const bool agreed = options.subject == "server"  ? run<ServerTrial>(seed, options, sum)
                                : options.subject == "files" ? run<FilesTrial>(seed, options, sum)
                                : options.subject == "store" ? run<StoreTrial>(seed, options, sum)
                                                             : run<ClientTrial>(seed, options, sum);
            failures += agreed ? 0 : 1;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t i = 0; i < std::min(options.jobs, options.seeds); ++i) {
            threads.emplace_back(work);
        }
    }
    std::cout << options.seeds << " seeds from " << options.from << ": " << failures << " failed; "
              << sum.steps << " steps, " << sum.comparisons << " comparisons" << std::endl;
    return failures > 0 ? 1 : 0;
}

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<Options> parse(const std::vector<std::string_view>& words)
{
    constexpr std::array<std::string_view, 4> subjects{"server", "files", "store", "client"};
    if (words.empty() || std::find(subjects.begin(), subjects.end(), words.front()) == subjects.end()) {
        return std::nullopt;
    }
    Options options;
    options.subject = words.front();
    for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
        const auto value = number(words[i + 1]);
        if (!value) {
            return std::nullopt;
        }
        if (words[i] == "--seeds") {
            options.seeds = *value;
        } else if (words[i] == "--from") {
            options.from = *value;
        } else if (words[i] == "--steps") {
            options.steps = *value;
        } else if (words[i] == "--jobs") {
            options.jobs = *value;
        } else if (words[i] == "--seed") {
            options.from = *value;
            options.seeds = 1;
        } else {
            return std::nullopt;
        }
    }
    const bool isComplete = words.size() % 2 == 1 && options.seeds > 0 && options.jobs > 0;
    return isComplete ? std::optional(options) : std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    std::optional<Options> options = parse({argv + 1, argv + argc});
    if (!options) {
        std::cerr << usage;
        return 2;
    }
    options->program = argv[0];
    return runAll(*options);
}
