/** The reply of a run: faults in the caller's words, and a document of any length sent piece by piece. */
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { problemBody } from '../http/errors.ts';
import { invalidField } from '../http/problem.ts';
import type { Locale } from '../i18n/phrases.ts';
import type { RuleFault } from './sync.list.ts';
import type { Counts, StoreFault } from './sync.plan.ts';

export interface RowError {
  row: number;
  message: string;
}

type Phrases = Context['phrases'];

/** Phrases take their time; so many are made before others get their turn. */
const BATCH_ROWS = 500;

export async function sayAll<Fault>(faults: readonly Fault[], say: (fault: Fault) => RowError): Promise<RowError[]> {
  const said: RowError[] = [];
  for (let start = 0; start < faults.length; start += BATCH_ROWS) {
    said.push(...faults.slice(start, start + BATCH_ROWS).map(say));
    await others();
  }
  return said;
}

export const sayRuleFault =
  (phrases: Phrases, locale: Locale) =>
  ({ row, field, rule, values }: RuleFault): RowError => ({
    row,
    message: problemBody(invalidField(field, rule, values), phrases, locale).message,
  });

export const sayStoreFault =
  (phrases: Phrases, locale: Locale) =>
  ({ row, code, field, value, other }: StoreFault): RowError => ({
    row,
    message: phrases.say(locale, `sync:${code}`, { field: phrases.say(locale, `fields:${field}`), value, row: other }),
  });

export interface Answer {
  counts: Counts & { unchanged: number };
  /** JSON texts, many in each, with commas between. */
  changes: readonly string[];
  errors: readonly RowError[];
}

export const answerStream = (answer: Answer): Readable => Readable.from(pieces(answer), { objectMode: false });

function* pieces({ counts, changes, errors }: Answer): Generator<string> {
  yield `${JSON.stringify(counts).slice(0, -1)},"changes":[`;
  for (const [index, piece] of changes.entries()) yield (index === 0 ? '' : ',') + piece;
  yield '],"errors":[';
  for (let start = 0; start < errors.length; start += BATCH_ROWS)
    yield (start === 0 ? '' : ',') + JSON.stringify(errors.slice(start, start + BATCH_ROWS)).slice(1, -1);
  yield ']}';
}
