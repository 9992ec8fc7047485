#include "tests/programs/load/report/plot.h"

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

namespace tidemark::load {
namespace {

struct Chart {
    const char* file;
    const char* title;
    const char* scenario;
    const char* figure;
    const char* input; ///< a parameter of the scenario
    const char* inputName;
    const char* limitName; ///< null if there is none
};

constexpr std::array charts{
    Chart{"load-idle.svg", "Memory for each idle connection, kB", "idle", "the server's memory for each",
          "connections", "connections", nullptr},
    Chart{"load-fanout.svg", "One message until the last member online is told, ms", "fanout",
          "until the last is told, median", "members", "members", "bare epoll server"},
    Chart{"load-polls.svg", "Totals told a second", "polls", "totals told", "conversations",
          "conversations of each user", "bare epoll server"},
    Chart{"load-history.svg", "Totals told a second", "polls", "totals told", "history",
          "messages in each conversation", "bare epoll server"},
    Chart{"load-sends.svg", "Durable messages a second", "sends", "durable sends", "senders", "senders",
          nullptr},
    Chart{"load-signin.svg", "Seconds until 2,000 clients are right after a restart", "signin",
          "until the last client is right", "conversations", "conversations of each client", nullptr},
};

struct Row {
    std::string scenario;
    std::map<std::string, double> setting;
    std::string figure;
    double value = 0;
    double limit = 0;
};

/// The measured value and the limit of the same runs, by input.
using Points = std::map<double, std::pair<double, double>>;

Row rowIn(const std::string& line)
{
    std::istringstream fields(line);
    std::array<std::string, 6> texts;
    for (std::string& text : texts) {
        std::getline(fields, text, '\t');
    }
    Row row{texts[0], {}, texts[2], std::atof(texts[3].c_str()), std::atof(texts[5].c_str())};
    std::istringstream setting(texts[1]);
    for (std::string word; setting >> word;) {
        const std::size_t sign = word.find('=');
        if (sign != std::string::npos) {
            row.setting[word.substr(0, sign)] = std::atof(word.c_str() + sign + 1);
        }
    }
    return row;
}

std::vector<Row> rowsIn(const std::string& file)
{
    std::ifstream in(file);
    require(in.is_open(), "opening the file with the figures");
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        rows.push_back(rowIn(line));
    }
    return rows;
}

/// The points of the largest set of runs that differ in the chart's input alone.
Points pointsOf(const Chart& chart, const std::vector<Row>& rows)
{
    using Values = std::map<double, std::pair<std::vector<double>, std::vector<double>>>;
    std::map<std::map<std::string, double>, Values> series;
    for (const Row& row : rows) {
        if (row.scenario == chart.scenario && row.figure == chart.figure
            && row.setting.contains(chart.input)) {
            auto others = row.setting;
            others.erase(chart.input);
            auto& values = series[others][row.setting.at(chart.input)];
            values.first.push_back(row.value);
            values.second.push_back(row.limit);
        }
    }
    const auto longest = std::max_element(series.begin(), series.end(), [](const auto& a, const auto& b) {
        return a.second.size() < b.second.size();
    });
    Points points;
    if (longest != series.end()) {
        for (const auto& [input, values] : longest->second) {
            points[input] = {bench::median(values.first), bench::median(values.second)};
        }
    }
    return points;
}

/// A step of 1, 2 or 5 times a power of ten, so that about four steps make `largest`.
double stepFor(double largest)
{
    const double rough = std::max(largest, 1e-9) / 4;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power) {
            return factor * power;
        }
    }
    return 10 * power;
}

class Drawing {
public:
    Drawing(const Chart& chart, Points points) : m_chart(chart), m_points(std::move(points))
    {
        m_maxInput = m_points.rbegin()->first;
        for (const auto& [input, values] : m_points) {
            m_max = std::max({m_max, values.first, m_chart.limitName != nullptr ? values.second : 0});
        }
        m_max = std::ceil(m_max / stepFor(m_max)) * stepFor(m_max);
    }

    [[nodiscard]] std::string svg()
    {
        m_out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"360\" viewBox=\"0 0 640 "
                 "360\""
                 " font-family=\"sans-serif\" font-size=\"13\">\n"
                 "<rect width=\"640\" height=\"360\" fill=\"#ffffff\"/>\n";
        text(left, 26, "start", m_chart.title, " font-size=\"15\" font-weight=\"bold\" fill=\"#222222\"");
        axes();
        if (m_chart.limitName != nullptr) {
            line([](const auto& values) { return values.second; }, "#999999", " stroke-dasharray=\"5 4\"",
                 m_chart.limitName);
        }
        line([](const auto& values) { return values.first; }, "#1668c7", "", "tidemark-server");
        m_out << "</svg>\n";
        return m_out.str();
    }

private:
    static constexpr double left = 70;
    static constexpr double right = 610;
    static constexpr double top = 60;
    static constexpr double bottom = 310;

    [[nodiscard]] double x(double input) const { return left + input / m_maxInput * (right - left); }
    [[nodiscard]] double y(double value) const { return bottom - value / m_max * (bottom - top); }

    void text(double atX, double atY, const char* anchor, const std::string& words, const char* more)
    {
        m_out << "<text x=\"" << atX << "\" y=\"" << atY << "\" text-anchor=\"" << anchor << '"' << more
              << '>' << words << "</text>\n";
    }

    static std::string shown(double number)
    {
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%.6g", number);
        return digits.data();
    }

    void axes()
    {
        const char* grey = " fill=\"#555555\"";
        for (double value = 0; value <= m_max * 1.001; value += stepFor(m_max)) {
            m_out << "<path d=\"M" << left << ' ' << y(value) << 'H' << right << "\" stroke=\"#dddddd\"/>\n";
            text(left - 8, y(value) + 4, "end", shown(value), grey);
        }
        for (double input = 0; input <= m_maxInput * 1.001; input += stepFor(m_maxInput)) {
            text(x(input), bottom + 20, "middle", shown(input), grey);
        }
        text((left + right) / 2, bottom + 42, "middle", m_chart.inputName, grey);
    }

    template <typename Value>
    void line(Value valueOf, const char* colour, const char* style, const char* name)
    {
        m_out << "<path fill=\"none\" stroke-width=\"2\" stroke=\"" << colour << '"' << style << " d=\"";
        char command = 'M';
        for (const auto& [input, values] : m_points) {
            m_out << command << x(input) << ' ' << y(valueOf(values));
            command = 'L';
        }
        m_out << "\"/>\n";
        for (const auto& [input, values] : m_points) {
            m_out << "<circle cx=\"" << x(input) << "\" cy=\"" << y(valueOf(values)) << "\" r=\"3\" fill=\""
                  << colour << "\"/>\n";
        }
        const std::string fill = std::string(" fill=\"") + colour + '"';
        text(right, m_names++ == 0 ? 46 : 30, "end", name, fill.c_str());
    }

    const Chart& m_chart;
    Points m_points;
    double m_maxInput = 1;
    double m_max = 0;
    int m_names = 0;
    std::ostringstream m_out;
};

} // namespace

void plot(const std::string& figures, const std::string& folder)
{
    const std::vector<Row> rows = rowsIn(figures);
    for (const Chart& chart : charts) {
        Points points = pointsOf(chart, rows);
        if (points.size() < 2) {
            std::fprintf(stderr, "tidemark-load: too few runs for %s\n", chart.file);
            continue;
        }
        std::ofstream out(folder + '/' + chart.file);
        out << Drawing(chart, std::move(points)).svg();
        check(out.good(), [&] { return std::string("cannot write ") + chart.file; });
    }
}

} // namespace tidemark::load
