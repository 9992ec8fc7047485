#pragma once

#include "ui/signin/sign_in_flow.h"

#include <QLineEdit>
#include <QList>
#include <QWidget>

#include <string>
#include <utility>
#include <vector>

namespace tidemark::test {

template <typename T>
T* part(const QWidget* dialog, const QString& name)
{
    return dialog->findChild<T*>(name);
}

inline void fill(const SignInDialog& dialog, const QString& server = QStringLiteral("localhost:7000"))
{
    part<QLineEdit>(&dialog, QStringLiteral("server"))->setText(server);
    part<QLineEdit>(&dialog, QStringLiteral("name"))->setText(QStringLiteral(" anna "));
    part<QLineEdit>(&dialog, QStringLiteral("password"))->setText(QStringLiteral("secret password"));
}

/// A flow that numbers its commands 1, 2, … and records what it submits.
struct FlowFixture {
    explicit FlowFixture(SignInFlow::Given given = {}, std::function<LocalOffer()> local = {})
        : flow({[this] { return CommandId(++last); }, [] { return std::string(32, 't'); }, std::move(local)},
               std::move(given), &window)
    {
        QObject::connect(&flow, &SignInFlow::submitted, &window,
                         [this](const Input& input) { submitted.push_back(input); });
        QObject::connect(&flow, &SignInFlow::serversChosen, &window,
                         [this](const ServerList& list) { servers.append(list); });
    }
    void answer(std::optional<protocol::ErrorCode> error)
    {
        change::CommandDone done;
        done.command = CommandId(last);
        done.error = error;
        flow.takeCommandDone(done);
    }

    std::uint64_t last = 0;
    QWidget window;
    SignInFlow flow;
    std::vector<Input> submitted;
    QList<ServerList> servers;
};

} // namespace tidemark::test
