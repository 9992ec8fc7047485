#include "tests/ui/recorded_session.h"

namespace tidemark::test {

RecordedSession::RecordedSession()
    : session({[this] { return CommandId(++lastCommand); }, [] { return uuidOf(1); }},
              ReadingSetup([this] { return now; }))
{
    QObject::connect(&session, &ChatSession::submitted, &session,
                     [this](const Input& input) { submitted.push_back(input); });
}

RecordedSession::~RecordedSession() = default;

void RecordedSession::pass(Milliseconds time)
{
    now += time;
    session.reading().look();
}

void RecordedSession::lookAt(Seq last, const ReadingConditions& conditions)
{
    session.reading().setConditions(conditions);
    session.reading().setScreen({Seq(1), last, {}});
    session.reading().act(UserAct::InConversation);
    pass(std::chrono::seconds(2));
}

} // namespace tidemark::test
