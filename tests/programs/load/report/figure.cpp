#include "tests/programs/load/report/figure.h"

#include "tests/programs/load/base/failure.h"

#include <array>
#include <cstdio>
#include <fstream>

namespace tidemark::load {
namespace {

std::string shortText(double number)
{
    std::array<char, 64> text{};
    const bool isLarge = number >= 100;
    std::snprintf(text.data(), text.size(), isLarge ? "%.0f" : "%.3g", number);
    return text.data();
}

Figure judged(Figure figure, const char* comparison, double aim, bool isMet)
{
    figure.aim = comparison + shortText(aim);
    figure.met = isMet;
    return figure;
}

} // namespace

Figure atLeast(Figure figure, double aim)
{
    const bool isMet = figure.value >= aim;
    return judged(std::move(figure), ">= ", aim, isMet);
}

Figure atMost(Figure figure, double aim)
{
    const bool isMet = figure.value <= aim;
    return judged(std::move(figure), "<= ", aim, isMet);
}

void print(const std::string& scenario, const Figures& figures)
{
    for (const Figure& figure : figures) {
        std::string line = scenario + ": " + figure.name + ": " + shortText(figure.value) + ' ' + figure.unit;
        if (figure.met) {
            line += "   aim " + figure.aim + (*figure.met ? ": met" : ": missed");
        }
        if (figure.limit > 0) {
            line += "   " + figure.limitName + ": " + shortText(figure.limit) + " (ratio "
                    + shortText(figure.value / figure.limit) + ')';
        }
        std::printf("%s\n", line.c_str());
    }
    std::fflush(stdout);
}

void judge(const std::string& scenario, const Figures& figures)
{
    for (const Figure& figure : figures) {
        if (figure.decides) {
            std::printf("%s: %s: %s\n", scenario.c_str(), *figure.met ? "PASS" : "FAIL", figure.name.c_str());
            std::fflush(stdout);
            check(*figure.met, [&] {
                return figure.name + " is " + shortText(figure.value) + ", which must be " + figure.aim;
            });
        }
    }
}

void append(const std::string& file, const std::string& scenario, const std::string& setting,
            const Figures& figures)
{
    std::ofstream out(file, std::ios::app);
    require(out.is_open(), "opening the file for the figures");
    for (const Figure& figure : figures) {
        out << scenario << '\t' << setting << '\t' << figure.name << '\t' << figure.value << '\t'
            << figure.unit << '\t' << figure.limit << '\n';
    }
}

} // namespace tidemark::load
