/** Command line options: `npm run pictures -- --only login --theme dark --width 390 --locale de`. */
import { parseArgs } from 'node:util';
import { allStates } from '../e2e/states/all.ts';
import type { SpokenLocale } from '../e2e/states/phrases.ts';
import type { State } from '../e2e/states/visit.ts';
import type { Theme } from '../e2e/states/visitPage.ts';

export interface Options {
  readonly states: readonly State[];
  readonly themes: readonly Theme[];
  readonly widths: readonly number[];
  readonly locales: readonly SpokenLocale[];
  readonly folder: string;
}

const choose = <Value extends string>(values: readonly Value[], given: string | undefined): readonly Value[] => {
  const chosen = values.filter((value) => given === undefined || value === given);
  if (chosen.length === 0) throw new Error(`${String(given)} is none of ${values.join(', ')}`);
  return chosen;
};

/** `--only` takes groups or prefixes of state names, separated by commas. */
function statesMatching(only: string | undefined): readonly State[] {
  const asked = only?.split(',');
  return Object.entries<readonly State[]>(allStates).flatMap(([group, states]) =>
    states.filter(({ name }) => !asked || asked.some((part) => part === group || name.startsWith(part))),
  );
}

export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { only: text, theme: text, width: text, locale: text, folder: { ...text, default: '.cache/pictures' } },
  });
  const states = statesMatching(values.only);
  if (states.length === 0) throw new Error(`No state begins with ${String(values.only)}`);
  return {
    states,
    themes: choose(['light', 'dark'], values.theme),
    widths: values.width === undefined ? [1280, 390] : values.width.split(',').map(Number),
    locales: choose(['en-US', 'de'], values.locale),
    folder: values.folder,
  };
}
