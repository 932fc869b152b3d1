/** Custom media queries from the tokens: `--from-md`, `--below-md`, …; `--mobile`, `--desktop` for the mobile breakpoint. */
import { breakpoints, mobileBreakpoint } from '../tokens.ts';

const from = (width: number) => `(width >= ${width}px)`;
const below = (width: number) => `(width < ${width}px)`;

export const customMedia: ReadonlyMap<string, string> = new Map([
  ...Object.entries(breakpoints).flatMap(([name, width]): [string, string][] => [
    [`--from-${name}`, from(width)],
    [`--below-${name}`, below(width)],
  ]),
  ['--mobile', below(breakpoints[mobileBreakpoint])],
  ['--desktop', from(breakpoints[mobileBreakpoint])],
]);

/** `@media (--mobile)` → `@media (width < 1280px)`. @throws for an unknown name */
export const replaceCustomMedia = (css: string): string =>
  css.replace(/(?<=@media[^{]*)\((--[\w-]+)\)/g, (_, name: string) => {
    const query = customMedia.get(name);
    if (query === undefined) throw new Error(`No custom media query ${name}`);
    return query;
  });
