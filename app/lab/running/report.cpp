#include "app/lab/running/report.h"

#include "app/lab/scenario/scenario_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tidemark::lab {

namespace {

QString textOf(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QJsonObject numberObject(const ShownNumber& number)
{
    return {{QStringLiteral("device"), textOf(number.device)},
            {QStringLiteral("conversation"), textOf(number.conversation)},
            {QStringLiteral("shown"), static_cast<qint64>(number.shown)},
            {QStringLiteral("true"), static_cast<qint64>(number.truth)},
            {QStringLiteral("exact"), number.isExact}};
}

QJsonObject outcomeObject(const Outcome& outcome)
{
    QJsonArray numbers;
    QJsonArray wrong;
    for (const ShownNumber& number : outcome.numbers) {
        numbers.append(numberObject(number));
        if (number.isWrong()) {
            wrong.append(numberObject(number));
        }
    }
    QJsonArray unmet;
    for (const Unmet& one : outcome.unmet) {
        QJsonObject object{{QStringLiteral("device"), textOf(one.expectation.device)},
                           {QStringLiteral("conversation"), textOf(one.expectation.conversation)},
                           {QStringLiteral("expected"), static_cast<qint64>(one.expectation.unread)}};
        if (one.shown) {
            object.insert(QStringLiteral("shown"), static_cast<qint64>(*one.shown));
        }
        unmet.append(object);
    }
    QJsonArray findings;
    for (const std::string& finding : outcome.findings) {
        findings.append(textOf(finding));
    }
    return {{QStringLiteral("way"), textOf(nameOf(outcome.way))},
            {QStringLiteral("right"), outcome.isRight()},
            {QStringLiteral("rest_ms"), static_cast<qint64>(outcome.restAt.count())},
            {QStringLiteral("steps"), static_cast<qint64>(outcome.steps)},
            {QStringLiteral("frames"), static_cast<qint64>(outcome.frames)},
            {QStringLiteral("numbers"), numbers},
            {QStringLiteral("wrong"), wrong},
            {QStringLiteral("unmet"), unmet},
            {QStringLiteral("findings"), findings}};
}

std::string placeOf(const std::string& device, const std::string& conversation)
{
    return device + ", " + (conversation.empty() ? "total" : conversation);
}

} // namespace

std::string reportOf(const Scenario& scenario, const std::vector<Outcome>& outcomes)
{
    std::string text = scenario.title + "\n";
    for (const Outcome& outcome : outcomes) {
        text += "  " + std::string(nameOf(outcome.way)) + ": "
                + (outcome.isRight() ? "all numbers are right" : "something is wrong") + " ("
                + std::to_string(outcome.numbers.size()) + " numbers, " + std::to_string(outcome.frames)
                + " frames, at rest after " + secondsOf(outcome.restAt) + " s)\n";
        for (const ShownNumber& number : outcome.wrong()) {
            text += "    " + placeOf(number.device, number.conversation) + ": shows "
                    + std::to_string(number.shown) + ", the true number is " + std::to_string(number.truth)
                    + "\n";
        }
        for (const Unmet& one : outcome.unmet) {
            text += "    " + placeOf(one.expectation.device, one.expectation.conversation) + ": shows "
                    + (one.shown ? std::to_string(*one.shown) : "no number") + ", the scenario expects "
                    + std::to_string(one.expectation.unread) + "\n";
        }
        for (const std::string& finding : outcome.findings) {
            text += "    " + finding + "\n";
        }
    }
    return text;
}

QByteArray jsonOf(const Scenario& scenario, const std::vector<Outcome>& outcomes)
{
    QJsonArray ways;
    for (const Outcome& outcome : outcomes) {
        ways.append(outcomeObject(outcome));
    }
    const QJsonObject object{{QStringLiteral("title"), textOf(scenario.title)},
                             {QStringLiteral("seed"), QString::number(scenario.seed)},
                             {QStringLiteral("devices"), static_cast<qint64>(devicesOf(scenario).size())},
                             {QStringLiteral("ways"), ways}};
    return QJsonDocument(object).toJson();
}

} // namespace tidemark::lab
