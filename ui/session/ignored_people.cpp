#include "ui/session/ignored_people.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "ui/session/commands.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tidemark {

namespace {

/// The time during which the user can undo a change.
constexpr std::chrono::seconds ignoreUndoOffer{8};

QString wordsOf(const QString& name, IgnoreLevel before, IgnoreLevel after)
{
    switch (after) {
    case IgnoreLevel::Ignored:
        return IgnoredPeople::tr("Ignored %1").arg(name);
    case IgnoreLevel::Blocked:
        return IgnoredPeople::tr("Blocked %1").arg(name);
    case IgnoreLevel::None:
        break;
    }
    return before == IgnoreLevel::Blocked ? IgnoredPeople::tr("Unblocked %1").arg(name)
                                          : IgnoredPeople::tr("Stopped ignoring %1").arg(name);
}

} // namespace

IgnoredPeople::IgnoredPeople(Commands& commands, QObject* parent) : QObject(parent), m_commands(commands)
{
    m_undoTimer.setSingleShot(true);
    m_undoTimer.setInterval(ignoreUndoOffer);
    connect(&m_undoTimer, &QTimer::timeout, this, &IgnoredPeople::forgetUndo);
}

IgnoreLevel IgnoredPeople::levelOf(UserId user) const
{
    const auto found = std::find_if(m_people.begin(), m_people.end(),
                                    [user](const IgnoredPerson& one) { return one.user.id == user; });
    return found == m_people.end() ? IgnoreLevel::None : found->level;
}

void IgnoredPeople::set(const User& user, IgnoreLevel level)
{
    const IgnoreLevel before = levelOf(user.id);
    if (before == level) {
        return;
    }
    m_undone = IgnoredPerson{user, before};
    m_undoWords = wordsOf(isolatedLine(shownName(user)), before, level);
    m_undoTimer.start();
    submit(user, level);
    Q_EMIT undoChanged();
}

void IgnoredPeople::undo()
{
    if (m_undone) {
        const IgnoredPerson before = *m_undone;
        forgetUndo();
        submit(before.user, before.level);
    }
}

void IgnoredPeople::forgetUndo()
{
    if (!m_undone) {
        return;
    }
    m_undone.reset();
    m_undoWords.clear();
    m_undoTimer.stop();
    Q_EMIT undoChanged();
}

void IgnoredPeople::submit(const User& user, IgnoreLevel level)
{
    const CommandId command = m_commands.expect({tr("Could not change the list of people you ignore"),
                                                 {QString::fromStdString(user.name)},
                                                 [this](const change::CommandDone& done) {
                                                     if (done.error) {
                                                         forgetUndo();
                                                     }
                                                 }});
    m_commands.submit(input::SetIgnored{command, user.id, level, m_commands.ids().uuid()});
}

void IgnoredPeople::take(const QList<IgnoredPerson>& people)
{
    QList<IgnoredPerson> sorted = people;
    std::stable_sort(sorted.begin(), sorted.end(), [](const IgnoredPerson& a, const IgnoredPerson& b) {
        return QString::localeAwareCompare(QString::fromStdString(a.user.name),
                                           QString::fromStdString(b.user.name))
               < 0;
    });
    if (sorted == m_people) {
        return;
    }
    m_people = std::move(sorted);
    Q_EMIT changed();
}

} // namespace tidemark
