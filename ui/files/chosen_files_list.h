#pragma once

#include "ui/files/chosen_file.h"
#include "ui/look/theme.h"

#include <QListWidget>

namespace tidemark {

/// The files that are about to be sent. The user moves them with the mouse or with Alt and the arrow keys,
/// and removes them with Delete.
class ChosenFilesList : public QListWidget {
    Q_OBJECT
public:
    explicit ChosenFilesList(const Theme& theme, QWidget* parent = nullptr);

    /// Adds a file; refresh() fills in what is found out later.
    void add(quint64 key);
    void refresh(quint64 key, const ChosenFile& file, bool asPicture);
    [[nodiscard]] QList<quint64> keys() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void removed(quint64 key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QListWidgetItem* itemOf(quint64 key) const;
    void remove(int row);
    void move(int step);
};

} // namespace tidemark
