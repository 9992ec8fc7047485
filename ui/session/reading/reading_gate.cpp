#include "ui/session/reading/reading_gate.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {
constexpr std::uint64_t usualScreenful = 20; ///< entries, while none is on screen
} // namespace

void ReadingGate::open(Cursor cursor, Seq head)
{
    m_cursor = cursor;
    forgetLog();
    m_isPaused = false;
    m_arrivalsAfter.reset();
    m_isAtJump = m_isAwaited = false;
    m_isExpected = m_lastInput.has_value();
    m_openedHead = m_isExpected ? head : Seq();
    if (m_isExpected) {
        m_graceEnd = {};
    }
}

void ReadingGate::setCursor(Cursor cursor)
{
    if (cursor.epoch > m_cursor.epoch) {
        pause();
    }
    m_cursor = cursor;
}

void ReadingGate::pause()
{
    m_isPaused = true;
    m_marked = m_openedHead = {};
    m_seen.clear();
    m_candidates.clear();
}

void ReadingGate::forgetLog()
{
    m_marked = m_vouched = m_openedHead = {};
    m_screen = {};
    m_seen.clear();
    m_candidates.clear();
}

void ReadingGate::resume(Instant now)
{
    if (m_isPaused) {
        m_isPaused = false;
        m_marked = {};
        watchScreen(now);
    }
    act(UserAct::InConversation, now);
}

void ReadingGate::setConditions(const ReadingConditions& conditions, Instant now)
{
    advance(now);
    const bool wasAttendable = isAttendable();
    m_conditions = conditions;
    if (!wasAttendable && isAttendable()) {
        m_graceEnd = now + m_times.grace;
        // The user has brought the window back, so the user is there. At first, the program may have shown
        // itself.
        if (m_lastInput) {
            m_lastInput = now;
        }
    }
    advance(now);
}

void ReadingGate::act(UserAct act, Instant now)
{
    advance(now);
    if (act != UserAct::Pointer || m_lastInput) {
        m_lastInput = now;
    }
    if (act == UserAct::InConversation) {
        m_graceEnd = std::min(m_graceEnd, now);
        m_isAtJump = false;
        m_isAwaited = !m_screen.last.isValid();
        vouch(m_screen.last);
    }
    advance(now);
}

void ReadingGate::setScreen(const ReadingScreen& screen, Instant now)
{
    advance(now);
    const ReadingScreen before = std::exchange(m_screen, screen);
    if (std::exchange(m_isAwaited, false)) {
        vouch(screen.last);
    }
    if (m_isAttended) {
        // If the topmost row is the same, the viewport has grown and was not scrolled.
        if (screen.first == before.first && before.last <= m_vouched) {
            vouch(screen.last);
        }
        if (!m_arrivalsAfter && screen.end.isValid()) {
            m_arrivalsAfter = screen.end;
        }
        if (m_arrivalsAfter && std::max(m_vouched, m_cursor.readSeq) >= *m_arrivalsAfter) {
            vouch(screen.last);
        }
    }
    noteSeen();
    watchScreen(now);
}

void ReadingGate::jump()
{
    m_isExpected = false;
    m_isAtJump = true;
    m_openedHead = m_vouched = {};
}

void ReadingGate::arrive(const ReadingScreen& screen, Instant now)
{
    setScreen(screen, now);
    if (std::exchange(m_isExpected, false)) {
        m_isAtJump = false;
        vouch(screen.last);
    }
}

std::optional<ReadingGate::Reading> ReadingGate::take(Instant now)
{
    advance(now);
    if (m_policy == ReadingPolicy::ByHand) {
        return std::nullopt;
    }
    Seq through = m_seen.readableFrom(marked());
    if (m_policy == ReadingPolicy::OnOpening && m_isAttended) {
        through = std::max(through, std::exchange(m_openedHead, Seq()));
    }
    if (through <= marked()) {
        return std::nullopt;
    }
    const Reading reading{through, isLeapTo(through)};
    m_marked = through;
    return reading;
}

Seq ReadingGate::firstUnseen() const
{
    const bool isGone = isBeyondGap() && !m_isAtJump && m_policy != ReadingPolicy::ByHand;
    return isGone ? next(m_seen.seenFrom(marked())) : Seq();
}

ReadingPause ReadingGate::pauseAt(Instant now) const
{
    if (m_policy == ReadingPolicy::ByHand) {
        return ReadingPause::ByHand;
    }
    if (!m_conditions.isUnlocked) {
        return ReadingPause::Locked;
    }
    // A modal dialog takes the keyboard focus, so check for it before the window's activity.
    if (!m_conditions.isUncovered) {
        return ReadingPause::Covered;
    }
    if (!isAttendable()) {
        return ReadingPause::NotActive;
    }
    if (m_isPaused) {
        return ReadingPause::MarkedUnread;
    }
    if (now < m_graceEnd) {
        return ReadingPause::None;
    }
    if (m_lastInput && !isPresent(now)) {
        return ReadingPause::Idle;
    }
    if (m_lastInput && isBeyondGap()) {
        return ReadingPause::Gap;
    }
    const bool isUnvouched =
        std::any_of(m_candidates.begin(), m_candidates.end(), [this, now](const Candidate& one) {
            return one.since + m_times.dwell <= now && one.seq > std::max(m_vouched, marked());
        });
    return !m_lastInput || isUnvouched ? ReadingPause::Untouched : ReadingPause::None;
}

