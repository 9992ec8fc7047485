#include "tests/programs/bench/clients/shown_window.h"

#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/client_link.h"

#include <QEvent>

namespace tidemark::bench {

bool BusyApplication::notify(QObject* receiver, QEvent* event)
{
    if (m_depth > 0) {
        return QApplication::notify(receiver, event);
    }
    ++m_depth;
    const Stopwatch watch;
    const bool result = QApplication::notify(receiver, event);
    m_busyMs += watch.milliseconds();
    --m_depth;
    return result;
}

PaintWatch::PaintWatch(QWidget* widget) : QObject(widget)
{
    widget->installEventFilter(this);
}

bool PaintWatch::eventFilter(QObject* /*watched*/, QEvent* event)
{
    if (event->type() == QEvent::Paint && (!m_condition || m_condition())) {
        QMetaObject::invokeMethod(this, &PaintWatch::painted, Qt::QueuedConnection);
    }
    return false;
}

ShownWindow::ShownWindow(const ClientOptions& options, const SignInFlow::Given& given)
    : m_client(Client::beginOpening(options)),
      m_session({[this] { return m_client->newCommand(); }, [] { return Client::newUuid(); }}),
      m_window(m_session),
      m_signIn({[this] { return m_client->newCommand(); }, [] { return Client::newToken(); }}, given,
               &m_window),
      m_list(m_window.findChild<ConversationListView*>()->viewport()),
      m_timeline(m_window.findChild<TimelineView*>()->viewport())
{
    linkClient(*m_client, m_session, m_signIn, m_window);
    QObject::connect(m_client.get(), &Client::opened, &m_window, [this] { m_window.show(); });
    QObject::connect(m_client.get(), &Client::openFailed, &m_window,
                     [](const QString& why) { giveUp(qPrintable(why)); });
}

void ShownWindow::begin()
{
    m_list.setCondition([this] { return m_session.conversations().rowCount() > 0; });
    waitFor(&m_list, &PaintWatch::painted, "the first paint of the list", [] {});
    m_list.setCondition({});
}

double ShownWindow::open(ConversationId conversation)
{
    bool isThere = false;
    const auto connection = QObject::connect(&m_session.chat().timeline(), &TimelineModel::positioned,
                                             &m_timeline, [&isThere] { isThere = true; });
    m_timeline.setCondition([&isThere] { return isThere; });
    const Stopwatch watch;
    waitFor(&m_timeline, &PaintWatch::painted, "a conversation on screen",
            [&] { m_session.chat().open(conversation); });
    const double ms = watch.milliseconds();
    QObject::disconnect(connection);
    m_timeline.setCondition({});
    return ms;
}

void ShownWindow::close()
{
    m_window.hide();
    waitFor(m_client.get(), &Client::closed, "closing the profile", [this] { m_client->close(); });
}

} // namespace tidemark::bench
