#pragma once

#include "app/lab/playing/lab_words.h"
#include "app/lab/running/moment.h"

#include <QAbstractTableModel>

#include <vector>

namespace tidemark::lab {

class LabController;

/// The numbers of all devices at the moment: as Tidemark shows them, and as the counters beside it do.
class NumbersModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : std::uint8_t { NameColumn, TidemarkColumn, CountersColumn, ColumnCount };
    enum Role : std::uint16_t {
        StateRole = Qt::UserRole ///< NumberState as int; only of the columns with numbers
    };

    explicit NumbersModel(LabController& controller, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// The first row with a number that is wrong at rest; empty: there is none.
    [[nodiscard]] QModelIndex firstWrong() const;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        QString words;
        NumberState state = NumberState::Missing;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct Row {
        QString name; ///< of the device and the conversation
        Cell tidemark;
        Cell counters;
        friend bool operator==(const Row&, const Row&) = default;
    };
    [[nodiscard]] static Cell cellOf(const Moment& moment, const std::string& device,
                                     const std::string& conversation, bool isAtRest);
    [[nodiscard]] std::vector<Row> rowsNow() const;
    void takeMoment();

    LabController& m_controller;
    std::vector<Row> m_rows;
};

} // namespace tidemark::lab
