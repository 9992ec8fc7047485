#include "ui/session/reading/reading_watch.h"

#include "core/client/clock.h"
#include "core/domain/view.h"
#include "ui/session/reading/read_undo.h"
#include "ui/session/reading/reading_text.h"

namespace tidemark {

namespace {

/// Returns the cursor, not below the floor: what is below need not be read.
Cursor readCursor(const ConversationSummary& summary)
{
    return {summary.cursor.epoch, effectiveRead(summary.floor, summary.cursor.readSeq)};
}

} // namespace

// This clock counts suspended time too: the user is away while the computer sleeps.
ReadingSetup::ReadingSetup() : clock([] { return Clock().now(); }) {}

ReadingSetup::ReadingSetup(std::function<Instant()> someClock, ReadingTimes someTimes)
    : clock(std::move(someClock)), times(someTimes)
{
}

ReadingWatch::ReadingWatch(ReadingSetup setup, QObject* parent)
    : QObject(parent), m_setup(std::move(setup)), m_gate(m_setup.times), m_reactions(m_setup.times.dwell),
      m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReadingWatch::look);
}

void ReadingWatch::open(const ConversationSummary& summary)
{
    m_isOpen = true;
    m_screen = {};
    m_gate.open(readCursor(summary), summary.head);
    update(summary);
}

void ReadingWatch::close()
{
    m_isOpen = false;
    look();
}

void ReadingWatch::update(const ConversationSummary& summary)
{
    m_gate.setCursor(readCursor(summary));
    m_hasUnread = hasUnread(summary);
    look();
}

void ReadingWatch::pause()
{
    m_gate.pause();
    look();
}

void ReadingWatch::resume()
{
    m_gate.resume(m_setup.clock());
    look();
}

void ReadingWatch::forgetLog()
{
    m_screen = {};
    m_gate.forgetLog();
    look();
}

void ReadingWatch::setAccountPolicy(ReadingPolicy policy)
{
    m_accountPolicy = policy;
    applyPolicy();
}

void ReadingWatch::setDevicePolicy(std::optional<ReadingPolicy> policy)
{
    m_devicePolicy = policy;
    applyPolicy();
}

void ReadingWatch::applyPolicy()
{
    m_gate.setPolicy(policy());
    look();
}

void ReadingWatch::setUnreadReactions(const std::set<Seq>& messages)
{
    m_reactions.setMessages(messages);
    look();
}

void ReadingWatch::visitReactions(Seq message)
{
    m_reactions.visit(message);
    look();
}

void ReadingWatch::setConditions(const ReadingConditions& conditions)
{
    m_gate.setConditions(conditions, m_setup.clock());
    look();
    Q_EMIT useNoted(isInUse());
}

void ReadingWatch::act(UserAct act)
{
    m_gate.act(act, m_setup.clock());
    // Pointer moves are frequent. A move must be handled at once only if it may end a pause.
    if (act != UserAct::Pointer || !m_pauseText.isEmpty()) {
        look();
    }
    Q_EMIT useNoted(isInUse());
}

void ReadingWatch::setScreen(const ReadingScreen& screen)
{
    if (!screen.last.isValid()) {
        return;
    }
    m_screen = screen;
    m_gate.setScreen(screen, m_setup.clock());
    look();
}

void ReadingWatch::arrive(const ReadingScreen& screen)
{
    m_screen = screen;
    m_gate.arrive(screen, m_setup.clock());
    look();
}

void ReadingWatch::look()
{
    const Instant now = m_setup.clock();
    if (!m_isOpen) {
        m_timer.stop();
        setPauseText({});
        setFirstUnseen({});
        return;
    }
    if (const auto reading = m_gate.take(now)) {
        Q_EMIT read(reading->through, reading->isLeap);
    }
    setFirstUnseen(m_hasUnread ? m_gate.firstUnseen() : Seq());
    setPauseText(m_hasUnread ? tidemark::pauseText(m_gate.pauseAt(now), m_setup.times.idle) : QString());
    lookAtReactions(now);
    wakeLater(now);
}

void ReadingWatch::lookAtReactions(Instant now)
{
    const bool isByHand = policy() == ReadingPolicy::ByHand;
    const bool areSeen = m_reactions.look(m_screen, now, [&](Seq message, bool isVisited) {
        return m_gate.isAttending(now) && (isVisited || (!isByHand && m_gate.isVouchedFor(message)));
    });
    if (areSeen) {
        Q_EMIT reactionsSeen();
    }
}

void ReadingWatch::wakeLater(Instant now)
{
    std::optional<Instant> at = m_gate.wakeAt(now, m_hasUnread || m_reactions.isWaiting());
    if (const auto reactions = m_reactions.wakeAt(); reactions && (!at || *reactions < *at)) {
        at = reactions;
    }
    if (at) {
        m_timer.start(std::max(*at - now, Milliseconds(0)));
    } else {
        m_timer.stop();
    }
}

void ReadingWatch::setFirstUnseen(Seq seq)
{
    if (std::exchange(m_firstUnseen, seq) != seq) {
        Q_EMIT firstUnseenChanged();
    }
}

void ReadingWatch::setPauseText(const QString& words)
{
    if (words == m_pauseText) {
        return;
    }
    m_pauseText = words;
    Q_EMIT pauseTextChanged(words);
}

} // namespace tidemark
