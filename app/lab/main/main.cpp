#include "app/lab/main/commands.h"

#include <QCoreApplication>

#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return tidemark::lab::runProgram(std::vector<std::string_view>(argv + 1, argv + argc));
}
