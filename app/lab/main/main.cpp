#include "app/lab/main/commands.h"
#include "app/lab/window/lab_program.h"

#include <QCoreApplication>

#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (tidemark::lab::opensWindow(words)) {
        return tidemark::lab::runWindow(argc, argv);
    }
    const QCoreApplication application(argc, argv);
    return tidemark::lab::runProgram(words);
}
