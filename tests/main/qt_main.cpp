// The main function of the test programs with Qt: `test_FOLDER SUITE [ARGUMENT]...` runs the suite of
// test_SUITE.cpp. If the file has no suite of its own, its doctest cases are run with a QCoreApplication.
#include "tests/main/case_filter.h"
#include "tests/main/suite.h"

#include <QFileInfo>

#include <doctest/doctest.h>

#include <cstdio>
#include <map>

namespace tidemark::test {
namespace {

std::map<QString, const Suite*>& suites()
{
    static std::map<QString, const Suite*> all;
    return all;
}

int runCases(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return doctest::Context(argc, argv).run();
}

int runNamedSuite(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(
            stderr,
            "usage: %s SUITE [ARGUMENT]...\nA suite is a test_*.cpp of the folder; those of Qt Test:\n%s\n",
            argv[0], qPrintable(Suite::names().join(QLatin1Char(' '))));
        return 2;
    }
    const QString name = QString::fromLocal8Bit(argv[1]);
    const Suite* suite = Suite::find(name);
    if (suite == nullptr || suite->holdsCases()) {
        return runCasesOfFile(name.toStdString(), {argv + 2, argv + argc}, [suite](int count, char** values) {
            return suite == nullptr ? runCases(count, values) : suite->run(count, values);
        });
    }
    std::vector<char*> rest{argv[0]};
    rest.insert(rest.end(), argv + 2, argv + argc);
    rest.push_back(nullptr);
    return suite->run(argc - 1, rest.data());
}

} // namespace

Suite::Suite(const char* file, Run run, bool holdsCases) : m_run(run), m_holdsCases(holdsCases)
{
    // test_links.cpp: `links`
    suites()[QFileInfo(QString::fromLocal8Bit(file)).completeBaseName().section(QLatin1Char('_'), 1)] = this;
}

const Suite* Suite::find(const QString& name)
{
    const auto found = suites().find(name);
    return found == suites().end() ? nullptr : found->second;
}

QStringList Suite::names()
{
    QStringList all;
    for (const auto& [name, suite] : suites()) {
        all.append(name);
    }
    return all;
}

} // namespace tidemark::test

int main(int argc, char** argv)
{
    return tidemark::test::runNamedSuite(argc, argv);
}
