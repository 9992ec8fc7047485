#pragma once

#include "ui/files/chosen_file.h"
#include "ui/look/theme.h"
#include "ui/session/choices/preferences.h"

#include <QDialog>

#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QRadioButton;

namespace tidemark {

class ChosenFilesList;
class PlainTextEdit;

/// The sheet that is shown before files are sent: the files in their order, as pictures or as they are, and
/// the text that goes with them. Stays open until the client has stored the message.
class AttachSheet : public QDialog {
    Q_OBJECT
public:
    /// Makes pictures ready to be sent; calls the answer once.
    using Prepare = std::function<void(const ChosenFile& file, PicturePreparer::Answer)>;
    struct Setup {
        QString caption;
        SendKey sendKey = SendKey::Enter;
        Prepare prepare;
    };

    AttachSheet(const Theme& theme, Setup setup, QWidget* parent);

    /// Says which of the offered files cannot be sent.
    void add(const FileOffer& offer);
    [[nodiscard]] QString caption() const;
    /// Says why nothing was sent, and lets the user try again.
    void showProblem(const QString& problem);

Q_SIGNALS:
    void addWanted();
    void sendWanted(const std::vector<tidemark::OutgoingFile>& files, const QString& caption);
    /// The user has closed the sheet after sendWanted().
    void sendCancelled();

public Q_SLOTS:
    void reject() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeLayout(QWidget* kinds);
    void prepare(quint64 key);
    void takePrepared(quint64 key, const PicturePreparer::Result& result);
    void refresh();
    void fitHeight();
    [[nodiscard]] bool pasteFiles();
    void send();
    [[nodiscard]] bool asPictures() const;

    const Theme& m_theme;
    Setup m_setup;
    std::map<quint64, ChosenFile> m_files;
    quint64 m_lastKey = 0;
    bool m_isSending = false;
    ChosenFilesList* m_list;
    QWidget* m_kinds;
    QRadioButton* m_asPictures;
    QRadioButton* m_asFiles;
    QLabel* m_problem;
    PlainTextEdit* m_caption;
    QPushButton* m_send;
};

} // namespace tidemark
