#include "tests/programs/bench/harness/report.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>

namespace tidemark::bench {
namespace {

Rows::value_type rowOf(const Measurement& one)
{
    if (!one.hasFigure()) {
        const bool failed = !one.failure.empty();
        return {one.name, "", "", failed ? one.failure : one.skipped, "", "", failed ? "FAILED" : "skipped"};
    }
    const std::string verdict = one.isMet ? (*one.isMet ? "met" : "MISSED") : "";
    const auto ratio = one.ratio();
    return {one.name,    numberText(one.ours) + " " + one.unit, one.limit ? numberText(*one.limit) : "",
            one.limitIs, ratio ? numberText(*ratio) : "",       one.aim,
            verdict};
}

} // namespace

std::string numberText(double value)
{
    char text[32] = {};
    const int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string tableOf(const Measurements& measured)
{
    Rows rows{{"measured", "ours", "limit", "which is", "ratio", "aim", ""}};
    for (const Measurement& one : measured) {
        rows.push_back(rowOf(one));
    }
    return aligned(rows, {1, 2, 4});
}

std::string aligned(const Rows& rows, const std::set<std::size_t>& rightAligned)
{
    std::string table;
    for (const auto& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            std::size_t width = 0;
            for (const auto& other : rows) {
                width = std::max(width, other[column].size());
            }
            const std::string padding(width - row[column].size(), ' ');
            table += (rightAligned.contains(column) ? padding + row[column] : row[column] + padding) + "  ";
        }
        table.erase(table.find_last_not_of(' ') + 1);
        table.push_back('\n');
    }
    return table;
}

bool writeJson(const QString& path, const Measurements& measured, const RunConditions& conditions)
{
    QJsonArray all;
    for (const Measurement& one : measured) {
        QJsonObject object{{QStringLiteral("name"), QString::fromStdString(one.name)}};
        const auto insertText = [&object](const char* key, const std::string& text) {
            if (!text.empty()) {
                object.insert(QLatin1String(key), QString::fromStdString(text));
            }
        };
        insertText("failure", one.failure);
        insertText("skipped", one.skipped);
        insertText("text", conditions.text);
        if (conditions.isBrief) {
            object.insert(QStringLiteral("brief"), true);
        }
        if (!one.hasFigure()) {
            all.append(object);
            continue;
        }
        object.insert(QStringLiteral("unit"), QString::fromStdString(one.unit));
        object.insert(QStringLiteral("ours"), one.ours);
        if (one.limit) {
            object.insert(QStringLiteral("limit"), *one.limit);
            object.insert(QStringLiteral("limit_is"), QString::fromStdString(one.limitIs));
        }
        if (one.isMet) {
            object.insert(QStringLiteral("aim"), QString::fromStdString(one.aim));
            object.insert(QStringLiteral("met"), *one.isMet);
        }
        all.append(object);
    }
    QFile file(path);
    return file.open(QFile::WriteOnly) && file.write(QJsonDocument(all).toJson()) > 0 && file.flush();
}

std::optional<Measurements> readJson(const QString& path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly)) {
        return std::nullopt;
    }
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    if (!document.isArray()) {
        return std::nullopt;
    }
    Measurements measured;
    const QJsonArray all = document.array();
    for (const QJsonValue& value : all) {
        const QJsonObject object = value.toObject();
        const auto textOf = [&object](const char* key) {
            return object.value(QLatin1String(key)).toString().toStdString();
        };
        Measurement& one = measured.emplace_back();
        one.name = textOf("name");
        one.unit = textOf("unit");
        one.ours = object.value(QLatin1String("ours")).toDouble();
        if (object.contains(QLatin1String("limit"))) {
            one.limit = object.value(QLatin1String("limit")).toDouble();
        }
        one.limitIs = textOf("limit_is");
        one.aim = textOf("aim");
        if (object.contains(QLatin1String("met"))) {
            one.isMet = object.value(QLatin1String("met")).toBool();
        }
        one.failure = textOf("failure");
        one.skipped = textOf("skipped");
    }
    return measured;
}

} // namespace tidemark::bench
