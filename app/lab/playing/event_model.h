#pragma once

#include <QAbstractListModel>

namespace tidemark::lab {

class LabController;

/// The known events of the controller, with their times. Events after the moment are marked.
class EventModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role : std::uint16_t {
        TimeRole = Qt::UserRole,
        KindRole,  ///< Event::Kind as int
        IsPastRole ///< false: it comes after the moment
    };

    explicit EventModel(LabController& controller, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// The text is the event; the name for screen readers also has its time.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void cut(std::size_t count);
    void takeNew();
    void takePosition();

    LabController& m_controller;
    int m_count = 0;
    int m_past = 0;
};

} // namespace tidemark::lab
