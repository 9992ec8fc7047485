#include "tests/main/case_filter.h"

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

namespace tidemark::test {
namespace {

unsigned casesRun = 0;
std::vector<std::string> silentCases; ///< the cases that passed without an assertion

/// Counts the cases that pass doctest's filters, and finds those that assert nothing. doctest itself
/// reports success in both cases.
struct CaseCounter : doctest::IReporter {
    explicit CaseCounter(const doctest::ContextOptions& /*options*/) {}

    /// The user asked for a list instead of a run.
    void report_query(const doctest::QueryData& data) override
    {
        if (data.run_stats != nullptr) {
            casesRun = data.run_stats->numTestCasesPassingFilters;
        }
    }
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override
    {
        casesRun = stats.numTestCasesPassingFilters;
    }
    void test_case_start(const doctest::TestCaseData& data) override { m_case = data.m_name; }
    void test_case_reenter(const doctest::TestCaseData& /*data*/) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& stats) override
    {
        if (stats.numAssertsCurrentTest == 0) {
            silentCases.push_back(m_case);
        }
    }
    void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
    void subcase_start(const doctest::SubcaseSignature& /*signature*/) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& /*data*/) override {}
    void log_message(const doctest::MessageData& /*data*/) override {}
    void test_case_skipped(const doctest::TestCaseData& /*data*/) override {}

private:
    std::string m_case;
};

DOCTEST_REGISTER_LISTENER("case_counter", 1, CaseCounter);

} // namespace

int runCasesOfFile(const std::string& suite, const std::vector<std::string>& arguments,
                   const std::function<int(int argc, char** argv)>& run)
{
    std::vector<std::string> all{"test"};
    if (!suite.empty()) {
        all.push_back("--source-file=*/test_" + suite + ".cpp,*.h");
    }
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(all.size() + 1);
    for (std::string& argument : all) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    const int status = run(static_cast<int>(all.size()), pointers.data());
    if (status == 0 && casesRun == 0) {
        std::fprintf(stderr, "there is no test case to run in test_%s.cpp\n", suite.c_str());
        return 1;
    }
    for (const std::string& name : silentCases) {
        std::fprintf(stderr, "the case asserts nothing: %s\n", name.c_str());
    }
    return status == 0 && !silentCases.empty() ? 1 : status;
}

} // namespace tidemark::test
