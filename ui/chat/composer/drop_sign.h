#pragma once

#include "ui/look/theme.h"

#include <QWidget>

namespace tidemark {

/// Covers the conversation while the user drags files over it, and says where they go. The pointer does not
/// find it.
class DropSign : public QWidget {
    Q_OBJECT
public:
    explicit DropSign(const Theme& theme, QWidget* parent);

    /// Shows itself over `area` of the parent.
    void appear(const QString& title, const QRect& area);
    [[nodiscard]] const QString& words() const { return m_words; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_words;
};

} // namespace tidemark
