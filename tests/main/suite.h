#pragma once

#include <QCoreApplication>
#include <QTest>

namespace tidemark::test {

/// One test_*.cpp of a test program with Qt. The suite of test_links.cpp is called `links`; the program runs
/// the suite whose name is its first argument (tests/main/qt_main.cpp).
class Suite {
public:
    using Run = int (*)(int argc, char** argv);

    /// Registers the suite of the source `file`. `holdsCases` says that it consists of doctest's cases, which
    /// `run` gets through doctest's arguments; otherwise `run` gets Qt Test's arguments.
    Suite(const char* file, Run run, bool holdsCases);

    static const Suite* find(const QString& name);
    static QStringList names();

    [[nodiscard]] int run(int argc, char** argv) const { return m_run(argc, argv); }
    [[nodiscard]] bool holdsCases() const { return m_holdsCases; }

private:
    Run m_run;
    bool m_holdsCases;
};

/// The application of a suite that needs none.
struct NoApplication {
    NoApplication(int& /*argc*/, char** /*argv*/) {}
};

template <class Test, class Application>
int runSuite(int argc, char** argv)
{
    // All pictures of a test have the same size, whatever the screen.
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    [[maybe_unused]] const Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace tidemark::test

/// Makes a Qt Test class the suite of its file. `Application` is QApplication, QCoreApplication or
/// NoApplication.
#define TIDEMARK_SUITE(TestClass, Application)                                                               \
    [[maybe_unused]] static const ::tidemark::test::Suite registeredSuite(                                   \
        __FILE__, &::tidemark::test::runSuite<TestClass, Application>, false);

/// Makes the doctest cases of a file its suite. `run(argc, argv)` runs them, and starts what they need.
#define TIDEMARK_CASES(run)                                                                                  \
    [[maybe_unused]] static const ::tidemark::test::Suite registeredSuite(__FILE__, &(run), true);
