#pragma once

#include "app/lab/window/band_layout.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace tidemark::lab {

class LabController;

/// The log of one conversation as each device holds it: entries, cursor, floor, gaps, the unread part, and
/// the number as a formula.
class LogBand : public QWidget {
    Q_OBJECT
public:
    explicit LogBand(LabController& controller, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setConversation(const std::string& conversation);
    [[nodiscard]] const BandLayout& layoutOfBand() const { return m_layout; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void takeMoment();
    void paintCell(QPainter& painter, const BandCell& cell) const;
    void paintMark(QPainter& painter, int x, int top, bool isFilled) const;
    [[nodiscard]] QString formulaOf(const std::string& device) const;
    [[nodiscard]] QString cellText(const BandCell& cell) const;

    LabController& m_controller;
    Theme m_theme;
    std::string m_conversation;
    BandLayout m_layout;
};

/// The meaning of the marks in the band.
class BandLegend : public QWidget {
    Q_OBJECT
public:
    explicit BandLegend(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
};

} // namespace tidemark::lab
