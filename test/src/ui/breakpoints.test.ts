/** Breakpoints: SPEC’s six widths, as custom media queries that the build substitutes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { customMedia, replaceCustomMedia } from '@src/ui/theme/customMedia.ts';
import { breakpoints, mobileBreakpoint } from '@src/ui/tokens.ts';

const source = join(__dirname, '../../../src');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(join(source, file), 'utf8') }));
const named = sheets.flatMap(({ file, css }) =>
  [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/--[\w-]+/g)].map(([name]) => ({ file: file.replace(/^.*\//, ''), name })),
  ),
);

test('are SPEC’s: xs 0, sm 600, md 960, lg 1280, xl 1920, xxl 2560, with the mobile layout below lg', () => {
  expect(breakpoints).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 });
  expect(mobileBreakpoint).toBe('lg');
});

test('are defined by the tokens only', () => {
  expect(replaceCustomMedia('@media (--mobile) { a { b: c } } @media print { d { e: f } }')).toBe(
    '@media (width < 1280px) { a { b: c } } @media print { d { e: f } }',
  );
  expect(replaceCustomMedia('@media (--from-sm) and (--desktop) {}')).toBe('@media (width >= 600px) and (width >= 1280px) {}');
  expect(() => replaceCustomMedia('@media (--from-huge) {}')).toThrow('--from-huge');
});

test('are not written in pixels in style sheets', () => {
  const inPixels = /@media[^{]*width[^{]*\d/;
  expect(sheets.filter(({ css }) => inPixels.test(css)).map(({ file }) => file)).toEqual([]);
});

test('are used by existing names only', () => {
  expect(named.filter(({ name }) => !customMedia.has(name))).toEqual([]);
});

test('one named custom media query switches the mobile layout of bar, list, bulk bar and form pages', () => {
  expect(named.filter(({ name }) => name.endsWith(`-${mobileBreakpoint}`))).toEqual([]);
  const decided = new Set(named.filter(({ name }) => name === '--mobile' || name === '--desktop').map(({ file }) => file));
  expect([...decided]).toEqual(expect.arrayContaining(['topBar.css', 'users.css', 'bulk.css', 'formPage.css']));
});
