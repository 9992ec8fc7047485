#pragma once

#include "app/lab/running/moment.h"
#include "ui/look/theme.h"

#include <QAbstractButton>

namespace tidemark::lab {

/// Something in the picture of the world that has a menu of actions: a button that the keyboard reaches.
class WorldThing : public QAbstractButton {
    Q_OBJECT
public:
    explicit WorldThing(QWidget* parent);

    void setTheme(const Theme& theme);

Q_SIGNALS:
    /// The user wants the menu at this place of the screen.
    void menuWanted(const QPoint& at);
    void focused();

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The card behind everything else, with the mark of the keyboard focus.
    void paintCard(QPainter& painter, const QColor& ground, int radius) const;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    Theme m_theme;
};

/// A device: its state, its conversations with badges and cursors.
class DeviceCard : public WorldThing {
    Q_OBJECT
public:
    using WorldThing::WorldThing;

    void showDevice(const DeviceAtMoment& device, const std::vector<std::string>& conversations,
                    bool isAtRest, bool isChosen, const std::string& conversation);

Q_SIGNALS:
    void conversationChosen(const std::string& conversation);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRect rowAt(std::size_t row) const;
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;

    DeviceAtMoment m_device;
    std::vector<std::string> m_conversations;
    std::string m_conversation; ///< the chosen one
    bool m_isAtRest = false;
    bool m_isChosen = false;
};

/// A server or the database.
class ServerCard : public WorldThing {
    Q_OBJECT
public:
    using WorldThing::WorldThing;

    void showServer(const QString& name, const QString& state, bool isUp, bool isDatabase);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
    QString m_state;
    bool m_isUp = true;
    bool m_isDatabase = false;
};

/// The button on a link, for its faults.
class LinkKnob : public WorldThing {
    Q_OBJECT
public:
    using WorldThing::WorldThing;

    void showLink(const QString& name, bool isCut, bool hasFaults);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isCut = false;
    bool m_hasFaults = false;
};

} // namespace tidemark::lab
