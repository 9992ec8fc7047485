#include "app/lab/window/world_picture.h"

#include "app/lab/playing/lab_controller.h"
#include "app/lab/playing/lab_words.h"
#include "app/lab/playing/link_faults.h"
#include "ui/widgets/plain_text.h"

#include <QHelpEvent>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

constexpr double nearFrame = 12;

QString frameText(const FrameAtMoment& frame)
{
    return u"%1 → %2: %3"_s.arg(textOf(frame.from), textOf(frame.to), textOf(frame.words));
}

} // namespace

WorldPicture::WorldPicture(LabController& controller, QWidget* parent)
    : QWidget(parent), m_controller(controller)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Frames under way"));
    connect(&controller, &LabController::loaded, this, &WorldPicture::makeThings);
    connect(&controller, &LabController::moved, this, &WorldPicture::takeMoment);
    connect(&controller, &LabController::timePassed, this, qOverload<>(&QWidget::update));
}

void WorldPicture::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (WorldThing* thing : findChildren<WorldThing*>()) {
        thing->setTheme(theme);
    }
    update();
}

void WorldPicture::setRoom(const QSize& room)
{
    m_room = room;
    placeThings();
}

void WorldPicture::choose(const std::string& device, const std::string& conversation)
{
    m_device = device;
    m_conversation = conversation;
    if (m_controller.isLoaded()) {
        takeMoment();
    }
}

DeviceCard* WorldPicture::card(const std::string& device) const
{
    const auto found = m_cards.find(device);
    return found == m_cards.end() ? nullptr : found->second;
}

LinkKnob* WorldPicture::knob(const std::string& device) const
{
    const auto found = m_knobs.find(device);
    return found == m_knobs.end() ? nullptr : found->second;
}

/// Makes the buttons of another scenario, in the order in which Tab reaches them.
void WorldPicture::makeThings()
{
    qDeleteAll(findChildren<WorldThing*>());
    m_cards.clear();
    m_knobs.clear();
    m_servers.clear();
    const auto link = [this](WorldThing* thing, const WorldTarget& target) {
        connect(thing, &WorldThing::menuWanted, this,
                [this, target](const QPoint& at) { Q_EMIT menuWanted(target, at); });
        if (target.kind != WorldTarget::Kind::Device) {
            // A click chooses a device. Everything else has only its menu.
            connect(thing, &QAbstractButton::clicked, thing,
                    [thing] { Q_EMIT thing->menuWanted(thing->mapToGlobal(thing->rect().center())); });
        }
        thing->show();
    };
    for (const std::string& device : devicesOf(m_controller.scenario())) {
        auto* card = new DeviceCard(this);
        auto* knob = new LinkKnob(this);
        m_cards[device] = card;
        m_knobs[device] = knob;
        link(card, {WorldTarget::Kind::Device, device, 0});
        link(knob, {WorldTarget::Kind::Link, device, 0});
        connect(card, &WorldThing::focused, this, [this, device] { Q_EMIT deviceChosen(device); });
        connect(card, &DeviceCard::conversationChosen, this, &WorldPicture::conversationChosen);
    }
    for (std::uint32_t number = 1; number <= m_controller.scenario().servers; ++number) {
        m_servers.push_back(new ServerCard(this));
        link(m_servers.back(), {WorldTarget::Kind::Server, {}, number});
    }
    m_database = new ServerCard(this);
    link(m_database, {WorldTarget::Kind::Database, {}, 0});
    setTheme(m_theme);
    placeThings();
    takeMoment();
}

void WorldPicture::placeThings()
{
    if (!m_controller.isLoaded()) {
        return;
    }
    m_layout = WorldLayout(m_controller.scenario(), m_room, fontMetrics().height());
    for (const WorldLayout::Card& place : m_layout.cards()) {
        m_cards.at(place.device)->setGeometry(place.place);
        m_knobs.at(place.device)->setGeometry(m_layout.knob(place));
    }
    for (std::size_t server = 0; server < m_servers.size(); ++server) {
        m_servers[server]->setGeometry(m_layout.servers()[server]);
    }
    m_database->setGeometry(m_layout.database());
    setFixedSize(m_layout.size());
    update();
}