std::optional<Instant> ReadingGate::wakeAt(Instant now, bool isUnread) const
{
    if (m_policy == ReadingPolicy::ByHand || m_isPaused || !isAttendable() || !m_conditions.isUncovered) {
        return std::nullopt;
    }
    if (isUnread && now < m_graceEnd) {
        return m_graceEnd;
    }
    if (!isPresent(now)) {
        return std::nullopt;
    }
    const auto next =
        std::find_if(m_candidates.begin(), m_candidates.end(), [this, now](const Candidate& one) {
            return one.seq > marked() && one.since + m_times.dwell > now;
        });
    const bool isDwelling = next != m_candidates.end();
    if (!isUnread && !isDwelling) {
        return std::nullopt;
    }
    if (now < m_graceEnd) {
        return m_graceEnd;
    }
    const Instant idleAt = *m_lastInput + m_times.idle;
    return isDwelling ? std::min(idleAt, next->since + m_times.dwell) : idleAt;
}

// ---- internals

/// Returns whether the window is in front and the user could see it.
bool ReadingGate::isAttendable() const
{
    return m_conditions.isActive && m_conditions.isExposed && m_conditions.isUnlocked;
}

bool ReadingGate::isPresent(Instant now) const
{
    return m_lastInput && now < *m_lastInput + m_times.idle;
}

bool ReadingGate::holds(Instant now) const
{
    return isAttendable() && m_conditions.isUncovered && isPresent(now);
}

Seq ReadingGate::marked() const
{
    return std::max(m_cursor.readSeq, m_marked);
}

/// Returns from where on nothing above the screen can be unread.
Seq ReadingGate::screenFrom() const
{
    return m_screen.from.isValid() ? m_screen.from : m_screen.first;
}

bool ReadingGate::isBeyondGap() const
{
    return m_screen.last > marked() && screenFrom() > next(m_seen.seenFrom(marked()));
}

/// Returns whether reading through `through` moves the cursor by more than a screenful.
bool ReadingGate::isLeapTo(Seq through) const
{
    const std::uint64_t screenful =
        m_screen.last.isValid() ? m_screen.last.value - m_screen.first.value + 1 : usualScreenful;
    return through.value - marked().value > screenful;
}

/// Advances the state to `now`. Precondition: nothing has happened since the last call.
void ReadingGate::advance(Instant now)
{
    const Instant until = m_lastInput ? std::min(now, *m_lastInput + m_times.idle) : now;
    const bool held = holds(until - Milliseconds(1)) && until >= m_graceEnd;
    if (held && !m_isAttended) {
        m_isAttended = true;
        // A user who was away has not seen the rows above the screen: vouch only if all of them are read.
        if (!m_isAtJump && m_screen.first <= next(std::max(m_vouched, marked()))) {
            vouch(m_screen.last);
        }
        if (m_screen.end.isValid()) {
            m_arrivalsAfter = m_screen.end;
        }
    }
    if (held) {
        noteSeen();
    }
    while (held && !m_candidates.empty() && m_candidates.front().since + m_times.dwell <= until
           && m_candidates.front().seq <= m_vouched) {
        m_seen.dwell(m_candidates.front().seq);
        m_candidates.pop_front();
    }
    if (holds(now)) {
        if (m_candidates.empty()) {
            watchScreen(now);
        }
        return;
    }
    m_isAttended = false;
    m_arrivalsAfter.reset();
    m_candidates.clear();
}

/// Notes that the rows on screen are seen, as far as something vouches for them.
void ReadingGate::noteSeen()
{
    if (m_isAttended && !m_isPaused && m_screen.last.isValid()) {
        m_seen.add(screenFrom(), std::min(m_screen.last, m_vouched));
    }
}

void ReadingGate::vouch(Seq through)
{
    m_vouched = std::max(m_vouched, through);
    noteSeen();
}

/// Starts the dwell time of rows that have come on screen, and drops rows that have left it.
void ReadingGate::watchScreen(Instant now)
{
    std::erase_if(m_candidates, [this](const Candidate& one) {
        return one.seq > m_screen.last || one.seq < m_screen.first;
    });
    const Seq newest = m_candidates.empty() ? m_seen.dweltAround(m_screen.last) : m_candidates.back().seq;
    if (holds(now) && !m_isPaused && m_screen.last > newest) {
        m_candidates.push_back({m_screen.last, now});
    }
}

} // namespace tidemark
