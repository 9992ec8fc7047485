#include "ui/files/program_files.h"

#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Endings of Linux, macOS, Windows and of languages with an interpreter, because a copy may go on to another
/// system.
constexpr auto programEndings =
    "action ade adp ahk apk app appimage application appref-ms appx appxbundle asa asp asx "
    "awk bas bash bat bin bundle cab cdxml cer chm class cmd com command cpl crt cs csh deb "
    "der desktop diagcab dll dmg docm dotm drv exe fish flatpak flatpakref flatpakrepo fxp "
    "gadget grp hlp hpj hta htt img inf ins inx ipa iso isp isu its jar java jnlp job js jse "
    "jsp kdelnk ksh library-ms lnk local lua mad maf mag mam manifest mar mas mat mau mav maw "
    "mcf mda mdb mde mdt mdw mdz mht mhtml mjs mmc mof mpkg msc msh msh1 msh1xml msh2 msh2xml "
    "mshxml msi msix msixbundle msp mst msu ocx ops osd osx out paf pcd pet phar php php3 "
    "php4 php5 php7 phps pht phtml pif pkg pl plg pm potm ppam ppsm pptm prf prg ps1 ps1xml "
    "ps2 ps2xml psc1 psc2 psd1 psm1 pssc pst pup py py3 pyc pyd pyi pyo pyw pyz pyzw r rb reg "
    "rgs rpm run scf scpt scptd scr script sct search-ms searchconnector-ms settingcontent-ms "
    "sh shar shb shs sldm slk slp snap so swf sys tcl terminal theme themepack tool ts u3p "
    "url vb vbe vbp vbs vbscript vhd vhdx vsmacros vxd webpnp website wim wlua wmz workflow "
    "ws wsc wsf wsh xap xbap xlam xll xlsm xltm xnk xpi xps zsh";

const QSet<QString>& endings()
{
    static const QStringList words = QString::fromLatin1(programEndings).split(u' ');
    static const QSet<QString> all(words.begin(), words.end());
    return all;
}

/// The part after the last dot. Windows ignores dots and spaces at the end.
QString endingOf(const QString& name)
{
    qsizetype length = name.size();
    while (length > 0 && (name[length - 1] == u'.' || name[length - 1].isSpace())) {
        --length;
    }
    const QString kept = name.left(length);
    return kept.mid(kept.lastIndexOf(u'.') + 1).toLower();
}

} // namespace

bool isProgram(const QString& name, const QByteArray& beginning)
{
    static const std::array<QByteArray, 7> marks{
        "#!",
        QByteArray("\x7f"
                   "ELF"),
        "MZ",
        "[Desktop Entry]",
        "[InternetShortcut]",
        QByteArrayLiteral("L\0\0\0\x01\x14\x02"), // a shortcut of Windows
        QByteArrayLiteral("\xca\xfe\xba\xbe"),    // of Java, and of macOS
    };
    return (name.contains(u'.') && endings().contains(endingOf(name)))
           || std::any_of(marks.begin(), marks.end(),
                          [&beginning](const QByteArray& mark) { return beginning.startsWith(mark); });
}

} // namespace tidemark
