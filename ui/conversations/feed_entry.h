#pragma once

#include "core/client/client_values.h"
#include "ui/look/theme.h"

#include <QAbstractButton>

namespace tidemark {

/// The "Following" entry above the conversations. It stands for all followed channels and shows how much has
/// arrived in them since the user last opened it. While the channels are shown, it goes back to the list.
class FeedEntry : public QAbstractButton {
    Q_OBJECT
public:
    explicit FeedEntry(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `channels` is the number of followed channels.
    void setContent(const Totals& totals, qint64 channels, bool isOpen);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// "12", "≥ 3", or empty.
    [[nodiscard]] const QString& badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The user moved the keyboard focus down to the list.
    void listWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintGround(QPainter& painter) const;
    void paintSign(QPainter& painter, const QRect& area) const;
    void paintWords(QPainter& painter, QRect area) const;

    Theme m_theme;
    QString m_second; ///< the second line
    QString m_badge;
    bool m_isOpen = false;
};

} // namespace tidemark
