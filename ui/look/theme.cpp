#include "ui/look/theme.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr double readableContrast = 4.5;

constexpr std::array<QRgb, hueCount> hues{0xff1864ab, 0xff267d37, 0xff5f3dc4, 0xffc2410c,
                                          0xffa61e4d, 0xff087f5b, 0xff9c5700, 0xff862e9c};

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
           + 0.0722 * linear(colour.blueF());
}

/// Makes `colour` lighter or darker until it is readable on `ground`.
QColor readableOn(const QColor& ground, QColor colour)
{
    const bool lighten = luminance(ground) < 0.2;
    constexpr float step = 0.02F;
    while (contrast(colour, ground) < readableContrast) {
        const float lightness = colour.lightnessF() + (lighten ? step : -step);
        if (lightness <= 0 || lightness >= 1) {
            return lighten ? QColor(Qt::white) : QColor(Qt::black);
        }
        colour.setHslF(colour.hslHueF(), colour.hslSaturationF(), lightness);
    }
    return colour;
}

void setHues(Theme& theme)
{
    for (std::size_t i = 0; i < hues.size(); ++i) {
        theme.avatars[i] = QColor::fromRgb(hues[i]);
        theme.names[i] = readableOn(theme.bubbleIn, theme.avatars[i]);
    }
}

Theme lightTheme()
{
    Theme theme;
    theme.background = 0xffffff;
    theme.side = 0xf6f7f9;
    theme.text = 0x1c2226;
    theme.dim = 0x5c6770;
    theme.accent = 0x0b7285;
    theme.onAccent = 0xffffff;
    theme.tint = 0xdff3f6;
    theme.hover = 0xeceff2;
    theme.bubbleIn = 0xf1f3f5;
    theme.bubbleOut = 0xd6f1f5;
    theme.badgeMuted = 0xdee2e6;
    theme.onBadgeMuted = 0x495057;
    theme.line = 0xe4e8eb;
    theme.frame = 0x868e96;
    theme.avatarQuiet = 0x5c6770;
    theme.warning = 0xfff4e0;
    theme.onWarning = 0x985600;
    theme.error = 0xc92a2a;
    theme.shadow = QColor(0, 0, 0, 40);
    theme.picturePlace = 0xd3dae0;
    setHues(theme);
    return theme;
}

Theme darkTheme()
{
    Theme theme;
    theme.isDark = true;
    theme.background = 0x14181b;
    theme.side = 0x1a1f23;
    theme.text = 0xe6eaed;
    theme.dim = 0x9aa5ad;
    theme.accent = 0x3bc9db;
    theme.onAccent = 0x06262c;
    theme.tint = 0x143c43;
    theme.hover = 0x22292e;
    theme.bubbleIn = 0x242b30;
    theme.bubbleOut = 0x0e3f47;
    theme.badgeMuted = 0x3a434a;
    theme.onBadgeMuted = 0xc3ccd3;
    theme.line = 0x2a3137;
    theme.frame = 0x66717a;
    theme.avatarQuiet = 0x4a555e;
    theme.warning = 0x3a2a10;
    theme.onWarning = 0xffc078;
    theme.error = 0xff8787;
    theme.shadow = QColor(0, 0, 0, 120);
    theme.picturePlace = 0x343d44;
    setHues(theme);
    return theme;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

bool isDark(ThemeChoice choice, const QPalette& desktop, const DesktopLook& look)
{
    if (choice != ThemeChoice::System) {
        return choice == ThemeChoice::Dark;
    }
    return look.scheme == DesktopLook::Scheme::NoPreference ? isDark(desktop)
                                                            : look.scheme == DesktopLook::Scheme::Dark;
}

QColor mixed(const QColor& ground, const QColor& colour, float share)
{
    const auto part = [share](float a, float b) { return a + (b - a) * share; };
    return QColor::fromRgbF(part(ground.redF(), colour.redF()), part(ground.greenF(), colour.greenF()),
                            part(ground.blueF(), colour.blueF()));
}

/// Tints `ground` with the accent: at most by `share`, and only as far as everything on it stays readable.
QColor tinted(const QColor& ground, const Theme& theme, float share)
{
    constexpr float step = 0.01F;
    const auto isReadable = [&theme](const QColor& tint) {
        return std::min(
                   {contrast(theme.dim, tint), contrast(theme.accent, tint), contrast(theme.error, tint)})
               >= readableContrast;
    };
    while (share > step && !isReadable(mixed(ground, theme.accent, share))) {
        share -= step;
    }
    return mixed(ground, theme.accent, share);
}

/// Sets the colours that both themes share or that follow from the accent.
void setAccentGrounds(Theme& theme)
{
    theme.overPicture = QColor(0, 0, 0, 150);
    theme.onPicture = Qt::white;
    theme.pictureGround = Qt::white;
    theme.viewerGround = 0x101315;
    theme.avatarOwn = readableOn(Qt::white, theme.accent);
    theme.selected = tinted(theme.background, theme, theme.isDark ? 0.26F : 0.2F);
}

/// Takes the desktop's accent, and tints the surfaces that depend on it.
void setAccent(Theme& theme, const QColor& accent)
{
    // The text has the least contrast on a pressed button, so check readability there.
    theme.accent = readableOn(theme.line, accent);
    const QColor ink = mixed(theme.accent, Qt::black, 0.85F);
    theme.onAccent = contrast(Qt::white, theme.accent) >= readableContrast ? QColor(Qt::white) : ink;
    theme.bubbleOut = tinted(theme.background, theme, theme.isDark ? 0.3F : 0.2F);
    theme.tint = tinted(theme.side, theme, theme.isDark ? 0.24F : 0.16F);
}

} // namespace

QColor Theme::mentionTint() const
{
    QColor translucent = accent;
    translucent.setAlphaF(0.2F);
    return translucent;
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Theme themeFor(ThemeChoice choice, const QPalette& desktop, const DesktopLook& look)
{
    Theme theme = isDark(choice, desktop, look) ? darkTheme() : lightTheme();
    if (look.accent) {
        setAccent(theme, *look.accent);
    }
    setAccentGrounds(theme);
    return theme;
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette(theme.text, theme.side, theme.line.lighter(theme.isDark ? 160 : 102),
                     theme.line.darker(130), theme.line, theme.text, theme.onAccent, theme.background,
                     theme.background);
    palette.setColor(QPalette::AlternateBase, theme.side);
    palette.setColor(QPalette::BrightText, theme.error); // of entries in menus that destroy something
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::PlaceholderText, theme.dim);
    palette.setColor(QPalette::ToolTipBase, theme.isDark ? theme.bubbleIn : theme.text);
    palette.setColor(QPalette::ToolTipText, theme.isDark ? theme.text : theme.background);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.dim);
    }
    return palette;
}

} // namespace tidemark
