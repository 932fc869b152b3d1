/** The design tokens as antd's theme, for each colour theme and font size. */
import { theme as antdThemes, type ThemeConfig } from 'antd';
import {
  type FontSize,
  fontFamily,
  monoFamily,
  type Palette,
  palettes,
  radius,
  rhythm,
  sizes,
  type ThemeName,
} from '../tokens.ts';

type Tokens = NonNullable<ThemeConfig['token']>;

/** The shades of one colour: antd would mix them itself, without regard to contrast. */
const shades = (
  meaning: 'Primary' | 'Success' | 'Warning' | 'Error' | 'Info',
  solid: string,
  strong: string,
  soft: string,
): Tokens =>
  Object.fromEntries([
    ...['', 'Text', 'Border', 'BorderHover'].map((use): [string, string] => [`color${meaning}${use}`, solid]),
    ...['Hover', 'Active', 'TextHover', 'TextActive'].map((use): [string, string] => [`color${meaning}${use}`, strong]),
    ...['Bg', 'BgHover', 'BgActive', 'BgFilledHover'].map((use): [string, string] => [`color${meaning}${use}`, soft]),
  ]);

const colours = (colour: Palette): Tokens => ({
  ...shades('Primary', colour.primary, colour.primaryStrong, colour.primarySoft),
  ...shades('Success', colour.primary, colour.primaryStrong, colour.primarySoft),
  ...shades('Warning', colour.warning, colour.warning, colour.warningSoft),
  ...shades('Error', colour.error, colour.errorStrong, colour.errorSoft),
  ...shades('Info', colour.secondary, colour.secondaryStrong, colour.secondarySoft),
  colorLink: colour.secondary,
  colorLinkHover: colour.secondaryStrong,
  colorLinkActive: colour.secondaryStrong,
  colorTextBase: colour.text,
  colorBgBase: colour.surface,
  colorText: colour.text,
  colorTextHeading: colour.text,
  colorTextLabel: colour.text,
  colorTextSecondary: colour.textMuted,
  colorTextTertiary: colour.textMuted,
  colorTextQuaternary: colour.textMuted,
  colorTextLightSolid: colour.onPrimary,
  colorIcon: colour.textMuted,
  colorBorder: colour.edge,
  colorBorderSecondary: colour.line,
  colorBorderDisabled: colour.line,
  colorSplit: colour.line,
  colorFill: colour.line,
  colorFillSecondary: colour.quiet,
  colorFillTertiary: colour.quiet,
  colorFillQuaternary: colour.quiet,
  colorBgLayout: colour.page,
  colorBgContainer: colour.surface,
  colorBgElevated: colour.surface,
  colorBgSpotlight: colour.text,
  colorBgMask: colour.veil,
  controlItemBgActive: colour.secondarySoft,
  controlItemBgActiveHover: colour.secondarySoft,
});

/** The focus ring is an outline, like that of native controls: see `antd.css`. */
const control = (colour: Palette) => ({
  hoverBorderColor: colour.text,
  activeBorderColor: colour.secondary,
  activeShadow: 'none',
  errorActiveShadow: 'none',
});

const components = (colour: Palette, font: number): NonNullable<ThemeConfig['components']> => ({
  Alert: { defaultPadding: `${String(rhythm * 1.5)}px ${String(rhythm * 2)}px`, marginXS: rhythm * 1.5 },
  Button: {
    fontWeight: 600,
    paddingInline: rhythm * 2.5,
    primaryColor: colour.onPrimary,
    dangerColor: colour.onError,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    defaultHoverBg: colour.quiet,
    defaultHoverColor: colour.text,
    defaultHoverBorderColor: colour.text,
    defaultActiveBg: colour.quiet,
    defaultActiveColor: colour.text,
    defaultActiveBorderColor: colour.text,
    linkHoverBg: colour.quiet,
    onlyIconSize: font * 1.125,
  },
  DatePicker: control(colour),
  Descriptions: { labelBg: colour.quiet },
  Input: control(colour),
  Modal: { titleFontSize: font * 1.125, titleLineHeight: 4 / 3 },
  Radio: {
    fontSize: font * 0.875,
    buttonPaddingInline: rhythm * 1.5,
    buttonCheckedBg: colour.primarySoft,
    buttonSolidCheckedColor: colour.onPrimary,
  },
  Select: {
    hoverBorderColor: colour.text,
    activeBorderColor: colour.secondary,
    activeOutlineColor: 'transparent',
    optionSelectedBg: colour.secondarySoft,
    optionActiveBg: colour.quiet,
  },
  Tooltip: { colorTextLightSolid: colour.surface },
});

/** @param isStill whether to disable motion, as the device may request */
export const antdTheme = (theme: ThemeName, fontSize: FontSize, isStill: boolean): ThemeConfig => {
  const { font, control } = sizes[fontSize];
  const colour = palettes[theme];
  return {
    algorithm: antdThemes.defaultAlgorithm,
    // One version of antd: its class names need no hash.
    hashed: false,
    cssVar: { key: 'antd' },
    token: {
      ...colours(colour),
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize: font,
      controlHeight: control,
      borderRadius: radius,
      motion: !isStill,
      // Half transparent words would lack contrast.
      opacityLoading: 1,
    },
    components: components(colour, font),
  };
};
