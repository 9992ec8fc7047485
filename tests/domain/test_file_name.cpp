#include "core/domain/file_name.h"

#include <doctest/doctest.h>

namespace tidemark::file_name_test {

TEST_CASE("a name from another user becomes the name of one visible file in the folder")
{
    CHECK(safeFileName("report.pdf") == "report.pdf");
    CHECK(safeFileName("预算 2026.xlsx") == "预算 2026.xlsx");
    CHECK(safeFileName("../../etc/passwd") == "passwd");
    CHECK(safeFileName("C:\\Windows\\system.ini") == "system.ini");
    CHECK(safeFileName("a/..") == "file");
    CHECK(safeFileName("folder/") == "file");
    CHECK(safeFileName("") == "file");
    CHECK(safeFileName(" . ") == "file");
    CHECK(safeFileName(".bashrc") == "bashrc");
    CHECK(safeFileName("name. ") == "name");
    CHECK(safeFileName("a\nb\x1b[0m.txt") == "ab[0m.txt");
    CHECK(safeFileName("photo\xe2\x80\xaegpj.exe") == "photogpj.exe");
    CHECK(safeFileName("br\xffoken\xed\xa0\x80.txt") == "broken.txt");
    CHECK(safeFileName(std::string("nul\0.txt", 8)) == "nul.txt");
}

TEST_CASE("a long name keeps its suffix, and a safe name stays")
{
    std::string wide;
    for (int i = 0; i < 100; ++i) {
        wide += "\xe7\x94\xb5";
    }
    CHECK(safeFileName(wide + ".txt") == wide.substr(0, 195) + ".txt");
    CHECK(safeFileName(wide) == wide.substr(0, 198));
    const std::string dotted = std::string(199, 'x') + "." + std::string(50, 'y');
    CHECK(safeFileName(dotted) == std::string(199, 'x'));
    for (const std::string& name : {wide + ".txt", dotted, std::string(199, 'x') + "  y",
                                    std::string("../a "), std::string(190, 'x') + "    .jpeg"}) {
        CHECK(safeFileName(safeFileName(name)) == safeFileName(name));
        CHECK(safeFileName(name).size() <= 200);
    }
}

} // namespace tidemark::file_name_test
