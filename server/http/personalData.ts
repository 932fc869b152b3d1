/**
 * Limits how many rows of personal data a user is given in a day, by all calls together, and makes bulk reading by one account
 * visible. Small numbers are counted in memory and stored later, so that most pages cost no statement; large ones, and those close
 * to the limit, are stored at once.
 */
import { sql } from 'kysely';
import { appendAuditEvent, type AuditOrigin } from '../audit/append.ts';
import { addMs, DAY, HOUR, SECOND } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Db, Queries } from '../db/database.ts';
import { durationText } from '../../api/contract/duration.ts';
import type { Locale } from '../../api/contract/locale.ts';
import type { Person } from '../../api/contract/person.ts';
import type { SessionState } from '../session/principal.ts';
import { problem, type Problem } from './problem.ts';
import { countHits } from './throttle.ts';

/** Rows that one process may hold back per user; each further process may give as many beyond the limit. */
const HELD_ROWS = 1000;

interface Reader {
  readonly day: string;
  /** Rows of all processes when they were last stored. */
  stored: number | undefined;
  /** Rows not stored yet; negative if taken back. */
  held: number;
}

interface ReadingCall {
  readonly name: string;
  readonly locale: Locale;
  readonly person: Person;
  readonly session: Pick<SessionState, 'impersonation'> | null;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

export interface PersonalData {
  /**
   * Counts rows before they are given; those of an impersonation are the administrator's.
   * @throws PersonalDataLimit until the day ends (UTC); the rows are not counted then
   */
  take(call: ReadingCall, rows: number): Promise<void>;
  /** Stores the rows held back. */
  store(): Promise<void>;
}

/** @param contact whom to ask for a higher limit */
export function personalData(
  db: Db,
  config: Pick<Config, 'LIMIT_PERSONAL_DATA_ROWS_PER_DAY'>,
  contact: () => string,
): PersonalData {
  const readers = new Map<string, Reader>();
  const limit = () => config.LIMIT_PERSONAL_DATA_ROWS_PER_DAY;

  return {
    async take(call: ReadingCall, rows: number) {
      if (rows === 0) return;
      const { userId } = call.session?.impersonation?.by ?? call.person;
      const reader = readerOf(userId, dayOf(call.now));
      reader.held += rows;
      if (mayHold(reader)) return;
      await storeOf(userId, reader);
      if ((reader.stored ?? 0) <= limit()) return;
      reader.held -= rows;
      await recordRefusal(db, call, userId, { rows, limit: limit() });
      throw limitReached(call);
    },

    async store() {
      for (const [userId, reader] of [...readers]) {
        if (reader.held !== 0) await storeOf(userId, reader);
        else if (readers.get(userId) === reader) readers.delete(userId);
      }
    },
  };

  function limitReached({ locale, now }: ReadingCall): Problem {
    const left = addMs(now, DAY).setUTCHours(0, 0, 0, 0) - now.getTime();
    const values = {
      limit: new Intl.NumberFormat(locale).format(limit()),
      left: durationText(locale, left),
      contact: contact(),
    };
    return problem('PersonalDataLimit', { values, retryAfterSeconds: left / SECOND });
  }

  function readerOf(userId: string, day: string): Reader {
    const known = readers.get(userId);
    if (known?.day === day) return known;
    // Rows held back from the day before are dropped: they are fewer than HELD_ROWS.
    const reader: Reader = { day, stored: undefined, held: 0 };
    readers.set(userId, reader);
    return reader;
  }

  /** Rows that concurrent calls are storing count as held too. */
  function mayHold({ stored, held }: Reader): boolean {
    return stored !== undefined && held < HELD_ROWS && stored + held <= limit() / 2;
  }

  async function storeOf(userId: string, reader: Reader): Promise<void> {
    const { held } = reader;
    reader.held -= held;
    try {
      reader.stored = await addRows(db, userId, reader.day, held);
    } catch (error) {
      reader.held += held;
      throw error;
    }
  }
}

/** @returns the new total */
async function addRows(queries: Queries, userId: string, day: string, rows: number): Promise<number> {
  const { rows: total } = await queries
    .insertInto('personal_data_reads')
    .values({ user_id: userId, day, rows: Math.max(0, rows) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet({ rows: sql<number>`greatest(0, personal_data_reads.rows + ${rows})` }),
    )
    .returning('rows')
    .executeTakeFirstOrThrow();
  return total;
}

/** Records a refusal at most once an hour. */
async function recordRefusal(db: Db, { name, origin, now }: ReadingCall, userId: string, about: { rows: number; limit: number }) {
  if ((await countHits(db, `personalDataRefused:${userId}`, HOUR, now, 1)).hits > 1) return;
  await appendAuditEvent(db, origin, {
    action: name,
    outcome: 'refused',
    target: null,
    details: { code: 'PersonalDataLimit', ...about },
  });
}

/** The day in UTC. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
