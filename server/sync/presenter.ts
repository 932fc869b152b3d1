/** The reply of a run: localised errors, and JSON of any length as a stream. */
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { problemBody } from '../http/errors.ts';
import { invalidField } from '../http/problem.ts';
import type { ReplyOf } from '../../api/contract/index.ts';
import type { Locale } from '../../api/contract/locale.ts';
import type { Verdict } from './judge.ts';
import type { RuleFault } from './list.ts';
import type { Counts, DatabaseFault } from './plan.ts';

export type RowError = ReplyOf<'Users.Sync'>['errors'][number];

type Phrases = Context['phrases'];

/** Translating is slow; yields to the event loop after this many rows. */
const BATCH_ROWS = 500;

export async function toErrors<Fault>(faults: readonly Fault[], say: (fault: Fault) => RowError): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (let start = 0; start < faults.length; start += BATCH_ROWS) {
    errors.push(...faults.slice(start, start + BATCH_ROWS).map(say));
    await others();
  }
  return errors;
}

export const ruleError =
  (phrases: Phrases, locale: Locale) =>
  ({ row, field, rule, values }: RuleFault): RowError => ({
    row,
    field,
    message: problemBody(invalidField(field, rule, values), phrases, locale).message,
  });

export const databaseError =
  (phrases: Phrases, locale: Locale) =>
  ({ row, code, field, value, other }: DatabaseFault): RowError => ({
    row,
    field,
    ...(other !== null && { firstRow: other }),
    message: phrases.say(locale, `sync:${code}`, { field: phrases.say(locale, `fields:${field}`), value, row: other }),
  });

/** Row 0 stands for users who are missing from the list, and for the list as a whole. */
export const verdictError =
  (phrases: Phrases, locale: Locale) =>
  (verdict: Verdict): RowError => {
    const row = verdict.row ?? 0;
    if (verdict.code === 'tooMany') return { row, message: phrases.say(locale, 'sync:tooMany', { ...verdict }) };
    const { userName, code } = verdict;
    const why = phrases.say(locale, code === 'secondPerson' ? 'sync:secondPerson' : `problem:${code}`);
    return { row, message: `${userName}: ${why}` };
  };

export interface SyncReply {
  counts: Counts & { unchanged: number };
  /** JSON texts of many changes each, separated by commas. */
  changes: readonly string[];
  errors: readonly RowError[];
}

export const replyStream = (answer: SyncReply): Readable => Readable.from(pieces(answer), { objectMode: false });

function* pieces({ counts, changes, errors }: SyncReply): Generator<string> {
  yield `${JSON.stringify(counts).slice(0, -1)},"changes":[`;
  for (const [index, piece] of changes.entries()) yield (index === 0 ? '' : ',') + piece;
  yield '],"errors":[';
  for (let start = 0; start < errors.length; start += BATCH_ROWS)
    yield (start === 0 ? '' : ',') + JSON.stringify(errors.slice(start, start + BATCH_ROWS)).slice(1, -1);
  yield ']}';
}
