#include "app/lab/running/chart.h"

#include "app/lab/scenario/scenario_text.h"

#include <algorithm>
#include <map>

namespace tidemark::lab {

namespace {

constexpr int timeWidth = 70;
constexpr int columnWidth = 190;
constexpr int headHeight = 60;
constexpr int rowHeight = 22;
constexpr std::size_t maxWords = 60;

std::string shortened(const std::string& words)
{
    if (words.size() <= maxWords) {
        return words;
    }
    std::size_t end = maxWords;
    while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xc0U) == 0x80U) {
        --end; // not within a character
    }
    return words.substr(0, end) + "…";
}

std::string number(int value)
{
    return std::to_string(value);
}

/// Draws rows of one chart, from top to bottom.
class Chart {
public:
    Chart(std::vector<std::string> columns, std::string title)
        : m_columns(std::move(columns)), m_title(std::move(title))
    {
    }

    void add(const Event& event)
    {
        ++m_rows;
        text(4, y(), "", secondsOf(event.at) + " s");
        switch (event.kind) {
        case Event::Kind::Sent:
            m_sent[event.frame] = y();
            break;
        case Event::Kind::Arrived:
            arrow(event, "frame");
            break;
        case Event::Kind::Lost:
            m_sent[event.frame] = y();
            arrow(event, "lost");
            break;
        case Event::Kind::Vanished:
            arrow(event, "lost");
            break;
        case Event::Kind::Number:
            box(x(event.from), shortened(event.words));
            break;
        case Event::Kind::Action:
        case Event::Kind::Note:
            text(timeWidth, y(), "action", shortened(event.words));
            break;
        }
    }

    [[nodiscard]] std::string svg() const
    {
        const int width = timeWidth + columnWidth * static_cast<int>(m_columns.size()) + 20;
        const int height = headHeight + (m_rows + 2) * rowHeight;
        std::string all =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\""
            + number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height)
            + "\" role=\"img\">\n<title>" + escapedForSvg(m_title)
            + "</title>\n<style>"
              "svg{background:#fff;font:12px sans-serif}line{stroke:#888}.frame{stroke:#1a6fb0}"
              ".lost{stroke:#c0392b;stroke-dasharray:4 3}.head{font-weight:bold}.action{font-style:italic}"
              "rect{fill:#fdf3d0;stroke:#b58900}</style>\n"
              "<defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" "
              "orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#1a6fb0\"/></marker></defs>\n";
        all += "<text x=\"4\" y=\"18\" class=\"head\">" + escapedForSvg(m_title) + "</text>\n";
        for (const std::string& column : m_columns) {
            all += "<text x=\"" + number(x(column) - 20) + "\" y=\"42\" class=\"head\">"
                   + escapedForSvg(column) + "</text>\n<line x1=\"" + number(x(column)) + "\" y1=\"50\" x2=\""
                   + number(x(column)) + "\" y2=\"" + number(height - rowHeight) + "\"/>\n";
        }
        return all + m_body + "</svg>\n";
    }

private:
    [[nodiscard]] int y() const { return headHeight + m_rows * rowHeight; }
    [[nodiscard]] int x(const std::string& column) const
    {
        const auto found = std::ranges::find(m_columns, column);
        return timeWidth + columnWidth / 2 + columnWidth * static_cast<int>(found - m_columns.begin());
    }
    void text(int x, int y, const std::string& kind, const std::string& words)
    {
        m_body += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\""
                  + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + escapedForSvg(words)
                  + "</text>\n";
    }
    void box(int x, const std::string& words)
    {
        constexpr int half = 80;
        m_body += "<rect x=\"" + number(x - half) + "\" y=\"" + number(y() - 14) + "\" width=\""
                  + number(2 * half) + "\" height=\"19\" rx=\"4\"/>\n";
        text(x - half + 6, y(), "", words);
    }
    void arrow(const Event& event, const std::string& kind)
    {
        const auto sent = m_sent.find(event.frame);
        const int from = sent == m_sent.end() ? y() : sent->second;
        const int begin = x(event.from);
        const int end = kind == "lost" ? (begin + x(event.to)) / 2 : x(event.to);
        m_body += "<line class=\"" + kind + "\" x1=\"" + number(begin) + "\" y1=\"" + number(from)
                  + "\" x2=\"" + number(end) + "\" y2=\"" + number(y()) + "\""
                  + (kind == "lost" ? "" : " marker-end=\"url(#tip)\"") + "/>\n";
        text(std::min(begin, x(event.to)) + 8, (from + y()) / 2 - 3, "", shortened(event.words));
    }

    std::vector<std::string> m_columns;
    std::string m_title;
    std::string m_body;
    std::map<std::uint64_t, int> m_sent; ///< the row of each frame's beginning
    int m_rows = 0;
};

} // namespace

std::string escapedForSvg(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '&':
            escaped += "&amp;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            // XML 1.0 has no other control characters.
            escaped += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
        }
    }
    return escaped;
}

std::string chartOf(const PlayedWorld& world, Milliseconds from, Milliseconds to)
{
    std::vector<std::string> columns = devicesOf(world.scenario());
    // The servers stand in the middle.
    for (std::uint32_t server = 1; server <= world.scenario().servers; ++server) {
        columns.insert(columns.begin()
                           + static_cast<std::ptrdiff_t>((columns.size() - server + 1) / 2 + server - 1),
                       "server" + std::to_string(server));
    }
    Chart chart(columns, world.scenario().title);
    std::size_t count = 0;
    for (const Event& event : world.events()) {
        if (event.at >= from && event.at <= to && ++count <= maxChartEvents) {
            chart.add(event);
        }
    }
    return chart.svg();
}

} // namespace tidemark::lab
