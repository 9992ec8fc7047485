#include "ui/window/window_front.h"

#include <QGuiApplication>
#include <QWidget>
#include <QWindow>
#include <QtGui/qguiapplication_platform.h>

#include <xcb/xcb.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// The X11 messages for which Qt has no function.
class Screen {
public:
    explicit Screen(xcb_connection_t* connection)
        : m_connection(connection), m_root(xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root)
    {
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen() { xcb_flush(m_connection); }

    /// Sends _NET_ACTIVE_WINDOW of the Extended Window Manager Hints. `time` is the time of the user's last
    /// act.
    void activate(xcb_window_t window, xcb_timestamp_t time) const
    {
        constexpr std::uint32_t fromApplication = 1;
        xcb_client_message_event_t event = message(window, "_NET_ACTIVE_WINDOW", 32);
        event.data.data32[0] = fromApplication;
        event.data.data32[1] = time;
        send(event, XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
    }

    /// Tells the launcher that startup has ended, by the startup notification protocol.
    void endStartup(const QByteArray& startupId) const
    {
        const QByteArray text = "remove: ID=" + quoted(startupId) + '\0';
        const xcb_window_t sender = xcb_generate_id(m_connection);
        xcb_create_window(m_connection, XCB_COPY_FROM_PARENT, sender, m_root, 0, 0, 1, 1, 0,
                          XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
        xcb_client_message_event_t event = message(sender, "_NET_STARTUP_INFO_BEGIN", 8);
        for (qsizetype at = 0; at < text.size(); at += qsizetype(sizeof event.data.data8)) {
            const QByteArray part =
                text.mid(at, qsizetype(sizeof event.data.data8)).leftJustified(sizeof event.data.data8, '\0');
            std::copy(part.begin(), part.end(), std::begin(event.data.data8));
            send(event, XCB_EVENT_MASK_PROPERTY_CHANGE);
            event.type = atom("_NET_STARTUP_INFO");
        }
        xcb_destroy_window(m_connection, sender);
    }

private:
    [[nodiscard]] static QByteArray quoted(QByteArray text)
    {
        return '"' + text.replace('\\', "\\\\").replace('"', "\\\"") + '"';
    }

    [[nodiscard]] xcb_atom_t atom(const QByteArray& name) const
    {
        const auto cookie =
            xcb_intern_atom(m_connection, 0, static_cast<std::uint16_t>(name.size()), name.constData());
        const std::unique_ptr<xcb_intern_atom_reply_t, decltype(&std::free)> reply(
            xcb_intern_atom_reply(m_connection, cookie, nullptr), &std::free);
        return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    }

    [[nodiscard]] xcb_client_message_event_t message(xcb_window_t window, const QByteArray& type,
                                                     std::uint8_t format) const
    {
        xcb_client_message_event_t event{};
        event.response_type = XCB_CLIENT_MESSAGE;
        event.format = format;
        event.window = window;
        event.type = atom(type);
        return event;
    }

    void send(const xcb_client_message_event_t& event, std::uint32_t mask) const
    {
        xcb_send_event(m_connection, 0, m_root, mask, reinterpret_cast<const char*>(&event));
    }

    xcb_connection_t* m_connection;
    xcb_window_t m_root;
};

/// Returns the time of the user's act, with which a startup id ends: "…_TIME12345".
std::optional<xcb_timestamp_t> timeIn(const QByteArray& startupId)
{
    const qsizetype at = startupId.lastIndexOf("_TIME");
    bool isNumber = false;
    const auto time = startupId.mid(at + 5).toUInt(&isNumber);
    return at >= 0 && isNumber ? std::optional<xcb_timestamp_t>(time) : std::nullopt;
}

} // namespace

void bringToFront(QWidget& window, const ActivationToken& token)
{
    // Qt's Wayland plugin sends this token with the next request, and clears it.
    if (!token.wayland.isEmpty() && QGuiApplication::platformName().startsWith(u"wayland"_s)) {
        qputenv("XDG_ACTIVATION_TOKEN", token.wayland);
    }
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
    const auto* const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (x11 == nullptr || x11->connection() == nullptr || token.startupId.isEmpty()) {
        return;
    }
    const Screen screen(x11->connection());
    if (const auto time = timeIn(token.startupId)) {
        screen.activate(static_cast<xcb_window_t>(window.winId()), *time);
    }
    screen.endStartup(token.startupId);
}

} // namespace tidemark
