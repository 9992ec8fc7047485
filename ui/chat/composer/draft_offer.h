#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

/// Offers the text that another device has written in this conversation: the user takes it over, or keeps the
/// text in the composer.
class DraftOffer : public QWidget {
    Q_OBJECT
public:
    explicit DraftOffer(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// An empty text hides the offer. `device` is the name of the other device; empty: unknown.
    void offer(const QString& text, const QString& device, UnixMs at);
    [[nodiscard]] const QString& offered() const { return m_offered; }

Q_SIGNALS:
    void takeOverWanted();
    void discardWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    QString m_offered;
    QLabel* m_label;
    QToolButton* m_takeOver;
    QToolButton* m_discard;
};

} // namespace tidemark
