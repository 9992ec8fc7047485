#pragma once

#include "ui/look/theme.h"

#include <QAbstractButton>

namespace tidemark {

/// The "Invitations" entry above the conversations. It shows how many invitations are open, and opens their
/// list.
class InvitationEntry : public QAbstractButton {
    Q_OBJECT
public:
    explicit InvitationEntry(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setCount(qint64 count);
    [[nodiscard]] const QString& badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The user moved the keyboard focus down to the list.
    void listWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Theme m_theme;
    QString m_badge;
};

} // namespace tidemark
