#pragma once

#include "app/lab/window/cards.h"
#include "app/lab/window/world_layout.h"

#include <QWidget>

#include <map>
#include <optional>

namespace tidemark::lab {

class LabController;

/// A thing of the world that the user can do something to.
struct WorldTarget {
    enum class Kind : std::uint8_t { Device, Link, Server, Database };
    Kind kind = Kind::Device;
    std::string device;       ///< of devices and links
    std::uint32_t server = 0; ///< from 1

    friend bool operator==(const WorldTarget&, const WorldTarget&) = default;
};

/// The picture of the world at the moment: devices, servers, links and the frames that travel on them. Cards
/// and links are buttons; the keys Left and Right go through the frames.
class WorldPicture : public QWidget {
    Q_OBJECT
public:
    explicit WorldPicture(LabController& controller, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// The room that can be seen at once.
    void setRoom(const QSize& room);
    void choose(const std::string& device, const std::string& conversation);
    [[nodiscard]] const WorldLayout& layoutOfWorld() const { return m_layout; }
    /// The place of a frame that is under way; empty: it is not.
    [[nodiscard]] std::optional<QPointF> placeOf(const FrameAtMoment& frame) const;
    [[nodiscard]] DeviceCard* card(const std::string& device) const;
    [[nodiscard]] LinkKnob* knob(const std::string& device) const;
    [[nodiscard]] ServerCard* serverCard(std::size_t place) const { return m_servers.at(place); }

Q_SIGNALS:
    void deviceChosen(const std::string& device);
    void conversationChosen(const std::string& conversation);
    void menuWanted(const tidemark::lab::WorldTarget& target, const QPoint& at);
    /// The words of the frame that is pointed at or chosen; empty: none.
    void frameShown(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeThings();
    void placeThings();
    void takeMoment();
    void showFrame(std::uint64_t number);
    [[nodiscard]] std::uint64_t frameNear(const QPoint& point) const;
    void paintLinks(QPainter& painter) const;
    void paintFrames(QPainter& painter) const;
    [[nodiscard]] std::optional<std::size_t> serverPlace(const std::string& name) const;

    LabController& m_controller;
    Theme m_theme;
    QSize m_room{640, 240};
    WorldLayout m_layout;
    std::string m_device;
    std::string m_conversation;
    std::uint64_t m_frame = 0; ///< the one that is shown in words
    std::map<std::string, DeviceCard*> m_cards;
    std::map<std::string, LinkKnob*> m_knobs;
    std::vector<ServerCard*> m_servers;
    ServerCard* m_database = nullptr;
};

} // namespace tidemark::lab