void WorldPicture::takeMoment()
{
    if (m_cards.empty()) {
        return;
    }
    const Moment& moment = m_controller.moment();
    for (const DeviceAtMoment& device : moment.devices) {
        m_cards.at(device.name)
            ->showDevice(device, conversationsOf(m_controller.scenario(), device.person),
                         m_controller.isAtRest(), device.name == m_device, m_conversation);
        const QString faults =
            faultsText(faultsAt(m_controller.scenario(), device.name, moment.at, m_controller.isHeld()));
        const QString state = device.isCut ? tr("cut") : faults.isEmpty() ? tr("no faults") : faults;
        LinkKnob* knob = m_knobs.at(device.name);
        knob->showLink(tr("Link of %1: %2", "a device, the state").arg(textOf(device.name), state),
                       device.isCut, !faults.isEmpty());
        setPlainTip(knob, knob->accessibleName());
    }
    for (std::size_t place = 0; place < m_servers.size(); ++place) {
        const ServerAtMoment& server = moment.servers.at(place);
        m_servers[place]->showServer(textOf(server.name), serverState(server), server.isUp, false);
    }
    m_database->showServer(tr("database"), {}, true, true);
    const bool isThere =
        std::ranges::find(moment.frames, m_frame, &FrameAtMoment::number) != moment.frames.end();
    if (m_frame != 0 && !isThere) {
        showFrame(0);
    }
    update();
}

std::optional<std::size_t> WorldPicture::serverPlace(const std::string& name) const
{
    const std::vector<ServerAtMoment>& servers = m_controller.moment().servers;
    const auto found = std::ranges::find(servers, name, &ServerAtMoment::name);
    return found == servers.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - servers.begin()));
}

std::optional<QPointF> WorldPicture::placeOf(const FrameAtMoment& frame) const
{
    const auto toServer = serverPlace(frame.to);
    const auto fromServer = serverPlace(frame.from);
    const WorldLayout::Card* card = m_layout.card(toServer ? frame.from : frame.to);
    if (card == nullptr || (!toServer && !fromServer)) {
        return std::nullopt;
    }
    const auto sent = static_cast<double>(frame.sentAt.count());
    const auto arrives = static_cast<double>(frame.arrivesAt.count());
    const double share = arrives > sent ? (m_controller.shownAt() - sent) / (arrives - sent) : 1;
    return m_layout.pointOnLink(*card, toServer ? *toServer : *fromServer, toServer.has_value(), share);
}

std::uint64_t WorldPicture::frameNear(const QPoint& point) const
{
    std::uint64_t nearest = 0;
    double best = nearFrame;
    for (const FrameAtMoment& frame : m_controller.moment().frames) {
        const auto place = placeOf(frame);
        const double away = place ? std::hypot(place->x() - point.x(), place->y() - point.y()) : nearFrame;
        if (away < best) {
            best = away;
            nearest = frame.number;
        }
    }
    return nearest;
}

void WorldPicture::showFrame(std::uint64_t number)
{
    if (number == m_frame) {
        return;
    }
    m_frame = number;
    const std::vector<FrameAtMoment>& frames = m_controller.moment().frames;
    const auto found = std::ranges::find(frames, number, &FrameAtMoment::number);
    const QString words = found == frames.end() ? QString() : frameText(*found);
    setAccessibleDescription(words);
    Q_EMIT frameShown(words);
    update();
}

bool WorldPicture::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_controller.isLoaded()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::uint64_t number = frameNear(help->pos());
        const std::vector<FrameAtMoment>& frames = m_controller.moment().frames;
        const auto found = std::ranges::find(frames, number, &FrameAtMoment::number);
        if (found != frames.end()) {
            showPlainTip(help->globalPos(), frameText(*found), this);
        }
        return true;
    }
    return QWidget::event(event);
}

void WorldPicture::mouseMoveEvent(QMouseEvent* event)
{
    if (m_controller.isLoaded()) {
        showFrame(frameNear(event->pos()));
    }
}

void WorldPicture::leaveEvent(QEvent* /*event*/)
{
    if (m_controller.isLoaded() && !hasFocus()) {
        showFrame(0);
    }
}

void WorldPicture::keyPressEvent(QKeyEvent* event)
{
    const bool goesOn = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool goesBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if ((!goesOn && !goesBack) || !m_controller.isLoaded() || m_controller.moment().frames.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::vector<FrameAtMoment>& frames = m_controller.moment().frames;
    const auto count = static_cast<std::ptrdiff_t>(frames.size());
    const auto found = std::ranges::find(frames, m_frame, &FrameAtMoment::number);
    const std::ptrdiff_t before = found == frames.end() ? (goesOn ? -1 : count) : found - frames.begin();
    const std::ptrdiff_t now = (before + (goesOn ? 1 : -1) + count) % count;
    showFrame(frames.at(static_cast<std::size_t>(now)).number);
}

} // namespace tidemark::lab
