/** Design tokens: contrast in both themes, and the only source of colours. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { themeCss } from '@src/ui/theme/themeCss.ts';
import { palettes, type Palette, type ThemeName } from '@src/ui/tokens.ts';

const source = join(import.meta.dirname, '../../../src');
const filesWith = (ending: RegExp) =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function strongest(hex: string): string | undefined {
  const shares = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return ['red', 'green', 'blue'][shares.indexOf(Math.max(...shares))];
}

type Pair = readonly [keyof Palette, keyof Palette];
const backgrounds = ['page', 'surface', 'quiet'] as const;
const softs = ['primarySoft', 'secondarySoft', 'errorSoft', 'warningSoft'] as const;

const textPairs: readonly Pair[] = [
  ...backgrounds.flatMap((background): Pair[] => [
    ['text', background],
    ['textMuted', background],
    ['primary', background],
    ['secondary', background],
    ['error', background],
    ['warning', background],
  ]),
  ...softs.map((soft): Pair => ['text', soft]),
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryStrong'],
  ['onSecondary', 'secondary'],
  ['onSecondary', 'secondaryStrong'],
  ['onError', 'error'],
  ['onError', 'errorStrong'],
  ['onBrand', 'brand'],
  ['onBrand', 'brandDeep'],
  ['onBrandMuted', 'brand'],
  ['onBrandMuted', 'brandDeep'],
];

describe.each(Object.keys(palettes) as ThemeName[])('in the %s theme', (theme) => {
  test.each(textPairs)('%s on %s has at least 4.5:1', (text, background) => {
    expect(contrast(palettes[theme][text], palettes[theme][background])).toBeGreaterThanOrEqual(4.5);
  });

  test('the primary colour is green, the secondary blue and the colour of errors red', () => {
    const { primary, secondary, error } = palettes[theme];
    expect([primary, secondary, error].map(strongest)).toEqual(['green', 'blue', 'red']);
  });

  test.each(backgrounds)('the border of a control has 3:1 on %s', (background) => {
    expect(contrast(palettes[theme].edge, palettes[theme][background])).toBeGreaterThanOrEqual(3);
  });
});

test('style sheets contain no colours', () => {
  const colours = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\(/i;
  expect(
    filesWith(/\.css$/)
      .filter(({ text }) => colours.test(text))
      .map(({ name }) => name),
  ).toEqual([]);
});

test('every variable that a shared style sheet uses is a token', () => {
  const defined = new Set([...themeCss().matchAll(/(--[\w-]+):/g)].map((match) => match[1]));
  const first = readFileSync(join(source, 'ui/styles/main.css'), 'utf8');
  const sheets = filesWith(/^ui\/styles\/.*\.css$/).filter(({ name }) => first.includes(`./${basename(name)}`));
  expect(sheets.length).toBeGreaterThan(3);
  const own = new Set(sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+):/g)].map((match) => match[1])));
  const used = sheets.flatMap(({ text }) => [...text.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]));
  const measured = new Set(
    filesWith(/\.tsx$/).flatMap(({ text }) =>
      [...text.matchAll(/useHeightVariable<\w+>\('(--[\w-]+)'/g)].map((match) => match[1]),
    ),
  );
  expect(used.filter((name) => !defined.has(name) && !own.has(name) && !measured.has(name))).toEqual([]);
});
