#include "tests/ui/recorded_session.h"

namespace tidemark::test {

RecordedSession::RecordedSession()
    : session({[this] { return CommandId(++lastCommand); }, [] { return uuidOf(1); }},
              ReadingSetup([this] { return now; }))
{
    QObject::connect(&session.commands(), &Commands::submitted, &session,
                     [this](const Input& input) { submitted.push_back(input); });
}

RecordedSession::~RecordedSession() = default;

void RecordedSession::pass(Milliseconds time)
{
    now += time;
    session.chat().reading().look();
}

void RecordedSession::lookAt(Seq last, const ReadingConditions& conditions)
{
    session.chat().reading().setConditions(conditions);
    session.chat().reading().setScreen({Seq(1), last, {}});
    session.chat().reading().act(UserAct::InConversation);
    pass(std::chrono::seconds(2));
}

} // namespace tidemark::test
