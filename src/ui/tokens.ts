/** Design tokens: every colour, size and breakpoint of the product. CSS and the grid read them as variables. */

export type ThemeName = 'light' | 'dark';

export interface Palette {
  /** Page background. */
  readonly page: string;
  /** Cards, bars, menus. */
  readonly surface: string;
  /** Hovered rows, skeletons, muted areas. */
  readonly quiet: string;
  readonly text: string;
  readonly textMuted: string;
  /** Hairlines that only separate. */
  readonly line: string;
  /** Borders of controls: 3:1 contrast (WCAG 1.4.11). */
  readonly edge: string;
  readonly primary: string;
  readonly primaryStrong: string;
  readonly primarySoft: string;
  readonly onPrimary: string;
  readonly secondary: string;
  readonly secondaryStrong: string;
  readonly secondarySoft: string;
  readonly onSecondary: string;
  readonly error: string;
  readonly errorStrong: string;
  readonly errorSoft: string;
  readonly onError: string;
  readonly warning: string;
  readonly warningSoft: string;
  /** The brand panel: green in both themes. */
  readonly brand: string;
  readonly brandDeep: string;
  readonly onBrand: string;
  readonly onBrandMuted: string;
  readonly shadow: string;
  readonly veil: string;
}

export const palettes: Readonly<Record<ThemeName, Palette>> = {
  light: {
    page: '#f4f6f5',
    surface: '#ffffff',
    quiet: '#edf1ef',
    text: '#17211c',
    textMuted: '#526059',
    line: '#d5dcd8',
    edge: '#7c8a83',
    primary: '#17703f',
    primaryStrong: '#115a32',
    primarySoft: '#e8f3ec',
    onPrimary: '#ffffff',
    secondary: '#1d5fb4',
    secondaryStrong: '#164a8e',
    secondarySoft: '#e7effa',
    onSecondary: '#ffffff',
    error: '#c1272d',
    errorStrong: '#9d1c22',
    errorSoft: '#fdecec',
    onError: '#ffffff',
    warning: '#8a5300',
    warningSoft: '#fdf3e1',
    brand: '#14623a',
    brandDeep: '#105431',
    onBrand: '#ffffff',
    onBrandMuted: '#c9e3d4',
    shadow: '#17211c29',
    veil: '#17211c80',
  },
  dark: {
    page: '#101512',
    surface: '#181f1b',
    quiet: '#202924',
    text: '#e8eeea',
    textMuted: '#a3b1a9',
    line: '#313c36',
    edge: '#7b8a82',
    primary: '#5ecb8c',
    primaryStrong: '#7bdba3',
    primarySoft: '#15291d',
    onPrimary: '#06210f',
    secondary: '#8db8f5',
    secondaryStrong: '#abcbf8',
    secondarySoft: '#172638',
    onSecondary: '#0a1a30',
    error: '#ff8d85',
    errorStrong: '#ffaaa4',
    errorSoft: '#371a19',
    onError: '#2a0504',
    warning: '#e9b44c',
    warningSoft: '#332810',
    brand: '#0f4a2b',
    brandDeep: '#0c3f25',
    onBrand: '#f0f7f3',
    onBrandMuted: '#a9cdb9',
    shadow: '#00000066',
    veil: '#000000a6',
  },
};

/** Pixels; spacing is a multiple or half of it. */
export const rhythm = 8;

export const radius = 0;

export type FontSize = 'default' | 'compact';

/** Pixels. `control`: height of a field or button; `row`: of a grid row. */
export const sizes: Readonly<Record<FontSize, { readonly font: number; readonly control: number; readonly row: number }>> = {
  default: { font: 16, control: 40, row: 40 },
  compact: { font: 14, control: 32, row: 32 },
};

export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif";
export const monoFamily = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** Lower bounds in pixels; the mobile layout ends where `lg` begins. */
export const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as const;
export const mobileBreakpoint: keyof typeof breakpoints = 'lg';
