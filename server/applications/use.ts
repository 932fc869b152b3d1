/** Counts sign-ins to applications, and records when each user last used them. */
import { sql } from 'kysely';
import type { Application } from '../../api/contract/applications.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';

/** The number of days shown, and kept. */
const DAYS_SHOWN = 30;
const DAYS_KEPT = 400;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether this is the first use since `since`; of concurrent calls only one is. */
export async function claimFirstUse(tx: Transaction, { userId, applicationId }: Key, since: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO application_users (user_id, application_id, last_used_at) VALUES (${userId}, ${applicationId}, ${now})
    ON CONFLICT (user_id, application_id) DO UPDATE SET last_used_at = ${now} WHERE application_users.last_used_at < ${since}
    RETURNING user_id`.execute(tx);
  return rows.length > 0;
}

/** Counts a sign-in. Call it last in the transaction: sign-ins to the same application wait for each other from here on. */
export async function recordUse(tx: Transaction, { userId, applicationId }: Key, now: Date): Promise<void> {
  await sql`
    INSERT INTO application_users (user_id, application_id, last_used_at) VALUES (${userId}, ${applicationId}, ${now})
    ON CONFLICT (user_id, application_id) DO UPDATE SET last_used_at = greatest(application_users.last_used_at, ${now})`.execute(
    tx,
  );
  await countSignIn(tx, applicationId, now);
}

/** Counts a sign-in without recording the user's use. Call it last as well. */
export async function countSignIn(tx: Transaction, applicationId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO application_days (application_id, day, sign_ins) VALUES (${applicationId}, ${dayOf(now)}::date, 1)
    ON CONFLICT (application_id, day) DO UPDATE SET sign_ins = application_days.sign_ins + 1`.execute(tx);
  await sql`
    UPDATE applications SET last_used_at = greatest(last_used_at, ${now}) WHERE application_id = ${applicationId}`.execute(tx);
}

interface Key {
  readonly userId: string;
  readonly applicationId: string;
}

type Days = Application['signInsPerDay'];

/** Sign-ins by application; those without any are absent. @param applicationId reads only this one */
export async function readSignIns(queries: Queries, now: Date, applicationId?: string): Promise<ReadonlyMap<string, Days>> {
  const rows = await queries
    .selectFrom('application_days')
    .select(['application_id', 'sign_ins', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('day', '>', dayOf(addMs(now, -DAYS_SHOWN * DAY)))
    .$if(applicationId !== undefined, (query) => query.where('application_id', '=', applicationId as string))
    .orderBy('day')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.application_id)].map(([id, days]) => [
      id,
      days.map((row) => ({ day: row.day, signIns: row.sign_ins })),
    ]),
  );
}

/** A user's last uses and consents, by application. */
export async function readOwnUse(queries: Queries, userId: string): Promise<ReadonlyMap<string, OwnUse>> {
  const rows = await queries
    .selectFrom('applications as a')
    .leftJoin('application_users as u', (join) =>
      join.onRef('u.application_id', '=', 'a.application_id').on('u.user_id', '=', userId),
    )
    .leftJoin('oidc_consents as c', (join) =>
      join.onRef('c.application_id', '=', 'a.application_id').on('c.user_id', '=', userId),
    )
    .select(['a.application_id', 'u.last_used_at', 'c.scopes', 'c.given_at'])
    .where((where) => where.or([where('u.user_id', 'is not', null), where('c.user_id', 'is not', null)]))
    .execute();
  return new Map(rows.map((row) => [row.application_id, row]));
}

export interface OwnUse {
  readonly last_used_at: Date | null;
  readonly scopes: string[] | null;
  readonly given_at: Date | null;
}

export async function deleteOldSignIns(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('application_days')
    .where('day', '<', dayOf(addMs(now, -DAYS_KEPT * DAY)))
    .execute();
}
