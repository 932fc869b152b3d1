/** Where the layout changes: SPEC’s six widths, in the tokens and in every style sheet that speaks of one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakpoints, mobileBreakpoint } from '@src/ui/tokens.ts';

const source = join(__dirname, '../../../src');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

test('are SPEC’s: xs 0, sm 600, md 960, lg 1280, xl 1920, xxl 2560, with the mobile layout below lg', () => {
  expect(breakpoints).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 });
  expect(mobileBreakpoint).toBe('lg');
});

test('stand in the style sheets as the tokens have them', () => {
  const known = new Set<number>(Object.values(breakpoints));
  const used = sheets.flatMap((file) =>
    [
      ...readFileSync(join(source, file), 'utf8').matchAll(
        /\(width\s*[<>]=?\s*(\d+)px\)|(?:min|max)-width:\s*(\d+)(?:\.\d+)?px\)/g,
      ),
    ].map(([, range, bound]) => ({ file, width: Number(range ?? bound) })),
  );
  expect(used.filter(({ width }) => !known.has(width) && !known.has(width + 1))).toEqual([]);
});
