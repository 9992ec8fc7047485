#pragma once

#include "core/domain/conversation.h"
#include "ui/look/theme.h"

#include <QList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tidemark {

/// Stands below the conversations that match what the user looks for: people with whom there is no chat yet,
/// and the way to the messages that contain the words. Hidden while nothing is typed.
class FoundElsewhere : public QWidget {
    Q_OBJECT
public:
    static constexpr int maxPeople = 3;

    explicit FoundElsewhere(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `people` are offered if their names match; those with whom the user has a chat should be left out.
    void setContent(const QString& typed, const QList<User>& people);
    /// Searches messages for what is typed.
    void searchMessages();

Q_SIGNALS:
    void personChosen(const QString& name);
    void messagesWanted(const QString& words);

private:
    [[nodiscard]] QPushButton* makeEntry(const QString& name);

    QString m_typed;
    QLabel* m_heading;
    QVBoxLayout* m_people;
    QPushButton* m_messages;
};

} // namespace tidemark
