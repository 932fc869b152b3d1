/** The tokens as CSS variables; the build inlines them into the page, for the first paint. */
import { type FontSize, type Palette, fontFamily, monoFamily, palettes, radius, rhythm, sizes } from '../tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `'textMuted'` → `'var(--text-muted)'`, for styles in TypeScript. */
export const colour = (name: keyof Palette): string => `var(--${kebab(name)})`;

const variables = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(';');

const ofSize = (size: FontSize) => {
  const { font, control, row } = sizes[size];
  return `font-size:${(font / 16) * 100}%;--control-height:${(control / font).toFixed(4)}rem;--row-height:${row}px`;
};

/** All tokens as one style sheet. */
export const themeCss = (): string =>
  [
    `:root{color-scheme:light;--rhythm:${rhythm}px;--radius:${radius};--font:${fontFamily};--mono:${monoFamily};${ofSize('default')};${variables({ ...palettes.light })}}`,
    `:root[data-theme=dark]{color-scheme:dark;${variables({ ...palettes.dark })}}`,
    `:root[data-font-size=compact]{${ofSize('compact')}}`,
  ].join('');
