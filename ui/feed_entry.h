#pragma once

#include "core/client/client_values.h"
#include "ui/theme.h"

#include <QAbstractButton>

namespace tidemark {

/// The "Following" entry above the conversations: stands for all followed channels, with the number of what
/// has come in them since it was opened. While they are shown it is the way back.
class FeedEntry : public QAbstractButton {
    Q_OBJECT
public:
    explicit FeedEntry(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `channels`: how many are followed.
    void setContent(const Totals& totals, qint64 channels, bool isOpen);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// "12", "≥ 3", or nothing.
    [[nodiscard]] const QString& badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The keyboard wants to go down to the list.
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
    QString m_second; ///< what it holds, in words
    QString m_badge;
    bool m_isOpen = false;
};

} // namespace tidemark
