#include "ui/session/files/file_choices.h"

#include "core/client/files/file_values.h"
#include "ui/session/choices/on_off.h"

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString downloadKey = u"download-megabytes"_s;
const QString playKey = u"play-animations"_s;

} // namespace

QStringList FileChoices::keys()
{
    return {downloadKey, fileCacheSetting, keptFilesSetting, playKey};
}

QString FileChoices::valueOf(const QString& key) const
{
    if (key == keptFilesSetting) {
        return keptFor.join(u',');
    }
    if (key == playKey) {
        return onOrOff(playsAnimations);
    }
    return QString::number(key == downloadKey ? downloadMegabytes : cacheMegabytes);
}

void FileChoices::take(const QString& key, const QString& value)
{
    if (key == keptFilesSetting) {
        keptFor = value.split(u',', Qt::SkipEmptyParts);
        return;
    }
    if (key == playKey) {
        playsAnimations = value != onOrOff(false);
        return;
    }
    bool isNumber = false;
    const int megabytes = value.toInt(&isNumber);
    if (isNumber && megabytes >= 0) {
        (key == downloadKey ? downloadMegabytes : cacheMegabytes) = megabytes;
    }
}

bool FileChoices::keepsFor(ConversationId conversation) const
{
    return keptFor.contains(QString::number(conversation.value));
}

void FileChoices::setKeptFor(ConversationId conversation, bool keeps)
{
    const QString number = QString::number(conversation.value);
    keptFor.removeAll(number);
    if (keeps) {
        keptFor.append(number);
    }
}

} // namespace tidemark
